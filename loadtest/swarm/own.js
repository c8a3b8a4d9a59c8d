/** Measures the generator itself, so that a limit of its own is not taken for the server's. */

import { performance } from 'node:perf_hooks';
import { Histogram } from '../histogram.js';

const BEAT_MS = 20;
const SAMPLE_MS = 1000;
const MB = 1024 * 1024;
/** A longer wait in the generator spoils the times; a garbage collection takes less. */
export const LATE_MS = 100;

/**
 * @typedef {object} OwnReading what happened since the last reading
 * @property {number} cpu share of one core
 * @property {number} cpuPeak of the busiest full second
 * @property {number} loopP99Ms delay of the event loop
 * @property {number} stalledShare of the time in which whatever came or was due had to wait for more than 100 ms
 * @property {number} rssMb
 */

/** Samples until `stop()`. A process that sleeps uses no processor, and shows only in how late its timers are. */
export function createOwnMeter() {
  let last = sample();
  let lastSecond = last;
  let peak = 0;
  let beatMs = last.atMs;
  let stalledMs = 0;
  let delays = new Histogram();

  function beat() {
    const nowMs = performance.now();
    const delayMs = Math.max(0, nowMs - beatMs - BEAT_MS);
    beatMs = nowMs;
    delays.record(delayMs);
    stalledMs += Math.max(0, delayMs - LATE_MS);
    if (nowMs - lastSecond.atMs < SAMPLE_MS) return;
    const now = sample();
    peak = Math.max(peak, shareOf(lastSecond, now));
    lastSecond = now;
  }
  const timer = setInterval(beat, BEAT_MS);
  timer.unref();

  return {
    /** @returns {OwnReading} */
    read() {
      const now = sample();
      // A reading may come before the timer that is late.
      const waitingMs = Math.max(0, now.atMs - beatMs - BEAT_MS - LATE_MS);
      const cpu = round(shareOf(last, now));
      const reading = {
        cpu,
        cpuPeak: Math.max(cpu, round(peak)),
        loopP99Ms: delays.count === 0 ? 0 : round(delays.percentile(0.99)),
        stalledShare: round(Math.min(1, (stalledMs + waitingMs) / Math.max(1, now.atMs - last.atMs))),
        rssMb: Math.round(process.memoryUsage.rss() / MB),
      };
      stalledMs = -waitingMs;
      delays = new Histogram();
      last = now;
      peak = 0;
      return reading;
    },
    stop: () => clearInterval(timer),
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
