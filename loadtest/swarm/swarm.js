/** Owns the connections and loads of a swarm, and what is read from them. It is documented in ../swarm.js. */

/** @import { SwarmError } from './errors.js' */
/** @import { Arrival, ArriveOptions } from './arrival.js' */
/** @import { Leave } from './connection.js' */
/** @import { Job, Part } from './jobs/job.js' */
/** @import { LoadReading } from './readings.js' */

import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { checkArrival, checkOpenFiles, createArrival } from './arrival.js';
import { createClock } from './clock.js';
import { badOption, problem } from './errors.js';
import { createBroadcast } from './jobs/broadcast.js';
import { createEcho } from './jobs/echo.js';
import { createFlood } from './jobs/flood.js';
import { createInput } from './jobs/input.js';
import { checkNumbers } from './jobs/job.js';
import { createSubmit } from './jobs/submit.js';
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
const KINDS = Object.freeze({
  input: createInput,
  echo: createEcho,
  broadcast: createBroadcast,
  flood: createFlood,
  submit: createSubmit,
});
/** Each kind has a lane of its own, by which its acknowledgements are told from those of the others. */
const LANES = Object.freeze(Object.keys(KINDS));
/** A `problem` is the answer to a message of the first of these that runs. */
const UNANSWERED = Object.freeze(['input', 'echo', 'broadcast']);
const OF_SOCKET_IO = Object.freeze(['submit', 'broadcast']);

/**
 * @typedef {object} SwarmOptions
 * @property {string} url http://127.0.0.1:8080
 * @property {string} [namespace] `/players`
 * @property {Record<string, unknown>} [auth] payload of the CONNECT packet
 * @property {'socket.io' | 'ws' | 'colyseus'} [protocol] `ws`: bare WebSocket, no Engine.IO, no Socket.IO; `colyseus`:
 *   the same in a room of Colyseus 0.18, once it has a seat; messages are bytes of colyseus.js
 * @property {string} [path] `/socket.io/`; of bare ones `/`; of Colyseus `/matchmake/joinOrCreate/bench`
 * @property {number} [timeoutMs] for a join; 10,000
 * @property {number} [deafShare] the share, 0 to 1, that ignores `throttle`, evenly spread; 0
 * @property {string} [ca] PEM of the certificate to trust, where the target is https:// or wss://
 * @property {boolean} [insecure] whether any certificate is taken; false
 * @property {boolean} [returns] whether connections come back as the players that earlier ones have left, by their tokens; false
 * @property {{ process: number, processes: number }} [part] which process of a crowd this is; of one
 *
 * @typedef {keyof typeof KINDS} Kind
 * @typedef {{ [K in Kind]: { kind: K } & Parameters<typeof KINDS[K]>[0] }[Kind]} LoadOptions
 */

