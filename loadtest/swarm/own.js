/** Measures the generator itself, so that a limit of its own is not taken for the server's. */

import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

const RESOLUTION_MS = 10;
const SAMPLE_MS = 1000;
const MB = 1024 * 1024;

/**
 * @typedef {object} OwnReading what happened since the last reading
 * @property {number} cpu share of one core
 * @property {number} cpuPeak of the busiest full second
 * @property {number} loopP99Ms delay of the event loop
 * @property {number} rssMb
 */

/** Samples once a second until `stop()`. */
export function createOwnMeter() {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let last = sample();
  let lastSecond = last;
  let peak = 0;
  const timer = setInterval(() => {
    const now = sample();
    peak = Math.max(peak, shareOf(lastSecond, now));
    lastSecond = now;
  }, SAMPLE_MS);
  timer.unref();

  return {
    /** @returns {OwnReading} */
    read() {
      const now = sample();
      const cpu = round(shareOf(last, now));
      const p99Ms = delay.percentile(99) / 1e6 - RESOLUTION_MS;
      const reading = {
        cpu,
        cpuPeak: Math.max(cpu, round(peak)),
        loopP99Ms: Number.isFinite(p99Ms) ? round(Math.max(0, p99Ms)) : 0,
        rssMb: Math.round(process.memoryUsage.rss() / MB),
      };
      delay.reset();
      last = now;
      peak = 0;
      return reading;
    },
    stop() {
      clearInterval(timer);
      delay.disable();
    },
  };
}

function sample() {
  const { user, system } = process.cpuUsage();
  return { atMs: performance.now(), cpuMs: (user + system) / 1000 };
}

/** @param {ReturnType<typeof sample>} from @param {ReturnType<typeof sample>} to */
function shareOf(from, to) {
  return to.atMs - from.atMs < 1 ? 0 : (to.cpuMs - from.cpuMs) / (to.atMs - from.atMs);
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 1000) / 1000;
}
