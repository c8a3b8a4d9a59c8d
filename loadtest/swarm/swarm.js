/** Owns the connections and loads of a swarm, and what is read from them. It is documented in ../swarm.js. */

/** @import { SwarmError } from './errors.js' */
/** @import { Arrival, ArriveOptions } from './arrival.js' */
/** @import { Job, Part } from './jobs/job.js' */
/** @import { InputOptions } from './jobs/input.js' */
/** @import { PingOptions } from './jobs/ping.js' */
/** @import { EchoOptions } from './jobs/echo.js' */
/** @import { BroadcastOptions } from './jobs/broadcast.js' */
/** @import { FloodOptions } from './jobs/flood.js' */
/** @import { SubmitOptions } from './jobs/submit.js' */
/** @import { LoadReading } from './readings.js' */

import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { createArrival } from './arrival.js';
import { createClock } from './clock.js';
import { problem } from './errors.js';
import { createBroadcast } from './jobs/broadcast.js';
import { createEcho } from './jobs/echo.js';
import { createFlood } from './jobs/flood.js';
import { createInput } from './jobs/input.js';
import { checkNumbers } from './jobs/job.js';
import { createPing } from './jobs/ping.js';
import { createSubmit } from './jobs/submit.js';
import { checkOpenFiles } from './limits.js';
import { createPlan } from './plan.js';
import { createReadings } from './readings.js';
import { createRoster } from './roster.js';

/** One timer checks all connections this often. */
const SWEEP_MS = 250;
const SAMPLE_MS = 10;
/** Longer than the 5 s after which a message is given up. */
export const SETTLE_MS = 5500;
/** Messages that only other connections wait for are given up when none has come for this long: those have left. */
const QUIET_MS = 2000;
/** Acknowledgements can tell this many loads apart: see LANES. */
const MOST_LOADS = 10;
const KINDS = Object.freeze({
  input: createInput,
  ping: createPing,
  echo: createEcho,
  broadcast: createBroadcast,
  flood: createFlood,
  submit: createSubmit,
});

/** A `problem` is the answer to a message of the first of these that runs. */
const UNANSWERED = /** @type {const} */ (['input', 'echo', 'broadcast']);

/**
 * @typedef {object} SwarmOptions
 * @property {string} url http://127.0.0.1:8080
 * @property {string} [namespace] `/players`
 * @property {Record<string, unknown> | ((index: number) => Record<string, unknown>)} [auth] payload of the CONNECT packet
 * @property {'socket.io' | 'ws' | 'colyseus'} [protocol] `ws`: bare WebSocket, no Engine.IO, no Socket.IO; `colyseus`:
 *   the same in a room of Colyseus 0.18, once it has a seat; messages are bytes of colyseus.js
 * @property {string} [path] `/socket.io/`; of bare ones `/`; of Colyseus `/matchmake/joinOrCreate/bench`
 * @property {string} [joinedBy] the event that says that a connection has joined: `welcome` on /players, elsewhere '' for the CONNECT alone
 * @property {readonly string[]} [sources] source addresses, in turn; 127.0.0.2 and on, 1,000 connections each
 * @property {number} [timeoutMs] for a join; 10,000
 * @property {number} [deafShare] the share, 0 to 1, that ignores `throttle`, evenly spread; 0
 * @property {number} [skipFromBytes] once joined, messages of this length or longer are counted unread; none
 * @property {string} [ca] PEM of the certificate to trust, where the target is https:// or wss://
 * @property {boolean} [insecure] whether any certificate is taken; false
 * @property {{ process: number, processes: number }} [part] which process of a crowd this is; of one
 *
 * @typedef {{ kind: 'input' } & InputOptions | { kind: 'ping' } & PingOptions | { kind: 'echo' } & EchoOptions
 *   | { kind: 'broadcast' } & BroadcastOptions
 *   | { kind: 'flood' } & FloodOptions | { kind: 'submit' } & SubmitOptions} LoadOptions
 */

/**
 * @param {SwarmOptions} options
 * @throws {SwarmError} `url-bad`, `option-bad`
 */
