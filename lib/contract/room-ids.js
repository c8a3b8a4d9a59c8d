/** How people name a room: by its code, in any case, or not at all. */

import { ShowError } from '../errors.js';

/** The id of the room that is always there. */
export const MAIN_ROOM = 'main';

/** A code has four letters; the rest of a longer one is not looked at. */
const MAX_ID = 40;

/**
 * @template T
 * @param {ReadonlyMap<string, T>} rooms by id
 * @param {unknown} [id] the main room when missing
 * @returns {T}
 * @throws {ShowError} `room-unknown`
 */
export function roomOf(rooms, id = MAIN_ROOM) {
  // Anything may come by the wire, also an object that cannot become a text.
  const wanted = typeof id === 'string' ? id.slice(0, MAX_ID) : typeof id;
  const room = rooms.get(wanted) ?? rooms.get(wanted.toUpperCase());
  if (!room) throw new ShowError('room-unknown', { room: wanted });
  return room;
}
