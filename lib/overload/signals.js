/** What the governor looks at: how the event loop, the memory and the connections fared since the last look. */

/** @import { Signals } from '../rates/governor.js' */

import { totalmem } from 'node:os';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { SAMPLE_MS } from '../rates/governor.js';
import { OUT_COST } from '../rates/rates.js';

/** The sampling step of the delay monitor, which its readings contain. */
const RESOLUTION_MS = 10;
/** One phone in five that sleeps is no sign of a bad network; a seventh of a hall is. */
const FEWEST = 20;
/** Handshake, welcome, scene: as much of the loop as so many inputs (docs/decisions/0012). */
const JOIN_COST = 40;
/** A rate of 1/s shows in a look of 250 ms only on average. */
const DEMAND_SMOOTHING = 0.3;
/** Notices leave in one look and not in the next, which would make the messages of the one cheap and of the other dear. */
const OUT_SMOOTHING = 0.3;

/**
 * @param {object} options
 * @param {import('../wire/meter.js').Meter} options.meter
 * @param {() => { stuck: number, open: number }} options.connections
 */
export function createSignals({ meter, connections }) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const limitBytes = memoryLimit();
  let loop = performance.eventLoopUtilization();
  let atMs = performance.now();
  let before = counts();
  let cpu = process.cpuUsage();
  let demand = 0;
  let out = 0;

  function counts() {
    const { messagesIn, messagesOut, joins, inputs } = meter.counts;
    const tooFast = meter.dropReasons['rate-exceeded'] ?? 0;
    return { messagesIn, messagesOut, joins, inputs: inputs + tooFast };
  }

  /**
   * A turn of the loop longer than a look leaves the monitor without a sample: then the look's own lateness is all
   * that is known, and it is the least that anybody waited.
   * @param {number} percentile @param {number} lateMs
   */
  function readDelay(percentile, lateMs) {
    if (delay.count === 0) return lateMs;
    return Math.max(0, delay.percentile(percentile) / 1e6 - RESOLUTION_MS);
  }

  return {
    /**
     * What happened since the last call.
     * @param {number} grantedPerS inputs a second that those phones may send who do send
     * @param {boolean} isAwaited somebody waits at the door, which is a demand as well
     * @returns {Signals & { inputsPerS: number }}
     */
    sample(grantedPerS, isAwaited) {
      const [nowMs, nowLoop, now] = [performance.now(), performance.eventLoopUtilization(), counts()];
      const elapsedMs = Math.max(1, nowMs - atMs);
      const utilisation = performance.eventLoopUtilization(nowLoop, loop).utilization;
      const { user, system } = process.cpuUsage(cpu);
      cpu = process.cpuUsage();
      const inputsPerS = ((now.inputs - before.inputs) / elapsedMs) * 1000;
      const used = grantedPerS > 0 ? Math.min(1, inputsPerS / grantedPerS) : 0;
      demand += (used - demand) * DEMAND_SMOOTHING;
      out += (now.messagesOut - before.messagesOut - out) * OUT_SMOOTHING;
      const { stuck, open } = connections();
      const lateMs = Math.max(0, elapsedMs - SAMPLE_MS);
      const signals = {
        d50Ms: readDelay(50, lateMs),
        d95Ms: Math.max(readDelay(95, lateMs), lateMs),
        utilisation,
        workMs: Math.min(utilisation * elapsedMs, (user + system) / 1000),
        stuckShare: stuck / Math.max(FEWEST, open),
        memoryShare: process.memoryUsage.rss() / limitBytes,
        elapsedMs,
        messages:
          now.messagesIn - before.messagesIn + OUT_COST * out + JOIN_COST * (now.joins - before.joins),
        demand: isAwaited ? 1 : demand,
        inputsPerS,
      };
      delay.reset();
      [atMs, loop, before] = [nowMs, nowLoop, now];
      return signals;
    },
    stop: () => void delay.disable(),
  };
}

/** @returns {number} bytes this process may have: its container's limit, else the machine's memory */
export function memoryLimit() {
  const limit = process.constrainedMemory?.() ?? 0;
  const machine = totalmem();
  return limit > 0 && limit < machine ? limit : machine;
}
