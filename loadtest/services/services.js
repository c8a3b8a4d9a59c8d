/** Loads three REST services, on our server and others, and times a game of pong meanwhile. */

/** @import { Validity } from '../types.js' */
/** @import { HttpLoad, Load } from './requests.js' */
/** @import { PongDelay } from './pong-delay.js' */
/** @import { Server } from './same-answers.js' */

import { setTimeout as sleep } from 'node:timers/promises';
import { LabError } from '../harness/errors.js';
import { Histogram } from '../histogram.js';
import { totalOf } from '../swarm/merge.js';
import { startPongDelay } from './pong-delay.js';
import { startHttpLoad } from './requests.js';
import { askAbout, checkServers } from './same-answers.js';

/** Points and reports call our own server by this name. */
export const OURS = 'Node (Mass Mobile)';
/** Above this share of its core, the generator was the limit and not the server. */
const GENERATOR_LIMIT = 0.9;
/** Arriving users that begin later than this after they were due, one in a hundred of them, are not those of the rate. */
const MOST_LATE_MS = 20;
const WARM_UP = { requests: 50, users: 5 };
const IDLE_MS = 500;
/** @typedef {Record<'database' | 'poolCores', string | null>} About null: another route, or another server */
/** A point says which database answered, and which cores the threads of the pool may use. @type {About} */
const NOT_SAID = { database: null, poolCores: null };

/**
 * @typedef {ReturnType<typeof pointOf>} Point
 *
 * @typedef {Record<'users' | 'arrivalsPerS', number[]> & { keepAlive: boolean } &
 *   Record<'requests' | 'fibonacci' | 'rounds' | 'leastMs' | 'phones', number>} Settings those of scenarios/services.js
 *
 * @typedef {object} Options
 * @property {{ url: string, key: string }} target ours, with LOADTEST=on
 * @property {Server[]} [others] servers of this machine with the same routes
 * @property {string} mode `closed loop`: each user asks again when answered, as with `ab`; `arriving`: users come over
 *   time, each with one request
 * @property {AbortSignal} [signal] ends it within a moment
 */

/**
 * Measures step by step. The first step tells the delays of pong while no request is made; each of the others tells the
 * points, by server, of one route and so many users or arrivals.
 * @param {Options & Settings} options
 * @returns {AsyncGenerator<{ idle: ReturnType<typeof pongOf> | null, points: Point[], total: number }>} `total`: points of all
 *   steps
 * @throws {LabError} if a server is not there, gives other answers, or dies
 * @throws the reason of the signal, if it is aborted
 */
export async function* runServices({ signal = new AbortController().signal, ...options }) {
  const { target, others = [], rounds, leastMs, phones } = options;
  const servers = [{ name: OURS, url: target.url }, ...others];
  signal.throwIfAborted();
  await checkServers(servers);
  const plan = planOf(servers, options, await askAbout(target.url));
  const total = plan.flat().length;
  const http = startHttpLoad(signal);
  /** @type {PongDelay | null} */
  let pong = null;
  try {
    pong = await startPongDelay({ target, phones, signal });
    for (const url of new Set(plan.flat().map(({ load }) => load.url))) await http.load({ url, ...WARM_UP });
    const idle = await pong.measure(() => sleep(Math.max(IDLE_MS, leastMs), null, { signal }));
    yield { idle: pongOf(idle), points: [], total };
    for (const cell of plan) {
      // Every second round goes the other way, so that other work of this machine affects all servers.
      for (let round = 0; round < rounds; round++)
        for (const one of round % 2 === 0 ? cell : cell.toReversed())
          await measure(one, { http, pong, leastMs });
      yield { idle: null, points: cell.map(pointOf), total };
    }
  } finally {
    await pong?.close();
    await http.close();
  }
}

/** @typedef {ReturnType<typeof planOf>[number][number]} Measurement one point of the plan, and what was measured so far */

/**
 * Plans cells of points that are compared, so that all servers are measured together: the same route, as many users.
 * @param {Server[]} servers ours first @param {Omit<Options, 'signal'> & Settings} options
 * @param {About} about ours
 */
