/** The meter: what the server measures about itself, once, for the panel, the screens, Prometheus and the load lab. */

/** @import { Socket as NetSocket, Server as NetServer } from 'node:net' */
/** @import { MeterReading } from '../contract/readings.js' */

import { countsOf } from '../delay-counts.js';
import { createHistogram, monitorEventLoopDelay, performance } from 'node:perf_hooks';

const SAMPLE_MS = 250;
/** Rates are taken over the last second, percentiles once in it. */
const SAMPLES_PER_S = 4;
/** To read the bytes of a connection costs some 0.3 µs, so in a large hall they are read more rarely than once a second. */
const STREAMS_PER_S = 1000;
/** The sampling step of the delay monitor, which its readings contain. */
const RESOLUTION_MS = 10;
const MB = 1024 * 1024;

/**
 * @typedef {'inputs' | 'dropped' | 'frames' | 'notices' | 'joins' | 'messagesIn' | 'messagesOut' | 'thrownAway'} Counter
 * @typedef {Record<Counter | 'bytesIn' | 'bytesOut', number>} Totals since the start
 *
 * @typedef {object} Sample
 * @property {number} atMs
 * @property {Record<Counter, number>} totals
 * @property {NodeJS.CpuUsage} cpu
 * @property {import('node:perf_hooks').EventLoopUtilization} loop
 */

/** Starts sampling; `stop()` ends it. Counting costs an addition. */
export function createMeter() {
  /** @type {Record<Counter, number>} */
  const counts = {
    ...{ inputs: 0, dropped: 0, frames: 0, notices: 0, joins: 0 },
    ...{ messagesIn: 0, messagesOut: 0, thrownAway: 0 },
  };
  /** Refused events and inputs since the start, by error code. @type {Record<string, number>} */
  const dropReasons = {};
  const streams = createStreams();
  const delays = createDelays();
  const totals = () => /** @type {Totals} */ ({ ...counts, ...streams.bytes() });
  let samples = [takeSample(counts)];
  let ticks = 0;
  /** @type {MeterReading | null} */
  let latest = null;
  const timer = setInterval(sample, SAMPLE_MS);
  timer.unref();

  function sample() {
    latest = null;
    samples.push(takeSample(counts));
    samples = samples.slice(-SAMPLES_PER_S - 1);
    if (++ticks % SAMPLES_PER_S !== 0) return;
    delays.read();
    streams.sample();
  }

  return {
    counts,
    dropReasons,
    /** The loop's time, in ms, for whatever yields to the show: the governor does not count it against the phones. */
    aside: { ms: 0 },
    totals,
    /** Counts the bytes of a server's connections from now on. */
    watch: streams.watch,
    /** @param {Counter} counter */
    count(counter, by = 1) {
      counts[counter] += by;
    },
    /** @param {string} reason an error code */
    drop(reason) {
      counts.dropped += 1;
      dropReasons[reason] = (dropReasons[reason] ?? 0) + 1;
    },
    /** Notes how long after it was due a tick began. @param {number} ms */
    late: delays.late,
    /** The delays of the event loop over the last second, by lib/delay-counts.js. @returns {number[]} */
    get delayCounts() {
      return delays.counts();
    },
    /** Reads it anew with each sample, however many rooms and panels ask. @param {number} connections @returns {MeterReading} */
    reading(connections) {
      if (latest) return latest;
      const { inputs, dropped } = counts;
      const first = /** @type {Sample} */ (samples[0]);
      const last = /** @type {Sample} */ (samples.at(-1));
      return (latest = {
        connections,
        inputs,
        dropped,
        ...ratesOf(first, last),
        ...streams.rates(),
        ...delays.latest(),
        ...processReading(),
      });
    },
    stop() {
      clearInterval(timer);
      delays.stop();
    },
  };
}

/** @typedef {ReturnType<typeof createMeter>} Meter */

/** @param {Record<Counter, number>} counts @returns {Sample} */
function takeSample(counts) {
  return {
    atMs: performance.now(),
    totals: { ...counts },
    cpu: process.cpuUsage(),
    loop: performance.eventLoopUtilization(),
  };
}

