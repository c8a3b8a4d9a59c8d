/**
 * The faults of games on the pages of this edge, on their way to the home: checked, shortened, with their place in the source, and
 * gathered, because a whole hall may report the same one in the same moment.
 */

/** @import { EdgeEnd } from '../bus/contract.js' */
/** @import { FaultReport, GamePage } from '../contract/wire.js' */
/** @import { Rule } from '../door/guard.js' */
/** @import { EdgeRoom } from './edge-rooms.js' */

import { compileFields } from '../contract/schema.js';
import { FaultTally } from '../fault-tally.js';

/** A page reports three faults of a scene at most, and nobody goes through scenes faster. */
const RATE = Object.freeze({ perS: 3, burst: 30 });
/** Stands for all small screens in panels, which show what the others show. */
export const PREVIEW = '';
const GATHER_MS = 200;
const number = /** @type {const} */ ({ type: 'integer', minimum: 0, maximum: 1e9 });
const check = compileFields({
  epoch: number,
  hook: { type: 'string', maxLength: 30 },
  message: { type: 'string', maxLength: 300 },
  file: { type: 'string', maxLength: 200 },
  line: number,
  column: number,
});
/** Whatever is no text on one line, or changes the direction of what stands around it. */
const NO_TEXT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** @typedef {(at: { file: string, line: number, column: number }) => Promise<{ file: string, line: number, column: number, message?: string }>} FindSource */

/**
 * @param {object} options
 * @param {Pick<EdgeEnd, 'send'>} options.bus
 * @param {FindSource} options.findSource the place in the source of a place in what was sent; with a `message`, what is wrong there
 */
export function createPageFaults({ bus, findSource }) {
  /** @type {Map<EdgeRoom, FaultTally<{ page: GamePage, report: FaultReport }>>} */
  let gathered = new Map();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  /** @param {EdgeRoom} room @param {GamePage} page @param {string} by which one, such as the id of its player @param {FaultReport} report */
  function note(room, page, by, report) {
    if (report.epoch !== room.scene.epoch) return;
    const tally = gathered.get(room) ?? new FaultTally();
    gathered.set(room, tally);
    tally.add({ page, report }, [by]);
    timer ??= setTimeout(sendAll, GATHER_MS).unref();
  }

  function sendAll() {
    timer = undefined;
    const all = gathered;
    gathered = new Map();
    for (const [room, { list }] of all) void send(room, list);
  }

  /** @param {EdgeRoom} room @param {FaultTally<{ page: GamePage, report: FaultReport }>['list']} all */
  async function send(room, all) {
    const ownFolder = `/games/${room.scene.game.id}/`;
    const faults = all.map(async ({ fault: { page, report }, by }) => {
      const { epoch, hook, message, ...at } = report;
      /** @type {Awaited<ReturnType<FindSource>>} */
      const found = await findSource(at).catch(() => at);
      const file = found.file.startsWith(ownFolder) ? found.file.slice(ownFolder.length) : found.file;
      const place = found.line > 0 ? `${file}:${found.line}:${found.column}` : file;
      const words = { hook: plain(hook), message: plain(found.message ?? message), place: plain(place) };
      return { epoch, page, ...words, by: [...by] };
    });
    bus.send('faults', { room: room.id, faults: await Promise.all(faults) });
  }

  return { note, stop: () => clearTimeout(timer) };
}

/** @typedef {ReturnType<typeof createPageFaults>} PageFaults */

/** A page's rule for `fault`. @param {Rule['run']} run @returns {Rule} */
export const faultRule = (run) => ({ ...RATE, args: [(value) => check(value)], run });

/** @param {string} text */
const plain = (text) => text.replace(NO_TEXT, ' ').trim();
