/** Measures the longest turn of this process's event loop from inside, by Node's own monitor. */

import { monitorEventLoopDelay } from 'node:perf_hooks';

/** A turn is understated by this at most; the timer costs some 0.2 % of a core. */
const STEP_MS = 5;

/** Measures from now on. */
export function measureTurns() {
  const monitor = monitorEventLoopDelay({ resolution: STEP_MS });
  monitor.enable();
  return {
    /** @returns {number} ms: the longest since the last call */
    longestMs() {
      const ms = monitor.count === 0 ? 0 : Math.max(0, monitor.max / 1e6 - STEP_MS);
      monitor.reset();
      return Math.round(ms * 10) / 10;
    },
    stop: () => void monitor.disable(),
  };
}
