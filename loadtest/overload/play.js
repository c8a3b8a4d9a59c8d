/** One proof played: phones that come and go, an operator who is asked ten times a second whether he is served. */

/** @import { Act, Proof } from './proofs.js' */
/** @import { ServerUnderTest } from '../runner/server.js' */
/** @import { SwarmProcess } from '../swarm-process.js' */
/** @import { Status } from '../../lib/types.js' */

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { createProcessMeter } from '../runner/proc.js';

const PROBE_MS = 100;
const READ_MS = 250;
/** A round trip of the operator that takes longer is counted as so long. */
const PATIENCE_MS = 30_000;
const INPUT_US = 60;
const SETTLE_MS = 1500;

/**
 * @typedef {object} Second a reading, four times a second; what was not told is as it was
 * @property {number} atS
 * @property {number} phones
 * @property {number} waiting in line at the door
 * @property {number} offeredPerS by the generator
 * @property {number} handledPerS folded by the server
 * @property {number} sendHz
 * @property {number} noticeHz
 * @property {number} tickHz
 * @property {number} budget
 * @property {number} d50Ms
 * @property {number} d95Ms
 * @property {number} utilisation
 * @property {number} rssMb
 *
 * @typedef {object} Measured
 * @property {Second[]} seconds
 * @property {[atS: number, ms: number][]} control round trips of the operator
 * @property {number} disconnects of phones that were not asked to leave
 * @property {number} quietRssMb before the load
 * @property {number} generatorCpuPeak
 */

/** @param {{ proof: Proof, server: ServerUnderTest, swarm: SwarmProcess }} options @returns {Promise<Measured>} */
export async function play({ proof, server, swarm }) {
  const control = await openControl(server);
  await control.ask('set', { inputUs: INPUT_US });
  // The most that can be asked for, so that the law has something to do.
  await control.ask('throttle', { mode: 'MAX', sendHz: 20, tickHz: 30 }).catch(() => {});
  await swarm.open({
    url: server.url,
    namespace: '/players',
    deafShare: proof.deafShare ?? 0,
    timeoutMs: 120_000,
  });
  const memory = createProcessMeter(/** @type {number} */ (server.pid));
  await sleep(SETTLE_MS);
  const quietRssMb = (await memory())?.rssMb ?? NaN;

  const startMs = performance.now();
  const atS = () => (performance.now() - startMs) / 1000;
  /** @type {Measured} */
  const measured = { seconds: [], control: [], disconnects: 0, quietRssMb, generatorCpuPeak: 0 };
  const isOver = () => atS() >= proof.seconds;
  await Promise.all([
    act(proof, { control, swarm, atS, isOver }),
    probe({ control, measured, atS, isOver }),
    watch({ control, swarm, memory, measured, atS, isOver }),
  ]);
  control.close();
  return measured;
}

/** @param {ServerUnderTest} server */
async function openControl({ url, key }) {
  const socket = io(`${url}/control`, { auth: { key }, transports: ['websocket'], forceNew: true });
  /** @type {Status | null} */
  let status = null;
  socket.on('status', (/** @type {Status} */ next) => (status = next));
  await new Promise((resolve, reject) => {
    socket.once('welcome', resolve);
    socket.once('connect_error', reject);
  });
  return {
    /** @param {string} event @param {...unknown} args */
    async ask(event, ...args) {
      const answer = await socket.timeout(PATIENCE_MS).emitWithAck(event, ...args);
      if (!answer.ok) throw new Error(`"${event}" was refused: ${answer.message}`);
      return answer;
    },
    status: () => status,
    close: () => void socket.disconnect(),
  };
}

/** @typedef {Awaited<ReturnType<typeof openControl>>} Control */
/** @typedef {{ atS: () => number, isOver: () => boolean }} Clock */

/** @param {Proof} proof @param {{ control: Control, swarm: SwarmProcess } & Clock} context */
async function act({ acts, hz }, { control, swarm, atS, isOver }) {
  let wanted = 0;
  /** Phones come while the play goes on; the next act that moves phones waits for them. @type {Promise<unknown>} */
  let coming = Promise.resolve();
  let isSending = false;
  for (const { atS: dueS, phones, perS = 1000, tickMs } of acts) {
    await sleep(Math.max(0, (dueS - atS()) * 1000));
    if (isOver()) break;
    if (tickMs !== undefined) void control.ask('set', { tickMs }).catch(() => {});
    if (phones === undefined) continue;
    const more = phones - wanted;
    wanted = phones;
    if (more < 0) {
      await coming;
      await swarm.leave({ count: -more });
    } else {
      coming = swarm
        .arrive({ count: more, arrivalsPerS: perS, joiningAtOnce: 1000, retries: 100 })
        .catch(() => {});
      if (!isSending) await swarm.start({ kind: 'input', hz, payload: { heat: 0.5 } });
      isSending = true;
    }
  }
  while (!isOver()) await sleep(PROBE_MS);
}

/** @param {{ control: Control, measured: Measured } & Clock} context */
async function probe({ control, measured, atS, isOver }) {
  while (!isOver()) {
    const askedAtS = atS();
    await control.ask('watch', 'main').catch(() => {});
    const ms = (atS() - askedAtS) * 1000;
    measured.control.push([askedAtS, ms]);
    await sleep(Math.max(0, PROBE_MS - ms));
  }
}

/**
 * @param {{ control: Control, swarm: SwarmProcess, memory: ReturnType<typeof createProcessMeter>, measured: Measured } & Clock} context
 */
async function watch({ control, swarm, memory, measured, atS, isOver }) {
  for (let index = 1; !isOver(); index++) {
    await sleep(Math.max(0, index * READ_MS - atS() * 1000));
    const [reading, process] = await Promise.all([swarm.read(), memory()]);
    const status = control.status();
    measured.generatorCpuPeak = Math.max(measured.generatorCpuPeak, reading.generator.cpuPeak);
    measured.disconnects += Object.values(reading.disconnects).reduce((sum, count) => sum + count, 0);
    if (!status) continue;
    const { governor, throttle } = status;
    measured.seconds.push({
      atS: atS(),
      phones: governor.phones,
      waiting: governor.waiting,
      offeredPerS: reading.sentPerS,
      handledPerS: governor.handledPerS,
      sendHz: throttle.sendHz,
      noticeHz: throttle.noticeHz,
      tickHz: throttle.tickHz,
      budget: governor.budget,
      d50Ms: governor.d50Ms,
      d95Ms: governor.d95Ms,
      utilisation: governor.utilisation,
      rssMb: process?.rssMb ?? NaN,
    });
  }
}
