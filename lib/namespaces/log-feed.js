/** The log as panels see it: the lines of this process and, in a cluster, those of all others, each with the name of its process. */

/** @import { EdgeEnd } from '../bus/contract.js' */
/** @import { LogLine } from '../contract/wire.js' */

const MAX_LINES = 200;

/**
 * @param {object} options
 * @param {import('../log.js').Log} options.log
 * @param {EdgeEnd} options.bus
 * @param {string | null} options.from the name of this process; null: there is no other
 * @param {readonly LogLine[]} [options.earlier] lines of the others from before this process came
 */
export function createLogFeed({ log, bus, from, earlier = [] }) {
  /** Oldest first. @type {LogLine[]} */
  let lines = [...earlier, ...log.lines.map(named)];
  /** Since the last `take`. @type {LogLine[]} */
  let own = log.lines.map(named);
  /** @type {LogLine[]} */
  let others = [];

  /** @param {LogLine} line @returns {LogLine} */
  function named(line) {
    return from === null ? line : { ...line, from };
  }

  /** @param {LogLine[]} more */
  function keep(more) {
    lines = [...lines, ...more].slice(-MAX_LINES);
  }

  log.onLine((line) => {
    own.push(named(line));
    keep([named(line)]);
  });
  bus.subscribe((kind, value) => {
    if (kind !== 'log' || value.by === bus.id) return;
    others.push(...value.lines);
    keep(value.lines);
  });

  return {
    get lines() {
      return lines;
    },
    /** Tells the other processes what is new here. @returns {LogLine[]} what is new anywhere, for the panels */
    take() {
      // While there is no home they are lost for other panels; the console has them.
      if (from !== null && own.length > 0) bus.send('log', { lines: own });
      const fresh = [...others, ...own];
      [own, others] = [[], []];
      return fresh;
    },
  };
}

/** @typedef {ReturnType<typeof createLogFeed>} LogFeed */
