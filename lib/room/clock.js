/** The clock of a room's ticks: it beats at a rate that may change, and reports how late each beat is. */

import { performance } from 'node:perf_hooks';

/**
 * @param {object} options
 * @param {() => number} options.stepMs until the next beat, asked before each
 * @param {(lateMs: number) => void} options.onBeat may throw: the clock goes on all the same
 * @param {() => number} [options.now] ms
 */
export function createClock({ stepMs, onBeat, now = () => performance.now() }) {
  let dueMs = now();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  /** Schedules by due times, so that the lateness of one beat is not added to the next. */
  function schedule() {
    const ms = stepMs();
    const nowMs = now();
    dueMs = Math.max(nowMs, dueMs + ms);
    if (dueMs - nowMs > ms) dueMs = nowMs + ms;
    timer = setTimeout(beat, dueMs - nowMs);
  }

  function beat() {
    const own = timer;
    try {
      onBeat(now() - dueMs);
    } finally {
      // The beat itself may have stopped or woken the clock.
      if (timer === own) schedule();
    }
  }

  return {
    start() {
      if (timer === undefined) schedule();
    },
    /** Applies a new rate at once, instead of sleeping out a long step. */
    wake() {
      if (timer === undefined) return;
      clearTimeout(timer);
      schedule();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
