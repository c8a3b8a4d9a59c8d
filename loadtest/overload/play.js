/**
 * Plays one proof: phones come and go, some of them submit what must not be lost, and an operator asks ten times a
 * second and is timed.
 */

/** @import { layoutOf } from '../harness/layout.js' */
/** @import { Clock } from '../harness/playing.js' */
/** @import { Probe } from '../harness/probe.js' */
/** @import { ServerUnderTest } from '../harness/server.js' */
/** @import { Pool } from '../swarm/pool.js' */
/** @import { Reading } from '../swarm/readings.js' */
/** @import { ProbeReading } from '../types.js' */
/** @import { Status } from '../../lib/contract/wire.js' */
/** @import { Hall } from './halls.js' */
/** @import { Proof } from './proofs.js' */

import { createCoresMeter } from '../harness/cores.js';
import { createClock, playOut } from '../harness/playing.js';
import { createProcessMeter } from '../harness/proc.js';
import { startProbe } from '../harness/probe.js';
import { openMeter, openOperator } from '../harness/sockets.js';
import { totalOf } from '../swarm/merge.js';
import { openPool } from '../swarm/pool.js';
import { hallOf } from './proofs.js';

/** An operator may do no more than this, and a jam of a fifth of a second is seen twice. */
const PROBE = Object.freeze({ namespace: '/control', event: 'balance', connections: 1, perS: 10 });
const READ_MS = 250;
const JOIN_MS = 120_000;
/** A submission is given this long to be acknowledged. */
const PATIENCE_MS = 30_000;

/** @typedef {ReturnType<typeof lookOf>} Look one of four a second; NaN: it could not be watched */
/** @typedef {ReturnType<typeof layoutOf> | null} Cores null: nothing is held to a core */

/**
 * @typedef {object} Measured
 * @property {Look[]} looks
 * @property {{ count: number, clockDrift: number, p99Ms: number | null }} operator null: nothing was answered
 * @property {number} honestLost lost connections of phones that obeyed
 * @property {number} deafLost lost connections of the others
 * @property {{ sent: number, acknowledged: number, p99Ms: number | null }} durable submissions
 * @property {number} wantedPerS what all phones would like to send
 * @property {string[]} problems that cut the play short, in sentences
 */

/**
 * @param {{ proof: Proof, hz: number, server: ServerUnderTest, cores: Cores, signal: AbortSignal }} options `hz`: inputs a
 *   second that each phone wants to send; the reason of `signal` is an error that says why the play ends
 * @returns {Promise<Measured>}
 */
export async function play({ proof, hz, server, cores, signal }) {
  const { acts, seconds, deafShare = 0 } = proof;
  /** @type {Measured} */
  const measured = {
    ...{ looks: [], honestLost: 0, deafLost: 0, wantedPerS: mostPhones(acts) * hz, problems: [] },
    operator: { count: 0, clockDrift: 0, p99Ms: null },
    durable: { sent: 0, acknowledged: 0, p99Ms: null },
  };
  const { problems } = measured;
  await playOut({ server, signal, problems }, async ({ over, onDied, opened }) => {
    const operator = opened(await openOperator(server));
    const { begin, loads } = hallOf(proof);
    await begin(operator, { deafShare });
    const meter = opened(await openMeter(server));
    const hall = opened(await openPool({ cores: cores?.generators ?? [] }));
    await hall.open({ url: server.url, namespace: '/players', deafShare, timeoutMs: JOIN_MS });
    const asks = { ...PROBE, url: server.url, auth: { key: server.key }, joinedBy: 'welcome' };
    const probe = opened(await startProbe(asks, { core: cores?.probe ?? null, onDied }));

    await probe.reset();
    const clock = createClock(over);
    const playing = { operator, meter, hall, loads, probe, server, cores, seconds, clock };
    await Promise.all([act(acts, hz, playing), watch(measured, playing)]);
    const { count, clockDrift, times, oldestMs } = await probe.read();
    // A question that is open yet has waited for this long at least.
    const p99Ms = times.p99Ms === null ? null : Math.max(times.p99Ms, oldestMs);
    measured.operator = { count, clockDrift, p99Ms };
    await hall.stop({ kind: 'input', settleMs: 0 });
    const { submit } = await hall.stop({ kind: 'submit', settleMs: PATIENCE_MS });
    const { sent = 0, acknowledged = 0, times: trips } = submit ?? {};
    measured.durable = { sent, acknowledged, p99Ms: trips?.['roundTrip']?.p99Ms ?? null };
  });
  return measured;
}

