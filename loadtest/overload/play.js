/**
 * Plays one proof: phones come and go, some of them submit what must not be lost, and an operator asks ten times a
 * second and is timed.
 */

/** @import { Proof } from './proofs.js' */
/** @import { ServerUnderTest } from '../harness/server.js' */
/** @import { SwarmProcess } from '../swarm-process.js' */
/** @import { Status } from '../../lib/contract/wire.js' */

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { TAG } from '../../public/shared/codec.js';
import { createNeighbourMeter, createProcessMeter } from '../harness/proc.js';
import { SERVER_CORE } from '../harness/server.js';

const PROBE_MS = 100;
const READ_MS = 250;
/** A round trip of the operator that takes longer counts as this long. */
const PATIENCE_MS = 30_000;
/** An input costs this much, so that two thousand phones are too many for one core. */
const INPUT_US = 60;
const SUBMITS_PER_S = 50;
/** An input is its tag, the low byte of the first epoch, and the index of the phone in two bytes. */
const INPUT = { bytes: [TAG, 1, 0, 0], indexAt: 2 };

/**
 * @typedef {object} Look one of four a second
 * @property {number} atS
 * @property {number} phones
 * @property {number} waiting in the admission queue
 * @property {number} sentPerS inputs, by the generator
 * @property {number} usefulPerS inputs that counted in the game
 * @property {number} sendHz
 * @property {number} noticeHz
 * @property {number} tickHz
 * @property {number} budget
 * @property {number} pressure
 * @property {number} d50Ms
 * @property {number} d95Ms
 * @property {number} utilisation
 * @property {number} rssMb
 * @property {number} others share of the server's core that others took
 * @property {number} jain
 * @property {number} poorest
 *
 * @typedef {object} Measured
 * @property {Look[]} looks
 * @property {[atS: number, ms: number][]} control round trips of the operator
 * @property {number} honestLost lost connections of phones that obeyed
 * @property {number} deafLost lost connections of the others
 * @property {{ sent: number, acknowledged: number, p99Ms: number }} durable
 * @property {number} generatorBusy the highest share of its core
 * @property {number} wantedPerS what all phones would like to send
 */

/**
 * @param {{ proof: Proof, hz: number, server: ServerUnderTest, swarm: SwarmProcess }} options
 * @returns {Promise<Measured>}
 */
export async function play({ proof, hz, server, swarm }) {
  const { deafShare = 0 } = proof;
  const control = await openControl(server);
  await control.ask('set', { inputUs: INPUT_US, deafShare });
  // This asks for the highest rates, so that the governor has something to do.
  await control.ask('throttle', { mode: 'MAX', sendHz: 20, tickHz: 30 });
  await swarm.open({ url: server.url, namespace: '/players', deafShare, timeoutMs: 120_000 });
  const pid = /** @type {number} */ (server.pid);
  const meters = { memory: createProcessMeter(pid), others: createNeighbourMeter(SERVER_CORE, pid) };

  const startMs = performance.now();
  const atS = () => (performance.now() - startMs) / 1000;
  const isOver = () => atS() >= proof.seconds;
  const most = Math.max(...proof.acts.map(({ phones = 0 }) => phones));
  /** @type {Measured} */
  const measured = {
    ...{ looks: [], control: [], honestLost: 0, deafLost: 0, generatorBusy: 0, wantedPerS: most * hz },
    durable: { sent: 0, acknowledged: 0, p99Ms: NaN },
  };
  await Promise.all([
    act({ ...proof, hz }, { control, swarm, atS, isOver }),
    probe({ control, measured, atS, isOver }),
    watch({ control, swarm, meters, measured, atS, isOver }),
  ]);
  await swarm.stop({ kind: 'input', settleMs: 0 });
  const { submit } = await swarm.stop({ kind: 'submit', settleMs: PATIENCE_MS });
  const { sent = 0, acknowledged = 0, times } = submit ?? {};
  measured.durable = { sent, acknowledged, p99Ms: times?.['roundTrip']?.p99Ms ?? NaN };
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
/** @typedef {{ memory: ReturnType<typeof createProcessMeter>, others: ReturnType<typeof createNeighbourMeter> }} Meters */

/** @param {Pick<Proof, 'acts' | 'hz'>} proof @param {{ control: Control, swarm: SwarmProcess } & Clock} context */
async function act({ acts, hz }, { control, swarm, atS, isOver }) {
  let wanted = 0;
  /** Phones arrive while the play goes on; the next act that moves phones awaits this. @type {Promise<unknown>} */
  let coming = Promise.resolve();
  /** @param {number} hz @param {number} among this many phones, the first that came, submit */
  async function send(hz, among) {
    await coming;
    await swarm.start({ kind: 'input', hz, ...INPUT });
    const submission = { submission: 'word', value: { text: 'here' } };
    await swarm.start({ kind: 'submit', ...submission, perS: SUBMITS_PER_S, among });
  }
  for (const { atS: dueS, phones, perS = 1000, tickMs, sends } of acts) {
    await sleep(Math.max(0, (dueS - atS()) * 1000));
    if (isOver()) break;
    if (tickMs !== undefined) void control.ask('set', { tickMs }).catch(() => {});
    if (sends) await send(hz, Math.min(wanted, 200));
    if (phones === undefined) continue;
    const more = phones - wanted;
    wanted = phones;
    await coming;
    if (more < 0) await swarm.leave({ count: -more });
    else {
      // A phone that cannot join keeps trying; a jammed server admits none, which its picture shows.
      const all = { count: more, arrivalsPerS: perS, joiningAtOnce: 1000, retries: 100 };
      coming = swarm.arrive(all).catch(() => {});
    }
  }
}

/** @param {{ control: Control, measured: Measured } & Clock} context */
async function probe({ control, measured, atS, isOver }) {
  while (!isOver()) {
    const askedAtS = atS();
    await control.ask('balance').catch(() => {});
    const ms = (atS() - askedAtS) * 1000;
    measured.control.push([askedAtS, ms]);
    await sleep(Math.max(0, PROBE_MS - ms));
  }
}

/**
 * @param {{ control: Control, swarm: SwarmProcess, meters: Meters, measured: Measured } & Clock} context
 */
async function watch({ control, swarm, meters, measured, atS, isOver }) {
  for (let index = 1; !isOver(); index++) {
    await sleep(Math.max(0, index * READ_MS - atS() * 1000));
    const [reading, process, others] = await Promise.all([swarm.read(), meters.memory(), meters.others()]);
    measured.generatorBusy = Math.max(measured.generatorBusy, reading.generator.cpu);
    measured.honestLost += total(reading.disconnects);
    measured.deafLost += total(reading.deafDisconnects);
    const status = control.status();
    if (!status) continue;
    const { governor, throttle, meter } = status;
    const { phones, waiting, budget, pressure, d50Ms, d95Ms, utilisation } = governor;
    const { sendHz, noticeHz, tickHz } = throttle;
    const { jain, poorest } = /** @type {{ jain: number, poorest: number }} */ (status.notice);
    const sentPerS = reading.loads['input'] ? reading.loads['input'].sent / reading.seconds : 0;
    measured.looks.push({
      ...{ atS: atS(), phones, waiting, sentPerS, usefulPerS: meter.inputsPerS },
      ...{ sendHz, noticeHz, tickHz, budget, pressure, d50Ms, d95Ms, utilisation },
      ...{ rssMb: process?.rssMb ?? NaN, others, jain, poorest },
    });
  }
}

/** @param {Record<string, number>} counts */
function total(counts) {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
