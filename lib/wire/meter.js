/** What the server measures about itself, once, for the panel, the screens, Prometheus and the load lab. */

/** @import { Socket as NetSocket, Server as NetServer } from 'node:net' */
/** @import { MeterReading } from '../contract/wire.js' */

import { createHistogram, monitorEventLoopDelay, performance } from 'node:perf_hooks';

const SAMPLE_MS = 250;
/** Rates are over the last second. */
const SAMPLES_KEPT = 5;
/** The sampling step of the delay monitor, which its readings contain. */
const RESOLUTION_MS = 10;
const MB = 1024 * 1024;

/**
 * @typedef {'inputs' | 'dropped' | 'frames' | 'notices' | 'joins' | 'messagesIn' | 'messagesOut'} Counter
 * @typedef {Record<Counter | 'bytesIn' | 'bytesOut', number>} Totals since the start
 */

/** Starts sampling; `stop()` ends it. Counting costs an addition. */
export function createMeter() {
  /** @type {Record<Counter, number>} */
  const counts = { inputs: 0, dropped: 0, frames: 0, notices: 0, joins: 0, messagesIn: 0, messagesOut: 0 };
  /** @type {Record<string, number>} refused events and inputs by error code, since the start */
  const dropReasons = {};
  const wires = createWires();
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const lateness = createHistogram();
  let samples = [takeSample()];
  let loop = { p50Ms: 0, p95Ms: 0, p99Ms: 0 };
  let lateP95Ms = 0;
  let ticks = 0;
  const timer = setInterval(sample, SAMPLE_MS);
  timer.unref();

  function takeSample() {
    return {
      atMs: performance.now(),
      totals: totals(),
      cpu: process.cpuUsage(),
      loop: performance.eventLoopUtilization(),
    };
  }

  /** @returns {Totals} */
  function totals() {
    return { ...counts, ...wires.bytes() };
  }

  function sample() {
    samples.push(takeSample());
    samples = samples.slice(-SAMPLES_KEPT);
    if (++ticks % 4 !== 0) return;
    loop = { p50Ms: readDelay(50), p95Ms: readDelay(95), p99Ms: readDelay(99) };
    lateP95Ms = lateness.count > 0 ? round(lateness.percentile(95) / 1000) : 0;
    delay.reset();
    lateness.reset();
  }

  /** @param {number} percentile */
  function readDelay(percentile) {
    const ms = delay.percentile(percentile) / 1e6 - RESOLUTION_MS;
    return Number.isFinite(ms) ? round(Math.max(0, ms)) : 0;
  }

  return {
    counts,
    dropReasons,
    totals,
    watch: wires.watch,
    /** @param {Counter} counter */
    count(counter, by = 1) {
      counts[counter] += by;
    },
    /** @param {string} reason an error code */
    drop(reason) {
      counts.dropped += 1;
      dropReasons[reason] = (dropReasons[reason] ?? 0) + 1;
    },
    /** A tick began so much after it was due. @param {number} ms */
    late(ms) {
      lateness.record(Math.max(1, Math.round(ms * 1000)));
    },
    /** @param {number} connections @returns {MeterReading} */
    reading(connections) {
      const first = /** @type {ReturnType<typeof takeSample>} */ (samples[0]);
      const last = /** @type {ReturnType<typeof takeSample>} */ (samples.at(-1));
      const seconds = Math.max(0.001, (last.atMs - first.atMs) / 1000);
      const perS = (/** @type {keyof Totals} */ name) =>
        Math.round((last.totals[name] - first.totals[name]) / seconds);
      const cpuUs = last.cpu.user + last.cpu.system - first.cpu.user - first.cpu.system;
      const memory = process.memoryUsage();
      return {
        connections,
        inputsPerS: perS('inputs'),
        droppedPerS: perS('dropped'),
        framesPerS: perS('frames'),
        noticesPerS: perS('notices'),
        joinsPerS: perS('joins'),
        messagesInPerS: perS('messagesIn'),
        messagesOutPerS: perS('messagesOut'),
        bytesInPerS: perS('bytesIn'),
        bytesOutPerS: perS('bytesOut'),
        messagesIn: last.totals.messagesIn,
        messagesOut: last.totals.messagesOut,
        inputs: counts.inputs,
        dropped: counts.dropped,
        loopP50Ms: loop.p50Ms,
        loopP95Ms: loop.p95Ms,
        loopP99Ms: loop.p99Ms,
        lateP95Ms,
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

/** The bytes of all connections, those that ended included: what the system counts, asked when it is wanted. */
function createWires() {
  /** @type {Set<NetSocket>} */
  const open = new Set();
  const ended = { bytesIn: 0, bytesOut: 0 };
  /** One for all, not a closure for each. @this {NetSocket} */
  function end() {
    open.delete(this);
    ended.bytesIn += this.bytesRead;
    ended.bytesOut += this.bytesWritten;
  }
  return {
    /** @param {NetServer} server @param {boolean} isSecure what is inside TLS is counted then */
    watch(server, isSecure) {
      server.on(isSecure ? 'secureConnection' : 'connection', (/** @type {NetSocket} */ wire) => {
        open.add(wire);
        wire.on('close', end);
      });
    },
    bytes() {
      let { bytesIn, bytesOut } = ended;
      for (const { bytesRead, bytesWritten } of open) {
        bytesIn += bytesRead;
        bytesOut += bytesWritten;
      }
      return { bytesIn, bytesOut };
    },
  };
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}
