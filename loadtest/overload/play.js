/**
 * Plays one proof: phones come and go, some of them submit what must not be lost, and an operator asks ten times a
 * second and is timed.
 */

/** @import { ProbeReading } from '../types.js' */
/** @import { Child } from '../harness/child.js' */
/** @import { layoutOf } from '../harness/layout.js' */
/** @import { ServerUnderTest } from '../harness/server.js' */
/** @import { Reading } from '../swarm/readings.js' */
/** @import { Proof } from './proofs.js' */

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { TAG } from '../../public/shared/codec.js';
import { createCoreMeter } from '../harness/cores.js';
import { createProcessMeter } from '../harness/proc.js';
import { startProbe } from '../harness/probe.js';
import { openOperator } from '../harness/sockets.js';

/** An operator may do no more than this, and a jam of a fifth of a second is seen twice. */
const PROBE = Object.freeze({ namespace: '/control', event: 'balance', connections: 1, perS: 10 });
const READ_MS = 250;
/** A submission is given this long to be acknowledged. */
const PATIENCE_MS = 30_000;
/** An input costs this much, so that two thousand phones are too many for one core. */
const INPUT_US = 60;
const SUBMITS_PER_S = 50;
const SUBMITTERS = 200;
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
 * @property {number} others share of the server's core that others, or the host, took; NaN: it could not be watched
 * @property {number} generatorCpu share of its core
 * @property {string | null} generatorLimit why the generator was the limit, in a sentence
 * @property {number} jain
 * @property {number} poorest
 *
 * @typedef {object} Measured
 * @property {Look[]} looks
 * @property {[atS: number, ms: number][]} control the operator's worst round trip of each second
 * @property {Pick<ProbeReading, 'count' | 'clockDrift'> & { p99Ms: number | null }} operator null: nothing was answered
 * @property {number} honestLost lost connections of phones that obeyed
 * @property {number} deafLost lost connections of the others
 * @property {{ sent: number, acknowledged: number, p99Ms: number | null }} durable
 * @property {number} wantedPerS what all phones would like to send
 * @property {string[]} problems that cut the play short, in sentences
 */

/**
 * @param {object} options
 * @param {Proof} options.proof
 * @param {number} options.hz inputs a second that each phone wants to send
 * @param {ServerUnderTest} options.server
 * @param {Child} options.generator bench/generator.js
 * @param {ReturnType<typeof layoutOf> | null} options.cores null: nothing is held to a core
 * @param {AbortSignal} options.signal of Ctrl-C
 * @returns {Promise<Measured>}
 */
export async function play({ proof, hz, server, generator, cores, signal }) {
  const { deafShare = 0 } = proof;
  const most = Math.max(...proof.acts.map(({ phones = 0 }) => phones));
  /** @type {Measured} */
  const measured = {
    ...{ looks: [], control: [], honestLost: 0, deafLost: 0, wantedPerS: most * hz, problems: [] },
    operator: { count: 0, clockDrift: 0, p99Ms: null },
    durable: { sent: 0, acknowledged: 0, p99Ms: null },
  };
  /** @param {string} verb @param {object} [options] @returns {Promise<any>} */
  const swarm = (verb, options) => generator.ask(verb, { name: 'hall', ...options });
  const stop = new AbortController();
  /** @param {string} sentence */
  function onDied(sentence) {
    measured.problems.push(sentence);
    stop.abort();
  }
  void server.died.then(onDied);
  const onCtrlC = () => onDied('Stopped by Ctrl-C.');
  signal.addEventListener('abort', onCtrlC, { once: true });
  if (signal.aborted) onCtrlC();
  const operator = await openOperator(server);
  await operator.ask('set', { inputUs: INPUT_US, deafShare });
  // This asks for the highest rates, so that the governor has something to do.
  await operator.ask('throttle', { mode: 'MAX', sendHz: 20, tickHz: 30 });
  await swarm('open', { url: server.url, namespace: '/players', deafShare, timeoutMs: 120_000 });
  const asks = { ...PROBE, url: server.url, auth: { key: server.key }, joinedBy: 'welcome' };
  const probe = await startProbe(asks, { core: cores?.probe ?? null, onDied });

  const startMs = performance.now();
  const atS = () => (performance.now() - startMs) / 1000;
  const isOver = () => atS() >= proof.seconds;
  const pause = (/** @type {number} */ ms) => sleep(Math.max(0, ms), undefined, { signal: stop.signal });
  try {
    await probe.reset();
    await Promise.all([
      act({ ...proof, hz }, { operator, swarm, atS, isOver, pause }),
      watch({ operator, swarm, probe, server, cores, measured, atS, isOver, pause }),
    ]);
    const { count, clockDrift, times, oldestMs } = await probe.read();
    // A question that is open yet has waited for this long at least.
    const p99Ms = times.p99Ms === null ? null : Math.max(times.p99Ms, oldestMs);
    measured.operator = { count, clockDrift, p99Ms };
    await swarm('stop', { kind: 'input', settleMs: 0 });
    const { submit } = await swarm('stop', { kind: 'submit', settleMs: PATIENCE_MS });
    const { sent = 0, acknowledged = 0, times: trips } = submit ?? {};
    measured.durable = { sent, acknowledged, p99Ms: trips?.['roundTrip']?.p99Ms ?? null };
  } catch (error) {
    // The looks until then are kept and drawn. An error that follows from the end is not the reason for it.
    if (measured.problems.length === 0) onDied(/** @type {Error} */ (error).message);
  } finally {
    signal.removeEventListener('abort', onCtrlC);
    await probe.close();
    operator.close();
  }
  return measured;
}

