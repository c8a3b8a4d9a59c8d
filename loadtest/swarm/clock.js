/** Runs the one clock of a swarm, which calls a turn when something is due, and sets the pace of what is due. */

import { performance } from 'node:perf_hooks';

/** Node's timers have no finer step, so what is late by less is not late. */
const GRAIN_MS = 1;

/**
 * @typedef {object} Worker
 * @property {(nowMs: number) => boolean} turn true: there is more to do, after a look at what came in
 * @property {(nowMs: number) => number} waitMs until something is due; Infinity: nothing until `wake`
 *
 * @param {() => readonly Worker[]} workers
 */
export function createClock(workers) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {NodeJS.Immediate | undefined} */
  let immediate;
  let isStopped = false;

  function run() {
    clearTimeout(timer);
    immediate = undefined;
    const nowMs = performance.now();
    const isBusy = workers().map((worker) => worker.turn(nowMs));
    if (isBusy.includes(true)) return wake();
    const waitMs = Math.min(...workers().map((worker) => worker.waitMs(performance.now())));
    if (waitMs < Infinity && !isStopped) timer = setTimeout(run, Math.max(GRAIN_MS, waitMs));
  }

  function wake() {
    if (!isStopped) immediate ??= setImmediate(run);
  }

  return {
    wake,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      clearImmediate(immediate);
    },
  };
}

/**
 * Send k is due at start + k / perS, whatever became of those before (open loop), and belongs to connection k mod n,
 * so that n connections at one rate have evenly spread phases without a timer of their own. A late turn sends all
 * that is due, each with the time at which it was due, so that a stall shows in the round trips instead of hiding
 * them ("coordinated omission").
 * @param {{ perS: number, startMs: number }} options `startMs`: when the first is due
 */
export function createPace({ perS, startMs }) {
  let taken = 0;
  return {
    /** @param {number} nowMs @returns {number} all that were due up to now */
    due: (nowMs) => Math.max(0, Math.floor(((nowMs - startMs) * perS) / 1000) + 1),
    get taken() {
      return taken;
    },
    /** Takes the next send as dealt with, and returns its number. */
    take: () => taken++,
    /**
     * Returns when send k was due, for its round trip: at the next full step of the timer.
     * @param {number} k @param {number} nowMs @returns {number} ms, not after now
     */
    dueAtMs: (k, nowMs) => Math.min(nowMs, startMs + (k * 1000) / perS + GRAIN_MS),
    /** @param {number} nowMs @returns {number} until the next one; 0: there is one */
    waitMs: (nowMs) => Math.max(0, startMs + (taken * 1000) / perS - nowMs),
  };
}
