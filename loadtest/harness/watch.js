/** Records a row a second of what server, generator, probe and neighbours do. */

/** @import { ProbeReading, Row } from '../types.js' */
/** @import { MeterReading } from '../../lib/contract/readings.js' */
/** @import { Reading } from '../swarm/readings.js' */
/** @import { createCoresMeter } from './cores.js' */
/** @import { Subject } from './subject.js' */

import { performance } from 'node:perf_hooks';

const EVERY_MS = 1000;
const ANSWER_MS = 5000;
/** Fields of the server's own meter that have a curve. */
const METERED = /** @type {const} */ ([
  ...['connections', 'inputsPerS', 'droppedPerS', 'cpu', 'rssMb', 'heapMb'],
  ...['loopP50Ms', 'loopP95Ms', 'loopP99Ms'],
]);

/**
 * @param {{ subject: () => Subject, readCores: ReturnType<typeof createCoresMeter>, readCrowds: () => Promise<Reading[]>,
 *   onRow: (row: Row) => void }} options `subject`: the server that is measured at this moment; `readCrowds`: what they did
 *   since the last call
 */
export function startWatch({ subject, readCores, readCrowds, onRow }) {
  const series = /** @type {Row[]} */ ([]);
  let news = /** @type {Row} */ ({});
  const startMs = performance.now();
  let isReading = false;
  let isOver = false;

  async function sample() {
    // A jammed server answers late: then the row is late too, and its time shows it.
    if (isReading) return;
    isReading = true;
    const { meter, probe, everySecond } = subject();
    try {
      const [reading, server, { neighbours, steal }, crowds] = await Promise.all([
        meter?.read(ANSWER_MS).catch(() => null),
        everySecond(),
        readCores(),
        readCrowds(),
      ]);
      if (isOver) return;
      const row = {
        atS: rounded((performance.now() - startMs) / 1000, 1),
        ...(reading && meterRow(reading.meter)),
        ...(server && { cpu: rounded(server.cpu, 3), rssMb: rounded(server.rssMb, 1) }),
        ...(crowds.length > 0 && generatorRow(crowds)),
        ...probeRow(probe.takeSecond()),
        ...{ neighbours: rounded(neighbours, 3), steal: rounded(steal, 3) },
        ...news,
      };
      news = {};
      series.push(row);
      onRow(row);
    } finally {
      isReading = false;
    }
  }

  const timer = setInterval(() => void sample().catch(() => {}), EVERY_MS);
  return {
    series,
    /** Takes what the scenario says of this second. @param {Row} row */
    add: (row) => void Object.assign(news, row),
    stop() {
      isOver = true;
      clearInterval(timer);
    },
  };
}

/**
 * Takes the processor of a server elsewhere from its own meter, second by second: at the end of a window it rests already.
 * @param {readonly Row[]} rows @returns {number | null} null: there were none
 */
export function meanCpu(rows) {
  const shares = rows.map(({ cpu }) => cpu).filter((cpu) => typeof cpu === 'number');
  return shares.length === 0 ? null : shares.reduce((sum, cpu) => sum + cpu, 0) / shares.length;
}

/** @param {number | null} value null: not measured @param {number} digits after the point */
export function rounded(value, digits) {
  return value === null ? null : Math.round(value * 10 ** digits) / 10 ** digits;
}

/** @param {MeterReading} reading @returns {Row} */
function meterRow(reading) {
  return {
    ...Object.fromEntries(METERED.map((name) => [name, reading[name]])),
    ...{ receivedPerS: reading.messagesInPerS, sentPerS: reading.messagesOutPerS },
  };
}

/** @param {Reading[]} crowds @returns {Row} */
function generatorRow(crowds) {
  const perS = (/** @type {'due' | 'sent' | 'throttled'} */ name) => {
    const rates = crowds.flatMap((one) => Object.values(one.loads).map((load) => load[name] / one.seconds));
    return Math.round(rates.reduce((sum, rate) => sum + rate, 0));
  };
  return {
    ...{ duePerS: perS('due'), offeredPerS: perS('sent'), throttledPerS: perS('throttled') },
    generatorCpu: rounded(Math.max(...crowds.map(({ generator }) => generator.cpu)), 3),
  };
}

/** @param {ProbeReading} reading @returns {Row} */
function probeRow({ count, timeouts, times, oldestMs }) {
  const waitingMs = oldestMs < EVERY_MS ? null : oldestMs;
  const atLeast = (/** @type {number | null} */ ms) =>
    rounded(ms === null ? waitingMs : Math.max(ms, waitingMs ?? 0), 2);
  if (count === 0) return { p50Ms: null, p99Ms: null, timeouts };
  return { p50Ms: atLeast(times.p50Ms), p99Ms: atLeast(times.p99Ms), timeouts };
}
