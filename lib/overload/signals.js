/**
 * Samples the signals of the governor: the event loop and the memory since the last sample. All of them are measured on
 * this process. A share of connections in some state would let a few clients set everybody's rate (docs/decisions/0012).
 */

/** @import { Signals } from '../rates/governor.js' */

import { totalmem } from 'node:os';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { isRush } from '../rates/door.js';
import { SAMPLE_MS } from '../rates/governor.js';
import { OUT_COST } from '../rates/rates.js';
import { readMemory } from '../wire/meter.js';

/** The sampling step of the delay monitor. Its readings include this step. */
const RESOLUTION_MS = 10;
/** Smooths the outgoing messages, or those of a sample with notices would look cheap and those of the next one dear. */
const OUT_SMOOTHING = 0.3;

/**
 * @param {object} options
 * @param {import('../wire/meter.js').Meter} options.meter
 * @param {Pick<import('../wire/slices.js').Slices, 'usedMs' | 'waitMs'>} options.slices
 * @param {() => number} [options.now] ms
 */
export function createSignals({ meter, slices, now: clock = () => performance.now() }) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const limitBytes = memoryLimit();
  let loop = performance.eventLoopUtilization();
  let atMs = clock();
  let before = counts();
  let cpu = process.cpuUsage();
  let out = 0;

  function counts() {
    const { messagesIn, messagesOut, inputs } = meter.counts;
    const tooFast = meter.dropReasons['rate-exceeded'] ?? 0;
    return {
      ...{ messagesIn, messagesOut, inputs: inputs + tooFast },
      ...{ slicesMs: slices.usedMs, asideMs: meter.aside.ms },
    };
  }

  /**
   * Reads the delay of the event loop. A turn of the loop longer than the sampling interval leaves the monitor without a
   * reading. Then only the lateness of the sample itself is known, and everybody waited at least that long.
   * @param {number} percentile @param {number} lateMs
   */
  function readDelay(percentile, lateMs) {
    if (delay.count === 0) return lateMs;
    return Math.max(0, delay.percentile(percentile) / 1e6 - RESOLUTION_MS);
  }

  return {
    /**
     * Takes a sample of the time since the last call.
     * @returns {Signals & { inputsPerS: number }}
     */
    sample() {
      const [nowMs, nowLoop, now] = [clock(), performance.eventLoopUtilization(), counts()];
      const elapsedMs = Math.max(1, nowMs - atMs);
      const busyMs = performance.eventLoopUtilization(nowLoop, loop).utilization * elapsedMs;
      const movingMs = Math.min(busyMs, now.slicesMs - before.slicesMs);
      // Whatever yields to the show is no reason to slow the phones.
      const asideMs = Math.min(busyMs - movingMs, now.asideMs - before.asideMs);
      const ownMs = busyMs - movingMs - asideMs;
      const { user, system } = process.cpuUsage(cpu);
      cpu = process.cpuUsage();
      const inputsPerS = ((now.inputs - before.inputs) / elapsedMs) * 1000;
      const workMs = Math.min(busyMs, (user + system) / 1000);
      out += (now.messagesOut - before.messagesOut - out) * OUT_SMOOTHING;
      const lateMs = Math.max(0, elapsedMs - SAMPLE_MS);
      const signals = {
        d50Ms: readDelay(50, lateMs),
        d95Ms: Math.max(readDelay(95, lateMs), lateMs),
        utilisation: ownMs / elapsedMs,
        workMs: (workMs * ownMs) / Math.max(1, busyMs),
        movingMs: (workMs * movingMs) / Math.max(1, busyMs),
        memoryShare: readMemory().rss / limitBytes,
        elapsedMs,
        messages: now.messagesIn - before.messagesIn + OUT_COST * out,
        isRush: isRush(slices.waitMs()),
        inputsPerS,
      };
      delay.reset();
      [atMs, loop, before] = [nowMs, nowLoop, now];
      return signals;
    },
    stop: () => void delay.disable(),
  };
}

/** @returns {number} bytes this process may use: its container's limit, or else the machine's memory */
function memoryLimit() {
  const limit = process.constrainedMemory?.() ?? 0;
  const machine = totalmem();
  return limit > 0 && limit < machine ? limit : machine;
}
