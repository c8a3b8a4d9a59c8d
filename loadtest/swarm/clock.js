/** Runs the one clock of a swarm, which calls a turn when something is due and measures how late it was. */

import { performance } from 'node:perf_hooks';

/** Node's timers are no finer than this. */
const GRAIN_MS = 1;

/**
 * @param {object} options
 * @param {(nowMs: number) => boolean} options.turn true: there is more to do, after a look at what came in
 * @param {() => number} options.waitMs until something is due; Infinity: nothing until `wake`
 */
export function createClock({ turn, waitMs }) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {NodeJS.Immediate | undefined} */
  let immediate;
  let isStopped = false;
  let dueMs = Infinity;
  let worstLateMs = 0;

  function run() {
    clearTimeout(timer);
    timer = immediate = undefined;
    const nowMs = performance.now();
    if (nowMs - dueMs > worstLateMs) worstLateMs = nowMs - dueMs;
    dueMs = Infinity;
    if (turn(nowMs)) return wake();
    const untilMs = Math.max(GRAIN_MS, waitMs());
    if (untilMs === Infinity || isStopped) return;
    dueMs = performance.now() + untilMs;
    timer = setTimeout(run, untilMs);
  }

  function wake() {
    if (!isStopped) immediate ??= setImmediate(run);
  }

  return {
    wake,
    /** @returns {number} ms, since the last time it was asked */
    takeWorstLateMs() {
      const worst = worstLateMs;
      worstLateMs = 0;
      return worst;
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      clearImmediate(immediate);
    },
  };
}
