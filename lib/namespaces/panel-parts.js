/**
 * Where the parts that extensions add to the panel do their work: in a cluster at the home's process alone, so that a panel at
 * any edge sees and moves the same ones.
 */

/** @import { EdgeEnd, HomeParts } from '../bus/contract.js' */
/** @import { EdgeRoom, EdgeRooms } from './edge-rooms.js' */
/** @import { Check } from '../door/guard.js' */

import { ShowError } from '../errors.js';

/**
 * @typedef {object} PanelCommand
 * @property {readonly Check[]} args one for each argument
 * @property {(room: EdgeRoom, ...args: never[]) => unknown} run gets the room that the panel watched when it sent the
 *   command
 *
 * @typedef {object} PanelPart the commands and status fields that an extension adds to the panel
 * @property {Record<string, PanelCommand>} [commands] events that a panel may send, by name; checked, limited and
 *   acknowledged like the panel's own
 * @property {Record<string, (room: EdgeRoom) => unknown>} [status] fields of the status that panels get four times a
 *   second, by name; each survives JSON. One that throws is sent as null. The panel's own fields win
 */

/**
 * The parts of this process, for the home in it.
 * @param {Required<PanelPart>} added @param {EdgeRooms} rooms @returns {HomeParts}
 */
export function homePartsOf(added, rooms) {
  return {
    run({ room, event, args }) {
      const command = Object.hasOwn(added.commands, event) ? added.commands[event] : undefined;
      if (!command)
        throw new ShowError('event-bad', { event, problem: 'the home has no extension with this command' });
      return command.run(rooms.get(room), .../** @type {never[]} */ (args));
    },
    status: (roomId) => statusOf(rooms.get(roomId), added),
  };
}

/**
 * The parts of a process whose home does the work: it checks, and asks the home.
 * @param {Required<PanelPart>} added @param {EdgeEnd} bus @returns {Required<PanelPart>}
 */
export function askingParts({ commands }, bus) {
  const asking = Object.entries(commands).map(([event, { args: checks }]) => {
    const run = (/** @type {EdgeRoom} */ { id }, /** @type {unknown[]} */ ...args) =>
      bus.ask('extension', { room: id, event, args });
    return [event, { args: checks, run }];
  });
  return { commands: Object.fromEntries(asking), status: {} };
}

/** @param {EdgeRoom} room @param {Required<PanelPart>} added @returns {Record<string, unknown>} */
export function statusOf(room, added) {
  /** @type {Record<string, unknown>} */
  const fields = {};
  for (const [field, read] of Object.entries(added.status)) {
    try {
      fields[field] = read(room);
    } catch {
      fields[field] = null;
    }
  }
  return fields;
}
