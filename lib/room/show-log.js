/** The last lines of the logs of all processes, which the home passes on from each to all the others. */

/** @import { HomeEnd } from '../bus/contract.js' */
/** @import { LogLine } from '../contract/wire.js' */

const MAX_LINES = 200;

/** @param {Pick<HomeEnd, 'publish'>} bus */
export function createShowLog(bus) {
  /** @type {LogLine[]} */
  let all = [];
  return {
    /** Oldest first, for a process that comes now. */
    get lines() {
      return all;
    },
    /** @param {{ lines: LogLine[] }} value @param {string} edgeId which says them */
    add({ lines }, edgeId) {
      all = [...all, ...lines].slice(-MAX_LINES);
      bus.publish('log', { lines, by: edgeId });
    },
  };
}
