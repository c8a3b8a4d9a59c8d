/** Records a row a second of what server, generator, probe and neighbours do. */

/** @import { Row } from '../types.js' */
/** @import { MeterReading } from '../../lib/contract/wire.js' */
/** @import { Reading } from '../swarm/readings.js' */
/** @import { Subject } from './subject.js' */

import { performance } from 'node:perf_hooks';
import { createCoreMeter } from './cores.js';

const EVERY_MS = 1000;
const ANSWER_MS = 5000;

/**
 * @param {object} options
 * @param {() => Subject} options.subject the server that is measured at this moment
 * @param {number[]} options.cores those of server and generator
 * @param {() => number[]} options.pids every process of the run
 * @param {() => Promise<Reading[]>} options.readCrowds what they did since the last call
 * @param {() => Row} options.takeNews what the scenario said of this second
 * @param {(row: Row) => void} options.onRow
 */
export function startWatch({ subject, cores, pids, readCrowds, takeNews, onRow }) {
  /** @type {Row[]} */
  const series = [];
  const startMs = performance.now();
  const neighbours = cores.map((core) => createCoreMeter(core, pids));
  let isReading = false;
  let isOver = false;

  async function sample() {
    // A jammed server answers late: then the row is late too, and its time shows it.
    if (isReading) return;
    isReading = true;
    const { meter, probe, everySecond } = subject();
    try {
      const [reading, server, others, crowds] = await Promise.all([
        meter?.read(ANSWER_MS).catch(() => null),
        everySecond(),
        Promise.all(neighbours.map((read) => read())),
        readCrowds(),
      ]);
      if (isOver) return;
      const row = {
        atS: Math.round((performance.now() - startMs) / 100) / 10,
        ...(reading && rowOf(reading.meter)),
        ...(server && { cpu: round(server.cpu), rssMb: Math.round(server.rssMb * 10) / 10 }),
        ...generatorRow(crowds),
        ...probeRow(probe.takeSecond()),
        neighbours: round(Math.max(0, ...others.map((one) => one?.others ?? 0))),
        steal: round(Math.max(0, ...others.map((one) => one?.steal ?? 0))),
        ...takeNews(),
      };
      series.push(row);
      onRow(row);
    } finally {
      isReading = false;
    }
  }

  const timer = setInterval(() => void sample().catch(() => {}), EVERY_MS);
  return {
    series,
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

/** @param {MeterReading} reading @returns {Row} */
function rowOf(reading) {
  return {
    connections: reading.connections,
    receivedPerS: reading.messagesInPerS,
    sentPerS: reading.messagesOutPerS,
    inputsPerS: reading.inputsPerS,
    droppedPerS: reading.droppedPerS,
    cpu: reading.cpu,
    rssMb: reading.rssMb,
    heapMb: reading.heapMb,
    loopP50Ms: reading.loopP50Ms,
    loopP95Ms: reading.loopP95Ms,
    loopP99Ms: reading.loopP99Ms,
  };
}

/** @param {Reading[]} crowds @returns {Row} */
function generatorRow(crowds) {
  if (crowds.length === 0) return {};
  const perS = (/** @type {'due' | 'sent' | 'throttled'} */ name) =>
    Math.round(
      crowds.reduce(
        (sum, { loads, seconds }) =>
          sum + Object.values(loads).reduce((all, load) => all + load[name], 0) / seconds,
        0,
      ),
    );
  return {
    duePerS: perS('due'),
    offeredPerS: perS('sent'),
    throttledPerS: perS('throttled'),
    generatorCpu: round(Math.max(...crowds.map(({ generator }) => generator.cpu))),
  };
}

/** @param {import('../types.js').ProbeReading} reading @returns {Row} */
function probeRow({ count, timeouts, times, oldestMs }) {
  const atLeast = (/** @type {number | null} */ ms) =>
    ms === null && oldestMs < EVERY_MS
      ? null
      : Math.round(Math.max(ms ?? 0, oldestMs < EVERY_MS ? 0 : oldestMs) * 100) / 100;
  if (count === 0) return { p50Ms: null, p99Ms: null, timeouts };
  return { p50Ms: atLeast(times.p50Ms), p99Ms: atLeast(times.p99Ms), timeouts };
}

/** @param {number} share */
function round(share) {
  return Math.round(share * 1000) / 1000;
}
