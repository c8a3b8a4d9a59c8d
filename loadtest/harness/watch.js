/** Records a row a second of what server and generator do, from the server's own meter and from the system. */

/** @import { Row } from '../report/types.js' */
/** @import { MeterReading } from '../../lib/contract/wire.js' */
/** @import { Findings } from './findings.js' */

import { performance } from 'node:perf_hooks';
import { io } from 'socket.io-client';
import { LabError } from './errors.js';
import { createProcessMeter } from './proc.js';

const EVERY_MS = 1000;
const ANSWER_MS = 5000;

/**
 * @param {object} options
 * @param {{ url: string, key: string, pid: number | null }} options.server
 * @param {number} options.generatorPid
 * @param {Findings} options.findings
 * @param {(row: Row) => void} options.onRow
 */
export function startWatch({ server, generatorPid, findings, onRow }) {
  /** @type {Row[]} */
  const series = [];
  const startMs = performance.now();
  const serverCpu = server.pid === null ? null : createProcessMeter(server.pid);
  const generator = createProcessMeter(generatorPid, { withChildren: true });
  const meter = openMeter(server);
  let isReading = false;
  let isOver = false;

  async function sample() {
    // A jammed server answers late: then the row is late too, and its time shows it.
    if (isReading) return;
    isReading = true;
    const [reading, process, load] = await Promise.all([meter.read(), serverCpu?.(), generator()]);
    isReading = false;
    if (isOver) return;
    const row = {
      atS: Math.round((performance.now() - startMs) / 100) / 10,
      ...(reading && rowOf(reading)),
      ...(process && { cpu: round(process.cpu), rssMb: Math.round(process.rssMb * 10) / 10 }),
      generatorCpu: load ? round(load.cpu) : null,
      ...findings.takeSecond(),
    };
    series.push(row);
    onRow(row);
  }

  const timer = setInterval(() => void sample(), EVERY_MS);
  return {
    series,
    stop() {
      isOver = true;
      clearInterval(timer);
      meter.close();
    },
  };
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

/** Reads the server's own meter over the namespace of the lab. @param {{ url: string, key: string }} server */
function openMeter({ url, key }) {
  const socket = io(`${url}/loadtest`, {
    auth: { key, watches: true },
    transports: ['websocket'],
    forceNew: true,
  });
  return {
    /** @returns {Promise<MeterReading | null>} null: it did not answer */
    async read() {
      if (!socket.connected) return null;
      const answer = await socket
        .timeout(ANSWER_MS)
        .emitWithAck('meter')
        .catch(() => null);
      return answer?.meter ?? null;
    },
    close: () => socket.disconnect(),
  };
}

/**
 * @param {string} url
 * @param {string} key
 * @throws {LabError} if the key is refused
 */
export async function checkKey(url, key) {
  const socket = io(`${url}/loadtest`, {
    auth: { key },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  });
  try {
    await new Promise((resolve, reject) => {
      socket.once('connect', () => resolve(null));
      socket.once('connect_error', reject);
    });
  } catch (error) {
    throw new LabError(
      `The server at ${url} refuses this key: ${/** @type {Error} */ (error).message}\n` +
        'Give the operator key it printed at its start: --key <text>, or OPERATOR_KEY.',
    );
  } finally {
    socket.disconnect();
  }
}

/** @param {number} share */
function round(share) {
  return Math.round(share * 1000) / 1000;
}
