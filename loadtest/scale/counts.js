/**
 * Counts how often each block of the program runs, so that a term which grows with the audience can be told from a machine that
 * is slower with a larger memory: times depend on both, counts on the code alone. What the engine does within one call, such
 * as copying a Map, is not seen.
 */

import { Session } from 'node:inspector';

/** Code of the show, not of the simulator. */
const OURS = /\/(lib|public|games)\//;

/** How often each block ran, by file, function and place. @typedef {Map<string, number>} Counts */

/**
 * Begins to count. Only functions that have not run yet are counted whole, because V8 puts the counters into them when it compiles
 * them: it has to be called before the first show. What runs from then on takes longer, so that its time says nothing.
 */
export function openCounter() {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  /** @type {Counts} */
  let counts = new Map();
  let isOn = false;

  /** Takes what has run since the last time, and keeps it if it was to be counted. */
  function take() {
    // In one thread the answer is there before this returns.
    session.post('Profiler.takePreciseCoverage', (error, answer) => {
      if (error) throw error;
      if (isOn) for (const script of answer.result) add(counts, script);
    });
  }

  return {
    /** Says whether what runs from now on is to be counted. @param {boolean} next */
    turn(next) {
      if (next === isOn) return;
      take();
      isOn = next;
    },
    /** @returns {Counts} how often each block has run since this was asked last, while it was to be counted */
    read() {
      this.turn(false);
      const read = counts;
      counts = new Map();
      return read;
    },
  };
}

/** @param {Counts} counts @param {import('node:inspector').Profiler.ScriptCoverage} script */
function add(counts, { url, functions }) {
  const [path] = OURS.exec(url) ?? [];
  if (path === undefined) return;
  const file = url.slice(url.lastIndexOf(path) + 1);
  for (const { functionName, ranges } of functions)
    for (const { startOffset, count } of ranges) {
      const block = `${file} ${functionName}, at ${startOffset}`;
      counts.set(block, (counts.get(block) ?? 0) + count);
    }
}

/** @typedef {ReturnType<typeof openCounter>} Counter */

/**
 * Finds what ran more often in a larger show.
 * @param {Counts} before @param {Counts} after
 * @param {number} least so many times more often are not worth a line
 * @returns {{ block: string, before: number, after: number }[]} by how much more often it ran, the most first
 */
export function grown(before, after, least) {
  return [...after]
    .map(([block, count]) => ({ block, before: before.get(block) ?? 0, after: count }))
    .filter((one) => one.after - one.before >= least)
    .sort((a, b) => b.after - b.before - (a.after - a.before));
}

/** @param {Counts} counts */
export function sumOf(counts) {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