/** @typedef {Awaited<ReturnType<typeof openOperator>>} Operator */
/** @typedef {(verb: string, options?: object) => Promise<any>} Swarm */
/** @typedef {{ atS: () => number, isOver: () => boolean, pause: (ms: number) => Promise<unknown> }} Clock `pause` rejects when the play is cut short */

/** @param {Pick<Proof, 'acts' | 'hz'>} proof @param {{ operator: Operator, swarm: Swarm } & Clock} context */
async function act({ acts, hz }, { operator, swarm, atS, isOver, pause }) {
  let wanted = 0;
  /** Phones arrive while the play goes on; the next act that moves phones awaits this. @type {Promise<unknown>} */
  let coming = Promise.resolve();
  /** @param {number} among this many phones, the first that came, submit */
  async function send(among) {
    await coming;
    await swarm('start', { kind: 'input', hz, ...INPUT });
    const submission = { submission: 'word', value: { text: 'here' } };
    await swarm('start', { kind: 'submit', ...submission, perS: SUBMITS_PER_S, among });
  }
  for (const { atS: dueS, phones, perS = 1000, tickMs, sends } of acts) {
    await pause((dueS - atS()) * 1000);
    if (isOver()) break;
    if (tickMs !== undefined) void operator.ask('set', { tickMs }).catch(() => {});
    if (sends) await send(Math.min(wanted, SUBMITTERS));
    if (phones === undefined) continue;
    const more = phones - wanted;
    wanted = phones;
    await coming;
    if (more < 0) await swarm('leave', { count: -more });
    else {
      // A phone that cannot join keeps trying; a jammed server admits none, which its picture shows.
      const all = { count: more, arrivalsPerS: perS, joiningAtOnce: 1000, retries: 100 };
      coming = swarm('arrive', all).catch(() => {});
    }
  }
}

/**
 * @param {{ operator: Operator, swarm: Swarm, probe: Awaited<ReturnType<typeof startProbe>>, server: ServerUnderTest,
 *   cores: ReturnType<typeof layoutOf> | null, measured: Measured } & Clock} context
 */
async function watch({ operator, swarm, probe, server, cores, measured, atS, isOver, pause }) {
  const memory = createProcessMeter(Number(server.pid));
  const neighbours = cores && createCoreMeter(cores.server, () => [process.pid]);
  for (let index = 1; !isOver(); index++) {
    await pause(index * READ_MS - atS() * 1000);
    /** @type {[Reading, Awaited<ReturnType<typeof memory>>, { others: number, steal: number } | null | undefined]} */
    const [reading, process, taken] = await Promise.all([swarm('read'), memory(), neighbours?.()]);
    measured.honestLost += total(reading.disconnects);
    measured.deafLost += total(reading.deafDisconnects);
    const { count, times, oldestMs } = probe.takeSecond();
    if (count > 0) measured.control.push([atS(), Math.max(times.maxMs ?? 0, oldestMs)]);
    const status = operator.status();
    if (!status) continue;
    const { governor, throttle, meter } = status;
    const { phones, waiting, budget, pressure, d50Ms, d95Ms, utilisation } = governor;
    const { sendHz, noticeHz, tickHz } = throttle;
    const { jain, poorest } = /** @type {{ jain: number, poorest: number }} */ (status.notice);
    const { loads, seconds, generator } = reading;
    measured.looks.push({
      ...{ atS: atS(), phones, waiting, usefulPerS: meter.inputsPerS, rssMb: process?.rssMb ?? NaN },
      ...{ sendHz, noticeHz, tickHz, budget, pressure, d50Ms, d95Ms, utilisation, jain, poorest },
      sentPerS: (loads['input']?.sent ?? 0) / seconds,
      others: taken ? taken.others + taken.steal : NaN,
      ...{ generatorCpu: generator.cpu, generatorLimit: generator.because },
    });
  }
}

/** @param {Record<string, number>} counts */
function total(counts) {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