export function createSwarm(options) {
  const { timeoutMs = 10_000, deafShare = 0, skipFromBytes = Infinity } = options;
  const { process = 0, processes = 1 } = options.part ?? {};
  /** @type {Part} */
  const part = { process, processes, share: 1 / processes, before: process / processes, others: 0 };
  checkNumbers({ timeoutMs, deafShare }, { timeoutMs: [1, 600_000], deafShare: [0, 1] });
  const plan = createPlan(options);
  /** @type {(Job | undefined)[]} by lane */
  const loads = [];
  /** @type {Map<string, number>} kind → lane */
  const lanes = new Map();
  /** @type {ReturnType<typeof createArrival> | null} */
  let arrival = null;
  let isArriving = false;
  let isGrouped = true;
  let isClosed = false;

  const roster = createRoster({
    plan,
    part,
    timeoutMs,
    deafShare,
    skipFromBytes,
    onEvent(connection, bytes, start, end) {
      for (let lane = 0; lane < loads.length; lane++)
        if (loads[lane]?.onEvent(connection, bytes, start, end)) return;
      if (!plan.isBare) roster.hear(connection, bytes, start, end);
    },
    onAck: (connection, id, bytes, start, end) =>
      loads[id % MOST_LOADS]?.onAck(connection, id, bytes, start, end),
    onProblem() {
      const lane = UNANSWERED.map((kind) => lanes.get(kind)).find((found) => found !== undefined);
      if (lane !== undefined) /** @type {Job} */ (loads[lane]).counts.refused += 1;
    },
    onChange() {
      isGrouped = false;
      if (arrival) clock.wake();
    },
  });
  const clock = createClock({
    turn(nowMs) {
      let hasMore = false;
      arrival?.turn(nowMs);
      for (const load of loads) if (load?.turn(nowMs)) hasMore = true;
      return hasMore;
    },
    waitMs() {
      const nowMs = performance.now();
      let ms = arrival ? arrival.waitMs(nowMs) : Infinity;
      for (const load of loads) if (load) ms = Math.min(ms, load.waitMs(nowMs));
      return ms;
    },
  });
  const sweeper = setInterval(sweep, SWEEP_MS);
  const readings = createReadings({ roster, clock, loads: () => byKind() });

  function sweep() {
    const nowMs = performance.now();
    roster.sweep(nowMs);
    for (const load of loads) {
      if (!isGrouped) load?.regroup(nowMs);
      load?.sweep(nowMs);
    }
    if (!isGrouped && lanes.size > 0) clock.wake();
    isGrouped = true;
  }

  /** @returns {Map<string, Job>} */
  function byKind() {
    return new Map([...lanes].map(([kind, lane]) => [kind, /** @type {Job} */ (loads[lane])]));
  }

  function assertOpen() {
    if (isClosed) throw problem('swarm-closed');
  }

  /** Opens the first connection alone, so that a target that is absent or refuses makes one error, not thousands. */
  async function scout() {
    const error = await new Promise((settle) => roster.open(roster.nextIndex(), settle));
    if (error && error.retryAfterMs === undefined) throw error;
    return error === null;
  }

  /**
   * Opens more connections; resolves when each has joined or failed.
   * @param {ArriveOptions} wanted
   * @returns {Promise<Arrival>}
   * @throws {SwarmError} `files-few`; `option-bad`; or the reason why the very first could not join
   */
  async function arrive(wanted) {
    assertOpen();
    checkNumbers(
      { ...wanted },
      { count: [0, 100_000], arrivalsPerS: [0.0001, Infinity], joiningAtOnce: [1, 5000] },
    );
    if (!Number.isInteger(wanted.count))
      throw problem('option-bad', { option: 'count', problem: 'must be a whole number' });
    if (isArriving)
      throw problem('option-bad', { option: 'arrive', problem: 'is under way already: wait for it' });
    checkOpenFiles(roster.members.length + wanted.count);
    isArriving = true;
    try {
      return await letIn(wanted);
    } finally {
      isArriving = false;
    }
  }

  /** @param {ArriveOptions} wanted @returns {Promise<Arrival>} */
  async function letIn(wanted) {
    const isFirst = roster.members.length === 0 && wanted.count > 0;
    const joined = isFirst && (await scout()) ? 1 : 0;
    assertOpen();
    arrival = createArrival({ ...wanted, count: wanted.count - joined }, roster, part.before);
    clock.wake();
    const result = await arrival.done;
    arrival = null;
    sweep();
    return { ...result, wanted: wanted.count, joined: result.joined + joined };
  }

  /**
   * Begins a load. There is at most one of each kind at a time.
   * @param {LoadOptions} load
   * @throws {SwarmError} `option-bad`
   */
  function start(load) {
    assertOpen();
    if (!Object.hasOwn(KINDS, load.kind))
      throw problem('option-bad', { option: 'kind', problem: `is one of ${Object.keys(KINDS).join(', ')}` });
    if (lanes.has(load.kind))
      throw problem('option-bad', { option: 'kind', problem: `"${load.kind}" runs already: stop it first` });
    const free = loads.indexOf(undefined);
    const lane = free < 0 ? loads.length : free;
    const { namespace, isBare } = plan;
    const make = /** @type {(options: any, context: any) => Job} */ (KINDS[load.kind]);
    const job = make(load, { namespace, isBare, members: () => roster.members, lane, part });
    loads[lane] = job;
    lanes.set(load.kind, lane);
    job.regroup(performance.now());
    clock.wake();
  }

  /** @param {string} [kind] all loads without it */
  function kindsOf(kind) {
    return [...lanes.keys()].filter((each) => kind === undefined || each === kind);
  }

  /** Lets a load, or all of them, send no more. @param {{ kind?: string }} [options] */
  function end({ kind } = {}) {
    const nowMs = performance.now();
    const jobs = byKind();
    for (const each of kindsOf(kind)) {
      jobs.get(each)?.turn(nowMs);
      jobs.get(each)?.end(nowMs);
    }
  }

  /**
   * Counts what is on its way; all is over when, in a crowd's sum, none is above 0.
   * @param {{ kind?: string }} [options]
   * @returns {{ own: number, owed: number }} messages not yet back at their sender, and not yet at everybody
   */
  function pending({ kind } = {}) {
    const jobs = byKind();
    const sum = { own: 0, owed: 0 };
    if (roster.members.length === 0) return sum;
    for (const each of kindsOf(kind)) {
      sum.own += jobs.get(each)?.pending() ?? 0;
      const { expected = 0, received = 0 } = jobs.get(each)?.heard() ?? {};
      if (expected > 0 || part.processes > 1) sum.owed += expected - received;
    }
    return sum;
  }

  /**
   * Ends a load, or all of them: sends no more, waits for what is on its way, and sums up.
   * @param {{ kind?: string, settleMs?: number }} [options] `settleMs`: how long to wait at most; 5,500
   * @returns {Promise<Record<string, LoadReading>>} totals by kind
   */
  async function stop({ kind, settleMs = SETTLE_MS } = {}) {
    end({ kind });
    await settle(() => pending({ kind }), settleMs);
    const totals = readings.totals();
    const kinds = kindsOf(kind);
    for (const each of kinds) {
      readings.close(each);
      loads[/** @type {number} */ (lanes.get(each))] = undefined;
      lanes.delete(each);
    }
    return Object.fromEntries(kinds.map((each) => [each, /** @type {LoadReading} */ (totals[each])]));
  }

  /** Takes its part of a crowd anew. @param {Pick<Part, 'share' | 'before' | 'others'>} now */
  function tell(now) {
    Object.assign(part, now);
    isGrouped = false;
    sweep();
  }

  /** Lets connections leave with a goodbye, the last that came first. @param {{ count: number }} options */
  async function leave({ count }) {
    await roster.leave(Math.min(count, roster.members.length));
    sweep();
  }

  /** Lets every connection leave, and releases everything. */
  async function close() {
    if (isClosed) return;
    isClosed = true;
    arrival?.end();
    clock.stop();
    await roster.leave(Infinity);
    clearInterval(sweeper);
    readings.stop();
  }

  return {
    ...{ arrive, start, end, pending, stop, tell, leave, close },
    read: readings.read,
    /** How many connections there are. */
    size: () => roster.members.length,
    /** The time by the clock of this process, ms. */
    now: () => performance.now(),
  };
}

/** @typedef {ReturnType<typeof createSwarm>} Swarm */

/**
 * Waits until nothing is on its way any more, or the time is over.
 * @param {() => { own: number, owed: number } | Promise<{ own: number, owed: number }>} pending
 * @param {number} settleMs
 */
export async function settle(pending, settleMs) {
  const untilMs = performance.now() + settleMs;
  let changedMs = performance.now();
  let last = NaN;
  while (performance.now() < untilMs) {
    const { own, owed } = await pending();
    if (own <= 0 && owed <= 0) return;
    if (owed !== last) changedMs = performance.now();
    last = owed;
    if (own <= 0 && performance.now() - changedMs > QUIET_MS) return;
    await wait(SAMPLE_MS);
  }
}
