/** One clock for thousands of timers: it is coarse, so that a crowd's timers cost no more than one. */

import { performance } from 'node:perf_hooks';
import { clearInterval, setInterval } from 'node:timers';

/** Fine enough for 20 inputs a second; the process wakes only 50 times a second. */
const TICK_MS = 20;
/** One lap of the wheel is 10 s; a longer timer stays in its slot for some laps. */
const SLOTS = 512;

/**
 * @typedef {object} Timer
 * @property {number} tick at which it is due
 * @property {(() => void) | null} run null: fired or cleared
 */

/**
 * Fires timers to the nearest 20 ms. It runs while it has some; without any it keeps no process alive.
 * @param {object} [options]
 * @param {() => number} [options.now] ms
 * @param {(error: unknown) => void} [options.onFault] gets what a timer threw; the others go on
 * @param {boolean} [options.isDriven] the caller calls `advance()`
 */
export function createWheel({ now = () => performance.now(), onFault = throwLater, isDriven = false } = {}) {
  const startMs = now();
  /** @type {Timer[][]} */
  const slots = Array.from({ length: SLOTS }, () => []);
  let live = 0;
  let tick = 0;
  let isRunning = false;
  /** @type {NodeJS.Timeout | undefined} */
  let interval;

  const tickAt = (/** @type {number} */ ms) => Math.round((ms - startMs) / TICK_MS);

  function start() {
    isRunning = true;
    tick = tickAt(now());
    if (!isDriven) interval = setInterval(advance, TICK_MS);
  }

  function stop() {
    isRunning = false;
    clearInterval(interval);
  }

  /** Fires everything that is due; after a pause of the process, that of several ticks. */
  function advance() {
    const until = tickAt(now());
    while (tick < until && live > 0) fireTick(++tick);
    if (live === 0) stop();
  }

  /** @param {number} at */
  function fireTick(at) {
    const due = /** @type {Timer[]} */ (slots[at % SLOTS]);
    if (due.length === 0) return;
    slots[at % SLOTS] = due.filter((timer) => timer.run && timer.tick > at);
    for (const timer of due) {
      if (timer.run && timer.tick <= at) fire(timer);
    }
  }

  /** @param {Timer} timer */
  function fire(timer) {
    const { run } = timer;
    timer.run = null;
    live -= 1;
    try {
      run?.();
    } catch (error) {
      onFault(error);
    }
  }

  return {
    now,
    advance,
    /** @param {() => void} run @param {number} ms at least one tick @returns {Timer} */
    setTimer(run, ms) {
      if (!isRunning) start();
      const timer = { tick: Math.max(tick + 1, tickAt(now() + ms)), run };
      slots[timer.tick % SLOTS]?.push(timer);
      live += 1;
      return timer;
    },
    /** @param {Timer | null | undefined} timer */
    clearTimer(timer) {
      if (!timer?.run) return;
      timer.run = null;
      live -= 1;
      if (live === 0) stop();
    },
    /** How many timers are still to come. */
    get size() {
      return live;
    },
  };
}

/** @typedef {ReturnType<typeof createWheel>} Wheel */

/** @param {unknown} error */
function throwLater(error) {
  queueMicrotask(() => {
    throw error;
  });
}
