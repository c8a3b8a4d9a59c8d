/** Makes one crowd of several processes, here and on the machines of a coordinator. It is documented in ../swarm.js. */

/** @import { Crowd } from '../types.js' */
/** @import { Arrival, ArriveOptions } from './arrival.js' */
/** @import { Coordinator } from './coordinator.js' */
/** @import { Reading } from './readings.js' */
/** @import { Child } from '../harness/child.js' */
/** @import { LoadOptions, SwarmOptions } from './swarm.js' */

import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { startChild } from '../harness/child.js';
import { arrivalOf, checkArrival } from './arrival.js';
import { createClockMeter } from './clock-meter.js';
import { SwarmError, badOption, problem } from './errors.js';
import { checkNumbers } from './jobs/job.js';
import { addUp, level, mergeArrivals, mergeLoads, mergeReadings } from './merge.js';
import { SETTLE_MS, settle } from './swarm.js';

export const CHILD = new URL('./child.js', import.meta.url);
/** This many joins of all processes together are under way at once: a listening socket's queue has 511 places. */
const JOINING_AT_ONCE = 200;
/** A process that does not answer for this long hangs. */
const ANSWER_MS = 30_000;
/** These take as long as the server wants, or as Node needs to start. */
const SLOW_VERBS = Object.freeze(['open', 'arrive', 'leave', 'stop']);

/** @typedef {Pick<Child, 'name' | 'ask' | 'close'> & { pid?: number }} Member one process, here or elsewhere; answers a swarm's verbs */
/** @typedef {Crowd & { open: (options: SwarmOptions) => Promise<void>, pids: number[] }} Pool `open` comes first, once */

/**
 * @param {object} [options]
 * @param {number} [options.processes] on this machine; 1, or 0 where there is a coordinator
 * @param {readonly number[]} [options.cores] hold them to these cores, in turn, where `taskset` is there
 * @param {readonly string[]} [options.execArgv] for their Node
 * @param {number} [options.answerMs] a process that does not answer for longer hangs, and ends the crowd
 * @param {Coordinator | null} [options.coordinator] whose helpers bring processes too
 * @returns {Promise<Pool>} calls reject with a SwarmError: what the swarms say, or `swarm-ended` with the name of the
 *   process that ended; the others are closed then
 * @throws {SwarmError} `option-bad`
 */