function planOf(servers, { mode, leastMs, ...options }, { database, poolCores }) {
  const { users, arrivalsPerS, requests, keepAlive } = options;
  const fibonacci = `/loadtest/fibonacci/${options.fibonacci}`;
  /** @type {{ route: string, path: string, about?: Partial<About>, isOursAlone?: boolean }[]} */
  const routes = [
    { route: 'page', path: '/loadtest/page' },
    { route: 'record', path: '/loadtest/record/{n}', about: { database } },
    { route: 'fibonacci', path: fibonacci },
    // The other servers have a process for each request anyway, so they need no pool.
    { route: 'fibonacci in a pool', path: `${fibonacci}?pool=1`, about: { poolCores }, isOursAlone: true },
  ];
  /** @type {Omit<Load, 'url'>[]} */
  const loads =
    mode === 'arriving'
      ? arrivalsPerS.map((perS) => ({
          arrivalsPerS: perS,
          requests: Math.max(1, Math.round((perS * leastMs) / 1000)),
        }))
      : users.map((count) => ({ users: count, requests, keepAlive }));
  return routes.flatMap(({ route, path, about, isOursAlone }) =>
    loads.map((load) =>
      (isOursAlone ? servers.slice(0, 1) : servers).map((server) => ({
        server,
        what: { route, mode, ...NOT_SAID, ...(server.name === OURS && about) },
        load: { ...load, url: server.url + path },
        ...{ latencies: new Histogram(), late: new Histogram(), pong: new Histogram() },
        ...{ loads: 0, durationMs: 0, cpuMs: 0 },
        errors: /** @type {Record<string, number>} */ ({}),
      })),
    ),
  );
}

/** @param {Measurement} one @param {{ http: HttpLoad, pong: PongDelay, leastMs: number }} options */
async function measure(one, { http, pong, leastMs }) {
  const { server, load, errors } = one;
  const run = async () => {
    const endMs = one.durationMs + leastMs;
    do {
      const loaded = await http.load(load);
      if (loaded.latenciesMs.length === 0)
        throw new LabError(
          `${server.name} at ${server.url} answers nothing any more: ${wordsOf(loaded.errors)}. Look at its log.`,
        );
      for (const ms of loaded.latenciesMs) one.latencies.record(ms);
      for (const ms of loaded.lateMs) one.late.record(ms);
      for (const [kind, count] of Object.entries(loaded.errors)) errors[kind] = (errors[kind] ?? 0) + count;
      one.loads += 1;
      one.durationMs += loaded.durationMs;
      one.cpuMs += loaded.cpu * loaded.durationMs;
      // Arriving users come for the whole time at once; chance alone makes it a little shorter.
    } while (load.arrivalsPerS === undefined && one.durationMs < endMs);
  };
  if (server.name === OURS) one.pong.merge(await pong.measure(run));
  else await run();
}

/** @param {Measurement} measurement */
function pointOf({ server, what, load, loads, latencies, late, pong, errors, durationMs, cpuMs }) {
  const { count, meanMs, p50Ms, p95Ms, p99Ms } = latencies.summary();
  const generatorCpu = cpuMs / durationMs;
  const because = limitOf(generatorCpu, late.summary().p99Ms ?? 0);
  return {
    ...{ server: server.name, ...what },
    users: load.users ?? null,
    arrivalsPerS: load.arrivalsPerS ?? null,
    /** They were made in all rounds together. */
    requests: load.requests * loads,
    /** Those that were answered with 200, and their times from the moment at which a request was due to the last byte. */
    perS: tidy(count / (durationMs / 1000)),
    ...{ meanMs, p50Ms, p95Ms, p99Ms },
    errors: totalOf(errors),
    /** As in `12 × ECONNRESET, 1 × timeout`; null: none. */
    errorKinds: wordsOf(errors) || null,
    ...pongOf(pong),
    generatorCpu: tidy(generatorCpu),
    validity: /** @type {Validity} */ (because === '' ? 'valid' : 'invalid'),
    because,
  };
}

/** @param {Histogram} delays from a touch until the screen is told; none: it was not our server */
function pongOf(delays) {
  const { p50Ms, p99Ms } = delays.summary();
  return { pongDelayP50Ms: p50Ms, pongDelayP99Ms: p99Ms };
}

/** @param {number} cpu of the generator @param {number} lateMs p99 @returns {string} why it was the limit; '' if it was not */
function limitOf(cpu, lateMs) {
  if (cpu > GENERATOR_LIMIT) return `the generator used ${Math.round(cpu * 100)} % of its core`;
  if (lateMs > MOST_LATE_MS) return `the generator began requests ${Math.round(lateMs)} ms late (p99)`;
  return '';
}

/** @param {Record<string, number>} errors */
function wordsOf(errors) {
  return Object.entries(errors)
    .map(([kind, count]) => `${count} × ${kind}`)
    .join(', ');
}

/** @param {number} value */
function tidy(value) {
  return Math.round(value * 100) / 100;
}