/** @param {Proof['acts']} acts */
export function mostPhones(acts) {
  return Math.max(...acts.map(({ phones = 0 }) => phones));
}

/**
 * @typedef {{ operator: Awaited<ReturnType<typeof openOperator>>, meter: Awaited<ReturnType<typeof openMeter>>,
 *   hall: Pool, loads: Hall['loads'], probe: Probe, server: ServerUnderTest, cores: Cores, seconds: number,
 *   clock: Clock }} Playing
 */

/** @param {Proof['acts']} acts @param {number} hz @param {Playing} playing */
async function act(acts, hz, { operator, meter, hall, loads, seconds, clock }) {
  let wanted = 0;
  /** Phones arrive while the play goes on; the next act that needs them awaits this. @type {Promise<unknown>} */
  let coming = Promise.resolve();
  for (const { atS, phones = wanted, perS = 1000, tickMs, stallMs, sends } of acts) {
    await clock.until(atS);
    if (clock.atS() >= seconds) break;
    if (tickMs !== undefined) void operator.ask('set', { tickMs }).catch(() => {});
    if (stallMs !== undefined) void meter.stall(stallMs).catch(() => {});
    if (sends) {
      await coming;
      for (const load of loads(wanted, hz)) await hall.start(load);
    }
    const more = phones - wanted;
    wanted = phones;
    if (more !== 0) await coming;
    if (more < 0) await hall.leave({ count: -more });
    // A phone that cannot join keeps trying; a jammed server admits none, which its picture shows.
    const all = { count: more, arrivalsPerS: perS, joiningAtOnce: 1000, retries: 100 };
    if (more > 0) coming = hall.arrive(all).catch(() => {});
  }
}

/** @param {Measured} measured @param {Playing} playing */
async function watch(measured, { operator, hall, probe, server, cores, seconds, clock }) {
  const readMemory = createProcessMeter(() => Number(server.pid));
  const readCores = createCoresMeter(cores ? [cores.server] : []);
  for (let index = 1; clock.atS() < seconds; index++) {
    await clock.until((index * READ_MS) / 1000);
    const [reading, process, taken] = await Promise.all([hall.read(), readMemory(), readCores()]);
    measured.honestLost += totalOf(reading.disconnects);
    measured.deafLost += totalOf(reading.deafDisconnects);
    const seen = { reading, probed: probe.takeSecond(), rssMb: process?.rssMb ?? NaN, taken };
    const status = operator.status();
    if (status) measured.looks.push(lookOf(clock.atS(), status, seen));
  }
}

/**
 * @param {number} atS @param {Status} status @param {{ reading: Reading, probed: ProbeReading, rssMb: number,
 *   taken: { neighbours: number | null, steal: number | null } }} seen
 */
function lookOf(atS, { governor, throttle, notice, meter }, { reading, probed, rssMb, taken }) {
  const { phones, waiting, budget, pressure, d50Ms, d95Ms, utilisation } = governor;
  const { sendHz, noticeHz, tickHz } = throttle;
  // Only the furnace says how evenly it is shared.
  const { jain = NaN, poorest = NaN } = /** @type {{ jain?: number, poorest?: number }} */ (notice ?? {});
  const { loads, seconds, generator } = reading;
  return {
    ...{ atS, phones, waiting, budget, pressure, d50Ms, d95Ms, utilisation },
    ...{ sendHz, noticeHz, tickHz, jain, poorest, usefulPerS: meter.inputsPerS },
    sentPerS: (loads['input']?.sent ?? 0) / seconds,
    operatorMs: probed.count > 0 ? Math.max(probed.times.maxMs ?? 0, probed.oldestMs) : NaN,
    ...{ rssMb, others: (taken.neighbours ?? NaN) + (taken.steal ?? NaN) },
    ...{ generatorCpu: generator.cpu, generatorLimit: generator.because },
  };
}