export async function openPool({
  processes,
  cores = [],
  execArgv = [],
  answerMs = ANSWER_MS,
  coordinator = null,
} = {}) {
  const local = processes ?? (coordinator ? 0 : 1);
  checkNumbers({ processes: local }, { processes: [0, 64] });
  /** @type {SwarmError | null} */
  let over = null;
  /** @type {Member[]} */
  const members = Array.from({ length: local }, (_, i) => {
    const name = `Generator process ${i + 1}`;
    return startChild(CHILD, { name, core: cores[i % cores.length] ?? null, execArgv });
  });
  members.push(...(coordinator?.lend() ?? []));
  if (members.length === 0) throw badOption('processes', 'is 0, and no helper has joined');
  /** How many connections each process has, as far as it has told. */
  let sizes = members.map(() => 0);
  const clocks = members.map(() => createClockMeter());
  let disconnects = 0;

  function closeAll() {
    return Promise.all(members.map((member) => member.close().catch(() => {})));
  }

  /** @param {string} verb @param {(i: number) => unknown} [optionsOf] @returns {Promise<any[]>} */
  function all(verb, optionsOf = () => undefined) {
    return Promise.all(members.map((member, i) => ask(member, verb, optionsOf(i))));
  }

  /** Rejects when a process has not answered for too long. @param {Member} member */
  async function hang({ name }) {
    await wait(answerMs, undefined, { ref: false });
    throw problem('swarm-ended', { name, problem: `: it did not answer for ${answerMs / 1000} s` });
  }

  /** The end of one process is the end of all. @param {Member} member @param {string} verb @param {unknown} [options] */
  async function ask(member, verb, options) {
    if (over) throw over;
    const answer = member.ask(verb, options);
    try {
      return await (SLOW_VERBS.includes(verb) ? answer : Promise.race([answer, hang(member)]));
    } catch (error) {
      if (!(error instanceof SwarmError && error.code === 'swarm-ended')) throw error;
      over ??= error;
      void closeAll();
      throw over;
    }
  }

  /** Tells each process what part of the crowd it is now, if that has changed. @param {number[]} now */
  async function share(now) {
    const isNews = now.some((size, i) => size !== sizes[i]);
    sizes = now;
    if (!isNews || members.length === 1) return;
    const total = sum(now);
    await all('tell', (i) => ({
      share: total === 0 ? 1 / now.length : Number(now[i]) / total,
      before: total === 0 ? i / now.length : sum(now.slice(0, i)) / total,
      others: total - Number(now[i]),
    }));
  }

  /** @param {ArriveOptions} wanted @returns {Promise<Arrival>} */
  async function arrive(wanted) {
    checkArrival(wanted);
    const { count, arrivalsPerS = Infinity, joiningAtOnce = JOINING_AT_ONCE } = wanted;
    const counts = level(count, await all('size'));
    /** @type {unknown[]} */
    const reasons = [];
    const arrivals = members.map(async (member, i) => {
      const mine = Number(counts[i]);
      if (mine === 0) return [];
      const part = mine / count;
      const most = Math.max(1, Math.round(joiningAtOnce * part));
      const options = { ...wanted, count: mine, arrivalsPerS: arrivalsPerS * part, joiningAtOnce: most };
      return ask(member, 'arrive', options).catch((error) => {
        reasons.push(error);
        const { code, message } = error;
        const nobody = { wanted: mine, joined: 0, queued: 0, changed: 0, again: {}, seconds: 0 };
        return arrivalOf({ ...nobody, failed: { [code]: mine }, why: { [code]: message } });
      });
    });
    const arrival = mergeArrivals((await Promise.all(arrivals)).flat());
    if (over || (reasons.length > 0 && arrival.joined === 0)) throw over ?? reasons[0];
    await share(await all('size'));
    return arrival;
  }

  /** Compares the clocks with each reading, because all that a process measures is worth as much as its clock. */
  async function read() {
    const readings = await Promise.all(
      members.map(async (member, i) => {
        const sentMs = performance.now();
        const reading = /** @type {Reading} */ (await ask(member, 'read'));
        clocks[i]?.note(sentMs, performance.now(), reading.atMs);
        return reading;
      }),
    );
    await share(readings.map(({ connections }) => connections));
    const drifts = members.map(({ name }, i) => ({ name, drift: clocks[i]?.read().drift ?? null }));
    const reading = mergeReadings(readings, drifts);
    disconnects += sum([reading.disconnects, reading.deafDisconnects].flatMap(Object.values));
    return reading;
  }

  /** @param {{ kind?: string, settleMs?: number }} [options] */
  async function stop({ kind, settleMs = SETTLE_MS } = {}) {
    await all('end', () => ({ kind }));
    await settle(async () => addUp(await all('pending', () => ({ kind }))), settleMs);
    return mergeLoads(await all('stop', () => ({ kind, settleMs: 0 })));
  }

  return {
    processes: members.length,
    machines: (local > 0 ? 1 : 0) + (coordinator?.helpers.length ?? 0),
    pids: members.flatMap(({ pid }) => pid ?? []),
    get joined() {
      return sum(sizes);
    },
    get disconnects() {
      return disconnects;
    },
    async open(options) {
      await all('open', (process) => ({ ...options, part: { process, processes: members.length } }));
    },
    arrive,
    async start(load) {
      await share(await all('size'));
      await all('start', () => load);
    },
    read,
    stop,
    async leave({ count, ...how }) {
      const counts = level(-count, await all('size'));
      await all('leave', (i) => ({ count: -Number(counts[i]), ...how }));
      await share(await all('size'));
    },
    async close() {
      over ??= problem('swarm-closed');
      await closeAll();
    },
  };
}

/** @param {readonly number[]} values */
function sum(values) {
  return values.reduce((all, value) => all + value, 0);
}