/** @param {SwarmOptions} options @throws {SwarmError} `url-bad`, `option-bad` */
// eslint-disable-next-line max-lines-per-function -- one swarm: what it is asked is answered over one list of connections
export function createSwarm(options) {
  const { timeoutMs = 10_000, deafShare = 0 } = options;
  const { process = 0, processes = 1 } = options.part ?? {};
  /** @type {Part} */
  const part = { process, processes, share: 1 / processes, before: process / processes, others: 0 };
  checkNumbers({ timeoutMs, deafShare }, { timeoutMs: [1, 600_000], deafShare: [0, 1] });
  const plan = createPlan(options);
  /** @type {Map<string, Job>} by kind */
  const jobs = new Map();
  /** @type {ReturnType<typeof createArrival> | null} */
  let arrival = null;
  /** Loads that listen, and send nothing before all processes of the crowd listen. @type {Set<string>} */
  const held = new Set();
  let isGrouped = true;
  let isClosed = false;

  const roster = createRoster(
    { plan, part, timeoutMs, deafShare },
    {
      onEvent(connection, bytes, start, end) {
        for (const job of jobs.values()) if (job.onEvent(connection, bytes, start, end)) return;
        if (!plan.isBare) roster.receive(connection, bytes, start, end);
      },
      onAck(connection, id, bytes, start, end) {
        const job = jobs.get(String(LANES[id % LANES.length]));
        job?.onAck(connection, Math.floor(id / LANES.length), bytes, start, end);
      },
      onProblem() {
        const kind = UNANSWERED.find((each) => jobs.has(each));
        if (kind) /** @type {Job} */ (jobs.get(kind)).counts.refused += 1;
      },
      onChange() {
        isGrouped = false;
        if (arrival) clock.wake();
      },
    },
  );
  const clock = createClock(() => (arrival ? [arrival, ...jobs.values()] : [...jobs.values()]));
  const sweeper = setInterval(sweep, SWEEP_MS);
  const readings = createReadings(roster, jobs);

  function sweep() {
    const nowMs = performance.now();
    roster.sweep(nowMs);
    for (const [kind, job] of jobs) {
      if (held.has(kind)) continue;
      if (!isGrouped) job.regroup(nowMs);
      job.sweep(nowMs);
    }
    if (!isGrouped) clock.wake();
    isGrouped = true;
  }

  /** @param {string} [kind] all without it */
  function running(kind) {
    return [...jobs].filter(([each]) => kind === undefined || each === kind);
  }

  /**
   * @param {ArriveOptions} wanted @returns {Promise<Arrival>}
   * @throws {SwarmError} `files-few`; `option-bad`; or the reason why the very first could not join
   */
  async function arrive(wanted) {
    if (isClosed) throw problem('swarm-closed');
    checkArrival(wanted);
    if (arrival) throw badOption('arrive', 'is under way already: wait for it');
    checkOpenFiles(roster.members.length + wanted.count);
    arrival = createArrival(wanted, roster, part.before);
    clock.wake();
    return arrival.done.finally(() => {
      arrival = null;
      sweep();
    });
  }

  /**
   * Prepares a load: it counts what arrives, and sends nothing. What one process sends to everybody may arrive in another before that
   * is told to begin.
   * @param {LoadOptions} load @throws {SwarmError} `option-bad`
   */
  function prepare(load) {
    if (isClosed) throw problem('swarm-closed');
    const lane = LANES.indexOf(load.kind);
    if (lane < 0) throw badOption('kind', `is one of ${LANES.join(', ')}`);
    if (jobs.has(load.kind)) throw badOption('kind', `"${load.kind}" runs already: stop it first`);
    const { namespace, isBare } = plan;
    if (isBare && OF_SOCKET_IO.includes(load.kind))
      throw badOption('kind', `cannot be "${load.kind}" without Socket.IO`);
    const ackId = (/** @type {number} */ number) => number * LANES.length + lane;
    const make = /** @type {(options: any, context: any) => Job} */ (KINDS[load.kind]);
    const job = make(load, { namespace, isBare, members: () => roster.members, ackId, part });
    jobs.set(load.kind, job);
    held.add(load.kind);
  }

  /** Sends a load that is prepared. @param {{ kind: string }} load */
  function begin({ kind }) {
    held.delete(kind);
    jobs.get(kind)?.regroup(performance.now());
    clock.wake();
  }

  /** @param {LoadOptions} load @throws {SwarmError} `option-bad` */
  function start(load) {
    prepare(load);
    begin(load);
  }

  /** Lets a load, or all of them, send no more. @param {{ kind?: string }} [options] */
  function end({ kind } = {}) {
    const nowMs = performance.now();
    for (const [, job] of running(kind)) {
      job.turn(nowMs);
      job.end(nowMs);
    }
  }

  /**
   * Counts messages not yet back at their sender, and not yet at everybody: these may be below 0 but for a crowd's sum.
   * @param {{ kind?: string }} [options]
   */
  function pending({ kind } = {}) {
    const sum = { own: 0, owed: 0 };
    if (roster.members.length === 0) return sum;
    for (const [, job] of running(kind)) {
      sum.own += job.pending();
      const { expected = 0, received = 0 } = job.back();
      if (expected > 0 || part.processes > 1) sum.owed += expected - received;
    }
    return sum;
  }

  /**
   * @param {{ kind?: string, settleMs?: number }} [options] `settleMs`: how long to wait at most; 5,500
   * @returns {Promise<Record<string, LoadReading>>} totals by kind
   */
  async function stop({ kind, settleMs = SETTLE_MS } = {}) {
    end({ kind });
    await settle(() => pending({ kind }), settleMs);
    const ended = running(kind);
    for (const [each] of ended) jobs.delete(each);
    return Object.fromEntries(ended.map(([each, job]) => [each, readings.close(each, job)]));
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
    ...{ arrive, prepare, begin, start, end, pending, stop, close, read: readings.read },
    /** Takes its part of a crowd anew. @param {Pick<Part, 'share' | 'before' | 'others'>} now */
    tell(now) {
      Object.assign(part, now);
      isGrouped = false;
      sweep();
    },
    /**
     * Lets connections leave, the last that came first, with a goodbye unless it says otherwise.
     * @param {{ count: number, how?: Leave, patienceMs?: number, isOldest?: boolean }} options
     */
    async leave({ count, ...how }) {
      await roster.leave(Math.min(count, roster.members.length), how);
      sweep();
    },
    size: () => roster.members.length,
  };
}

/** @typedef {ReturnType<typeof createSwarm>} Swarm */

/**
 * Waits until nothing is on its way any more, or the time is over.
 * @template {{ own: number, owed: number }} Pending @param {() => Pending | Promise<Pending>} pending
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
