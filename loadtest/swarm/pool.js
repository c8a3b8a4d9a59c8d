/** Makes one crowd of several processes, here and on the machines of a coordinator. It is documented in ../swarm.js. */

/** @import { Crowd } from '../types.js' */
/** @import { Arrival, ArriveOptions } from './arrival.js' */
/** @import { Coordinator } from './coordinator.js' */
/** @import { SwarmError } from './errors.js' */
/** @import { LoadReading, Reading } from './readings.js' */
/** @import { Member } from './process.js' */
/** @import { LoadOptions, SwarmOptions } from './swarm.js' */

import { Histogram } from '../histogram.js';
import { assertPlain } from './calls.js';
import { problem } from './errors.js';
import { createClockMeter } from './clock-meter.js';
import { checkNumbers } from './jobs/job.js';
import { level, mergeArrivals, mergeLoads, mergeReadings } from './merge.js';
import { spawnMember } from './process.js';
import { SETTLE_MS, settle } from './swarm.js';

/** This many joins of all processes together are under way at once: a listening socket's queue has 511 places. */
const JOINING_AT_ONCE = 200;

/**
 * @typedef {Crowd & { open: (options: SwarmOptions) => Promise<void>, readonly pids: readonly number[] }} Pool `open`
 *   comes first, once
 */

/**
 * @param {object} [options]
 * @param {number} [options.processes] on this machine; 1, or 0 where there is a coordinator
 * @param {readonly number[]} [options.cores] hold them to these cores, in turn, where `taskset` is there
 * @param {readonly string[]} [options.execArgv] for their Node
 * @param {number} [options.answerMs] a process here that does not answer for longer hangs, and ends the crowd; 30,000
 * @param {Coordinator | null} [options.coordinator] whose helpers bring processes too
 * @returns {Promise<Pool>} calls reject with a SwarmError: what the swarms say, or `swarm-ended` with the name of the
 *   process that ended; the others are closed then
 * @throws {SwarmError} `option-bad`
 */
