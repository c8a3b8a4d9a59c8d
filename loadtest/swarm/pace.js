/**
 * Sets the pace of a load: send k is due at start + k / perS, whatever became of those before (open loop), and
 * belongs to connection k mod n, so that n connections at one rate have evenly spread phases without a timer
 * of their own. A late turn sends all that is due, each with the time at which it was due, so that a stall
 * shows in the round trips instead of hiding them ("coordinated omission").
 */

/** Node's timers have no finer step, so a send that is late by less is not late. */
const GRAIN_MS = 1;

/** @param {{ perS: number, startMs: number }} options `startMs`: when the first is due */
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

/** @typedef {ReturnType<typeof createPace>} Pace */
