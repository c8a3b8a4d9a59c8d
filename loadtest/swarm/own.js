/** Measures the generator itself, so that a limit of its own is not taken for the server's. */

import { performance } from 'node:perf_hooks';
import { Histogram } from '../histogram.js';

const BEAT_MS = 20;
const SAMPLE_MS = 1000;
const MB = 1024 * 1024;
/** A longer wait in the generator spoils the times; a garbage collection takes less. */
export const LATE_MS = 100;

/** Samples until `stop()`. A process that sleeps uses no processor, and shows only in how late its timers are. */
export function createOwnMeter() {
  let last = sample();
  let lastSecond = last;
  let peak = 0;
  let beatMs = last.atMs;
  let stalledMs = 0;
  let delays = new Histogram();
  const timer = setInterval(beat, BEAT_MS);
  timer.unref();

  function beat() {
    const now = sample();
    const delayMs = now.atMs - beatMs - BEAT_MS;
    beatMs = now.atMs;
    delays.record(delayMs);
    stalledMs += Math.max(0, delayMs - LATE_MS);
    if (now.atMs - lastSecond.atMs < SAMPLE_MS) return;
    peak = Math.max(peak, shareOf(lastSecond, now));
    lastSecond = now;
  }

  return {
    /** Tells what happened since the last reading. */
    read() {
      const now = sample();
      const cpu = round(shareOf(last, now));
      // A reading may come before the timer that is late.
      const waitingMs = Math.max(0, now.atMs - beatMs - BEAT_MS - LATE_MS);
      const stalledShare = (stalledMs + waitingMs) / Math.max(1, now.atMs - last.atMs);
      const reading = {
        /** Share of one core. */
        cpu,
        /** In the busiest full second. */
        cpuPeak: Math.max(cpu, round(peak)),
        /** Delay of the event loop. */
        loopP99Ms: delays.count === 0 ? 0 : round(delays.percentile(0.99)),
        /** A share of the time: whatever came or was due had to wait for more than 100 ms. */
        stalledShare: round(Math.min(1, stalledShare)),
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
