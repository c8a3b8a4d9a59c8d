/** What the server measures about itself, once, for whoever shows it. */

/** @import { MeterReading } from './types.js' */

import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

const SAMPLE_MS = 250;
/** Rates are over the last second. */
const SAMPLES_KEPT = 5;
/** The sampling step of the delay monitor, which its readings contain. */
const RESOLUTION_MS = 10;
const MB = 1024 * 1024;

/** @typedef {'inputs' | 'dropped' | 'frames' | 'notices'} Counter */

/** Starts sampling; `stop()` ends it. Counting costs an addition. */
export function createMeter() {
  /** @type {Record<Counter, number>} */
  const totals = { inputs: 0, dropped: 0, frames: 0, notices: 0 };
  /** @type {Record<string, number>} dropped inputs by reason since the start */
  const dropReasons = {};
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let samples = [takeSample()];
  let loop = { p50Ms: 0, p95Ms: 0 };
  let ticks = 0;
  const timer = setInterval(sample, SAMPLE_MS);
  timer.unref();

  function takeSample() {
    return {
      atMs: performance.now(),
      ...totals,
      cpu: process.cpuUsage(),
      loop: performance.eventLoopUtilization(),
    };
  }

  function sample() {
    samples.push(takeSample());
    samples = samples.slice(-SAMPLES_KEPT);
    if (++ticks % 4 !== 0) return;
    loop = { p50Ms: readDelay(50), p95Ms: readDelay(95) };
    delay.reset();
  }

  /** @param {number} percentile */
  function readDelay(percentile) {
    const ms = delay.percentile(percentile) / 1e6 - RESOLUTION_MS;
    return Number.isFinite(ms) ? round(Math.max(0, ms)) : 0;
  }

  return {
    totals,
    dropReasons,
    /** @param {Counter} counter */
    count(counter, by = 1) {
      totals[counter] += by;
    },
    /** @param {string} reason */
    drop(reason) {
      totals.dropped += 1;
      dropReasons[reason] = (dropReasons[reason] ?? 0) + 1;
    },
    /** @param {number} connections @returns {MeterReading} */
    reading(connections) {
      const first = /** @type {ReturnType<typeof takeSample>} */ (samples[0]);
      const last = /** @type {ReturnType<typeof takeSample>} */ (samples.at(-1));
      const seconds = Math.max(0.001, (last.atMs - first.atMs) / 1000);
      const perS = (/** @type {Counter} */ counter) => Math.round((last[counter] - first[counter]) / seconds);
      const cpuUs = last.cpu.user + last.cpu.system - first.cpu.user - first.cpu.system;
      const memory = process.memoryUsage();
      return {
        connections,
        inputsPerS: perS('inputs'),
        droppedPerS: perS('dropped'),
        framesPerS: perS('frames'),
        noticesPerS: perS('notices'),
        loopP50Ms: loop.p50Ms,
        loopP95Ms: loop.p95Ms,
        utilisation: round(performance.eventLoopUtilization(last.loop, first.loop).utilization),
        cpu: round(cpuUs / 1e6 / seconds),
        rssMb: round(memory.rss / MB),
        heapMb: round(memory.heapUsed / MB),
        uptimeS: Math.round(process.uptime()),
      };
    },
    stop() {
      clearInterval(timer);
      delay.disable();
    },
  };
}

/** @typedef {ReturnType<typeof createMeter>} Meter */

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}
