/** The rehearsals as an extension of the server: commands and fields of the control panel. */

/** @import { Json } from '../lib/contract/types.js' */
/** @import { Extension, ServingHost } from '../lib/extension.js' */

import { is } from '../lib/door/guard.js';
import { CLIENT_EVENT } from '../public/shared/wire.js';
import { sharesOf } from './characters.js';
import { createRamp } from './ramp.js';
import { MOST_VIRTUAL, createRehearsal } from './rehearsal.js';
import { startThread } from './rehearsal-thread.js';
import { createSheetRehearsal } from './sheet-rehearsal.js';

/** Those of bad wifi come and go, which is no fault of a cue. */
const RELIABLE = ['usual', 'sheep', 'troll', 'half-asleep', 'eager'];

/**
 * @param {{ rampMs?: number, most?: number }} [options] of a measurement; default: two minutes, as many as one core plays
 * @returns {Extension}
 */
export function rehearsalExtension({ rampMs, most = MOST_VIRTUAL } = {}) {
  /** @type {ReturnType<typeof createRehearsal> | undefined} */
  let rehearsal;
  /** @type {ReturnType<typeof createRamp> | undefined} */
  let measuring;
  /** @type {ReturnType<typeof createSheetRehearsal> | undefined} */
  let ofSheet;

  return {
    name: 'rehearsal',
    panel(host) {
      const { rooms } = host;
      const crowd = (rehearsal = crowdOf(host));
      const ramp = (measuring = rampOf(host, crowd, { rampMs, most }));
      const sheet = (ofSheet = sheetOf(host));
      rooms.onOpen((room) => {
        room.subscribe((...[kind]) => {
          if (kind !== 'closed') return;
          crowd.leave(room.id);
          sheet.forget(room.id);
        });
      });
      return {
        commands: {
          [CLIENT_EVENT.rehearsal]: {
            args: [is.object],
            async run({ id }, wish) {
              if (ramp.reading()) await ramp.stop();
              await crowd.set(id, wish);
              return { rehearsal: crowd.reading(id) };
            },
          },
          [CLIENT_EVENT.measure]: {
            args: [is.boolean, is.optional(is.text(60))],
            run: ({ id }, isOn, title) => (isOn ? ramp.start(id, title || 'Measurement') : ramp.stop()),
          },
          [CLIENT_EVENT.rehearseSheet]: {
            args: [is.object],
            async run({ id }, { count }) {
              await sheet.set(id, count);
              return { sheetRehearsal: sheet.reading(id) };
            },
          },
        },
        status: {
          rehearsal: ({ id }) => crowd.reading(id),
          ramp: () => ramp.reading(),
          sheetRehearsal: ({ id }) => sheet.reading(id),
        },
      };
    },
    async close() {
      await measuring?.stop();
      await Promise.all([rehearsal?.close(), ofSheet?.close()]);
    },
  };
}

/** Each crowd needs this of the server. @param {ServingHost} host */
function crowdParts({ url, config, virtualMark, bus }) {
  return {
    url,
    gamesDir: config.gamesDir,
    /** @param {string} gameId @param {string} id */
    documentOf: async (gameId, id) => {
      const found = await bus.ask('content', { name: 'get', args: [gameId, id] });
      return /** @type {{ json: Json }} */ (found).json;
    },
    mark: virtualMark,
    onGone: (/** @type {string} */ roomId) => bus.send('virtualGone', { room: roomId }),
  };
}

/** @param {ServingHost} host */
function crowdOf(host) {
  const { log, panels } = host;
  return createRehearsal({ ...crowdParts(host), log, isWatched: () => panels() > 0 });
}

/** @param {ServingHost['bus']} bus @returns {(room: string, name: string, ...args: unknown[]) => Promise<any>} asks as an operator does */
function operatorOf(bus) {
  return (room, name, ...args) => bus.ask('command', { by: 'operator', room, name, args });
}

/** @param {ServingHost} host */
function sheetOf(host) {
  const { bus, log } = host;
  const ask = operatorOf(bus);
  return createSheetRehearsal({
    operate: (id) => ({ id, ask: (name, ...args) => ask(id, name, ...args) }),
    invite: (roomId, count) => inviteTo(roomId, count, crowdParts(host)),
    onFault: (error) => log.error(null, 'The rehearsal of a run sheet failed.', error),
  });
}

/** @param {ServingHost} host @param {ReturnType<typeof createRehearsal>} crowd @param {{ rampMs?: number, most: number }} limits */
function rampOf({ bus, version, log, governed }, crowd, limits) {
  const ask = operatorOf(bus);
  return createRamp({
    ...{ crowd, ask, version, log, ...limits },
    async look(room) {
      // Where there are several processes the home knows the worst one.
      const { governor = governed(), rooms } = await ask(room, 'status');
      return { governor, rooms };
    },
  });
}

/**
 * Starts a crowd of its own, so that one in another room stays.
 * @param {string} roomId @param {number} count @param {ReturnType<typeof crowdParts>} parts
 * @returns {import('./sheet-rehearsal.js').Crowd}
 */
function inviteTo(roomId, count, { url, gamesDir, mark, documentOf, onGone }) {
  /** @type {string[]} */
  const faults = [];
  const thread = startThread({
    workerData: { url, roomId, mark, gamesDir, characters: sharesOf(RELIABLE) },
    documentOf,
    onGameFault: (sentence) => faults.push(sentence),
    onFault: ({ message }) => faults.push(message),
    onExit: () => onGone(roomId),
  });
  thread.resize(count);
  return { joined: () => thread.joined, faults, end: () => thread.end() };
}
