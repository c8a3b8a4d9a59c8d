/** Makes one crowd of several processes. It is documented in ../swarm.js. */

/** @import { Crowd } from '../types.js' */
/** @import { Arrival, ArriveOptions } from './arrival.js' */
/** @import { Reading } from './readings.js' */
/** @import { Child } from '../harness/child.js' */
/** @import { LoadOptions, SwarmOptions } from './swarm.js' */

import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { startChild } from '../harness/child.js';
import { arrivalOf, checkArrival } from './arrival.js';
import { createClockMeter } from './clock-meter.js';
import { SwarmError, problem } from './errors.js';
import { checkNumbers } from './jobs/job.js';
import { addUp, level, mergeArrivals, mergeLoads, mergeReadings } from './merge.js';
import { SETTLE_MS, settle } from './swarm.js';

const CHILD = new URL('./child.js', import.meta.url);
/** This many joins of all processes together are under way at once: a listening socket's queue has 511 places. */
const JOINING_AT_ONCE = 200;
/** A process that does not answer for this long hangs. */
const ANSWER_MS = 30_000;
/** These take as long as the server wants, or as Node needs to start. */
const SLOW_VERBS = Object.freeze(['open', 'arrive', 'leave', 'stop']);

/** @typedef {Crowd & { open: (options: SwarmOptions) => Promise<void>, pids: number[] }} Pool `open` comes first, once */

/**
 * @param {object} [options]
 * @param {number} [options.processes] 1
 * @param {readonly number[]} [options.cores] hold them to these cores, in turn, where `taskset` is there
 * @param {readonly string[]} [options.execArgv] for their Node
 * @param {number} [options.answerMs] a process that does not answer for longer hangs, and ends the crowd
 * @returns {Promise<Pool>} calls reject with a SwarmError: what the swarms say, or `swarm-ended` with the name of the
 *   process that ended; the others are closed then
 * @throws {SwarmError} `option-bad`
 */
// eslint-disable-next-line max-lines-per-function -- one pool: every question goes to all its processes, and any of them may end
export async function openPool({ processes = 1, cores = [], execArgv = [], answerMs = ANSWER_MS } = {}) {
  checkNumbers({ processes }, { processes: [1, 64] });
  /** @type {SwarmError | null} */
  let over = null;
  const members = Array.from({ length: processes }, (_, i) => {
    const name = `Generator process ${i + 1}`;
    return startChild(CHILD, { name, core: cores[i % cores.length] ?? null, execArgv });
  });
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

  /** Rejects when a process has not answered for too long. @param {Child} member */
  async function hang({ name }) {
    await wait(answerMs, undefined, { ref: false });
    throw problem('swarm-ended', { name, problem: `: it did not answer for ${answerMs / 1000} s` });
  }

  /** The end of one process is the end of all. @param {Child} member @param {string} verb @param {unknown} [options] */
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
    processes,
    pids: members.map(({ pid }) => pid),
    get joined() {
      return sum(sizes);
    },
    get disconnects() {
      return disconnects;
    },
    async open(options) {
      await all('open', (process) => ({ ...options, part: { process, processes } }));
    },
    arrive,
    async start(load) {
      await share(await all('size'));
      await all('prepare', () => load);
      await all('begin', () => ({ kind: load.kind }));
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
