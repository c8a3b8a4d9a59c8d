/** How people name a room: by its code, in any case, or not at all. */

import { ShowError } from '../errors.js';

/** The id of the room that is always there. */
export const MAIN_ROOM = 'main';

/**
 * @template T
 * @param {ReadonlyMap<string, T>} rooms by id
 * @param {unknown} [id] the main room when missing
 * @returns {T}
 * @throws {ShowError} `room-unknown`
 */
export function roomOf(rooms, id = MAIN_ROOM) {
  const wanted = String(id).slice(0, 40);
  const room = rooms.get(wanted) ?? rooms.get(wanted.toUpperCase());
  if (!room) throw new ShowError('room-unknown', { room: wanted });
  return room;
}