/** @param {Sample} first @param {Sample} last */
function ratesOf(first, last) {
  const seconds = Math.max(0.001, (last.atMs - first.atMs) / 1000);
  const perS = (/** @type {Counter} */ name) =>
    Math.round((last.totals[name] - first.totals[name]) / seconds);
  const cpuUs = last.cpu.user + last.cpu.system - first.cpu.user - first.cpu.system;
  return {
    inputsPerS: perS('inputs'),
    droppedPerS: perS('dropped'),
    framesPerS: perS('frames'),
    noticesPerS: perS('notices'),
    joinsPerS: perS('joins'),
    messagesInPerS: perS('messagesIn'),
    messagesOutPerS: perS('messagesOut'),
    messagesIn: last.totals.messagesIn,
    messagesOut: last.totals.messagesOut,
    utilisation: round(performance.eventLoopUtilization(last.loop, first.loop).utilization),
    cpu: round(cpuUs / 1e6 / seconds),
  };
}

/**
 * @returns {Pick<NodeJS.MemoryUsage, 'rss' | 'heapUsed'>} bytes; zeros while they cannot be read: the system tells them in a
 *   file, and a process may open so many
 */
export function readMemory() {
  try {
    return process.memoryUsage();
  } catch {
    return { rss: 0, heapUsed: 0 };
  }
}

function processReading() {
  const { rss, heapUsed } = readMemory();
  return { rssMb: round(rss / MB), heapMb: round(heapUsed / MB), uptimeS: Math.round(process.uptime()) };
}

/** The delays of the event loop and the lateness of the ticks, as percentiles of the last second. */
function createDelays() {
  const monitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  monitor.enable();
  const lateness = createHistogram();
  let counts = countsOf([], 0);
  let latest = { loopP50Ms: 0, loopP95Ms: 0, loopP99Ms: 0, lateP95Ms: 0 };

  /** @param {number} percentile */
  function loopMs(percentile) {
    const ms = monitor.percentile(percentile) / 1e6 - RESOLUTION_MS;
    return Number.isFinite(ms) ? round(Math.max(0, ms)) : 0;
  }

  return {
    /** @param {number} ms */
    late(ms) {
      lateness.record(Math.max(1, Math.round(ms * 1000)));
    },
    /** Takes the percentiles and begins anew. */
    read() {
      latest = {
        loopP50Ms: loopMs(50),
        loopP95Ms: loopMs(95),
        loopP99Ms: loopMs(99),
        lateP95Ms: lateness.count > 0 ? round(lateness.percentile(95) / 1000) : 0,
      };
      counts = countsOf(
        [...monitor.percentiles].map(([share, ns]) => [share, Math.max(0, ns / 1e6 - RESOLUTION_MS)]),
        monitor.count,
      );
      monitor.reset();
      lateness.reset();
    },
    latest: () => latest,
    counts: () => counts,
    stop: () => monitor.disable(),
  };
}

/** The bytes of all connections, those that ended included. The system counts them, and is asked when they are wanted. */
function createStreams() {
  /** @type {Set<NetSocket>} */
  const open = new Set();
  const ended = { bytesIn: 0, bytesOut: 0 };
  let last = { atMs: performance.now(), bytesIn: 0, bytesOut: 0 };
  let rates = { bytesInPerS: 0, bytesOutPerS: 0 };
  /** One listener for all, not a closure for each. @this {NetSocket} */
  function end() {
    open.delete(this);
    ended.bytesIn += this.bytesRead;
    ended.bytesOut += this.bytesWritten;
  }

  function bytes() {
    let { bytesIn, bytesOut } = ended;
    for (const { bytesRead, bytesWritten } of open) {
      bytesIn += bytesRead;
      bytesOut += bytesWritten;
    }
    return { bytesIn, bytesOut };
  }

  return {
    /** @param {NetServer} server @param {boolean} isSecure inside TLS, the bytes before encryption are counted */
    watch(server, isSecure) {
      server.on(isSecure ? 'secureConnection' : 'connection', (/** @type {NetSocket} */ stream) => {
        open.add(stream);
        stream.on('close', end);
      });
    },
    bytes,
    /** Takes the rates since the last time, when it is time for that. Called once a second. */
    sample() {
      const atMs = performance.now();
      const seconds = (atMs - last.atMs) / 1000;
      // Half a second early is better than a whole one late.
      if (open.size > STREAMS_PER_S * (seconds + 0.5)) return;
      const next = { atMs, ...bytes() };
      rates = {
        bytesInPerS: Math.round((next.bytesIn - last.bytesIn) / seconds),
        bytesOutPerS: Math.round((next.bytesOut - last.bytesOut) / seconds),
      };
      last = next;
    },
    rates: () => rates,
  };
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}