export async function openPool({ processes, cores = [], execArgv = [], answerMs, coordinator = null } = {}) {
  const local = processes ?? (coordinator ? 0 : 1);
  checkNumbers({ processes: local }, { processes: [0, 64] });
  /** @type {SwarmError | null} */
  let over = null;
  /** @type {Promise<unknown> | null} */
  let closing = null;
  const onEnd = (/** @type {SwarmError} */ reason) => {
    if (over || closing) return;
    over = reason;
    void closeAll();
  };
  /** @type {Member[]} */
  const members = [];
  for (let i = 0; i < local; i++) {
    const core = cores.length > 0 ? cores[i % cores.length] : undefined;
    const name = `Generator process ${i + 1}`;
    members.push(spawnMember({ name, execArgv, answerMs, onEnd, ...(core === undefined ? {} : { core }) }));
  }
  members.push(...(coordinator?.lend(onEnd) ?? []));
  if (members.length === 0)
    throw problem('option-bad', { option: 'processes', problem: 'is 0, and no helper has joined' });
  /** How many connections each process has, as far as it has told. */
  let have = members.map(() => 0);
  const clocks = members.map(({ name }) => ({ name, meter: createClockMeter() }));
  let told = '';
  let disconnects = 0;

  function closeAll() {
    return (closing ??= Promise.all(members.map((member) => member.close().catch(() => {}))));
  }

  /**
   * @param {string} verb @param {(i: number) => unknown} [optionsOf]
   * @returns {Promise<any[]>}
   */
  async function all(verb, optionsOf = () => undefined) {
    if (over) throw over;
    return Promise.all(members.map((member, i) => member.ask(verb, optionsOf(i))));
  }

  /** Tells each process what part of the crowd it is now, if that has changed. @param {number[]} now */
  async function share(now) {
    have = now;
    const total = now.reduce((sum, size) => sum + size, 0);
    if (told === now.join() || members.length === 1) return;
    told = now.join();
    let before = 0;
    const parts = now.map((size) => {
      const part = { share: total === 0 ? 1 / now.length : size / total, before, others: total - size };
      before += part.share;
      return part;
    });
    await all('tell', (i) => parts[i]);
  }

  /** @param {ArriveOptions} wanted @returns {Promise<Arrival>} */
  async function arrive({ count, arrivalsPerS, joiningAtOnce = JOINING_AT_ONCE, ...rest }) {
    checkNumbers({ count, arrivalsPerS }, { count: [0, 1e6], arrivalsPerS: [0.01, Infinity] });
    if (!Number.isInteger(count))
      throw problem('option-bad', { option: 'count', problem: 'must be a whole number' });
    const counts = level(count, await all('size'));
    const asked = members.flatMap((member, i) => {
      const mine = Number(counts[i]);
      if (mine === 0 && count > 0) return [];
      const part = count === 0 ? 1 : mine / count;
      const options = { ...rest, count: mine, joiningAtOnce: Math.max(1, Math.round(joiningAtOnce * part)) };
      return [{ mine, arrival: member.ask('arrive', rated(options, arrivalsPerS, part)) }];
    });
    const ended = await Promise.allSettled(asked.map(({ arrival }) => orOver(arrival)));
    if (over) throw over;
    const lost = ended.find(({ status }) => status === 'rejected');
    if (lost?.status === 'rejected' && ended.every(({ status }) => status === 'rejected')) throw lost.reason;
    await share(await all('size'));
    return mergeArrivals(
      ended.map((one, i) =>
        one.status === 'fulfilled' ? one.value : failedArrival(Number(asked[i]?.mine), one.reason),
      ),
    );
  }

  /**
   * Rejects as soon as any process has ended, even if this one is still at work.
   * @template T @param {Promise<T>} work @returns {Promise<T>}
   */
  async function orOver(work) {
    const result = await work;
    if (over) throw over;
    return result;
  }

  /** Asks each process for its time, because all that it measures is worth as much as its clock. */
  async function compareClocks() {
    const sentMs = performance.now();
    const note = async (/** @type {Member} */ member, /** @type {number} */ i) => {
      const otherMs = await member.ask('now');
      clocks[i]?.meter.note(sentMs, performance.now(), otherMs);
    };
    await Promise.all(members.map(note));
  }

  /** @returns {Promise<Reading>} */
  async function read() {
    const [readings] = await Promise.all([/** @type {Promise<Reading[]>} */ (all('read')), compareClocks()]);
    await share(readings.map(({ connections }) => connections));
    const names = members.map(({ name }) => name);
    const own = clocks.map(({ name, meter }) => ({ name, ...meter.read() }));
    const reading = mergeReadings(readings, names, own, coordinator?.clocks() ?? []);
    for (const lost of [reading.disconnects, reading.deafDisconnects])
      disconnects += Object.values(lost).reduce((sum, count) => sum + count, 0);
    return reading;
  }

  /**
   * @param {{ kind?: string, settleMs?: number }} [options]
   * @returns {Promise<Record<string, LoadReading>>}
   */
  async function stop({ kind, settleMs = SETTLE_MS } = {}) {
    await all('end', () => ({ kind }));
    await settle(async () => {
      const pending = await all('pending', () => ({ kind }));
      return pending.reduce((sum, { own, owed }) => ({ own: sum.own + own, owed: sum.owed + owed }));
    }, settleMs);
    return mergeLoads(await all('stop', () => ({ kind, settleMs: 0 })));
  }

  return {
    processes: members.length,
    machines: (local > 0 ? 1 : 0) + (coordinator?.helpers.length ?? 0),
    pids: members.flatMap(({ pid }) => (pid === null ? [] : [pid])),
    get joined() {
      return have.reduce((sum, size) => sum + size, 0);
    },
    get disconnects() {
      return disconnects;
    },
    async open(options) {
      assertPlain('open', options);
      await all('open', (process) => ({ ...options, part: { process, processes: members.length } }));
    },
    arrive,
    async start(load) {
      assertPlain('start', load);
      await share(await all('size'));
      await all('start', () => load);
    },
    read,
    stop,
    async leave({ count }) {
      const counts = level(-count, await all('size'));
      await all('leave', (i) => ({ count: -Number(counts[i]) }));
      await share(await all('size'));
    },
    async close() {
      over ??= problem('swarm-closed');
      await closeAll();
    },
  };
}

/** @param {object} options @param {number | undefined} arrivalsPerS of all @param {number} part */
function rated(options, arrivalsPerS, part) {
  return arrivalsPerS === undefined ? options : { ...options, arrivalsPerS: arrivalsPerS * part };
}

/** Counts as failed all that a process should have brought. @param {number} wanted @param {SwarmError} error @returns {Arrival} */
function failedArrival(wanted, { code, message }) {
  const nothing = new Histogram();
  return {
    ...{ wanted, joined: 0, failed: { [code]: wanted }, why: { [code]: message } },
    ...{ retried: 0, seconds: 0, joinsPerS: 0 },
    joinTimes: nothing.summary(),
    histograms: { joinTimes: nothing.toJSON() },
  };
}
