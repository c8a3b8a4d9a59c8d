/** Loads three REST services, on our server and others, and times a game of pong meanwhile. */

/** @import { Validity } from '../types.js' */
/** @import { Load } from './requests.js' */
/** @import { Loaded } from './http-load.js' */

import { setTimeout as sleep } from 'node:timers/promises';
import { LabError } from '../harness/errors.js';
import { startHttpLoad } from './http-load.js';
import { startPongDelay } from './pong-delay.js';
import { askAbout, checkNames, checkServer } from './same-answers.js';

/** Points and reports call our own server by this name. */
export const OURS = 'Node (Mass Mobile)';
/** Above this share of its core, the generator was the limit and not the server. */
const GENERATOR_LIMIT = 0.9;
/** Arriving users that begin later than this after they were due, one in a hundred of them, are not those of the rate. */
const MOST_LATE_MS = 20;
const WARM_UP = { requests: 50, users: 5 };

/** The full size has the paper's numbers; the smoke test shows within seconds that everything works. */
export const SIZES = Object.freeze({
  full: {
    users: [10, 100, 200, 500, 1000],
    arrivalsPerS: [100, 200, 500, 1000],
    requests: 1000,
    fibonacciN: 25,
    rounds: 2,
    leastMs: 2000,
    phones: 20,
  },
  smoke: {
    users: [5, 20],
    arrivalsPerS: [50, 100],
    requests: 50,
    fibonacciN: 15,
    rounds: 1,
    leastMs: 200,
    phones: 4,
  },
});

/**
 * @typedef {object} Point
 * @property {string} server
 * @property {string} route `page`, `record`, `fibonacci`, `fibonacci in a pool`
 * @property {'closed loop' | 'arriving'} mode
 * @property {number | null} users at once, of a closed loop
 * @property {number | null} arrivalsPerS of arriving users
 * @property {number} requests made, in all rounds together
 * @property {number} perS requests answered with 200
 * @property {number | null} meanMs of those, from the moment at which a request was due to the last byte; null: there
 *   were none
 * @property {number | null} p50Ms
 * @property {number | null} p95Ms
 * @property {number | null} p99Ms
 * @property {number} errors
 * @property {string | null} errorKinds `12 × ECONNRESET, 1 × timeout`; null: none
 * @property {number | null} pongDelayP50Ms from a touch until the screen is told; null: not our server
 * @property {number | null} pongDelayP99Ms
 * @property {string | null} database that answered the records of ours; null: another route, or another server
 * @property {string | null} poolCores that the kernel allowed the threads of our pool; null: another route
 * @property {number} generatorCpu shares of its core
 * @property {Validity} validity invalid: the generator was the limit
 * @property {string} because '' for a valid point
 *
 * @typedef {object} Progress
 * @property {number} done points
 * @property {number} total
 * @property {Point} point the newest one, final
 *
 * @typedef {object} Options
 * @property {{ url: string, key: string }} target ours, with LOADTEST=on
 * @property {{ name: string, url: string }[]} [others] servers of this machine with the same routes
 * @property {'full' | 'smoke'} [size] the source of the defaults below. Default `full`
 * @property {'closed loop' | 'arriving'} [mode] each user asks again when answered, as with `ab`; or users come over
 *   time, each with one request. Default `closed loop`
 * @property {number[]} [users] of a closed loop
 * @property {number} [requests] by all of them together
 * @property {number} [startAtOnce] how many users of a closed loop may be connecting for the first time. Default 64
 * @property {number[]} [arrivalsPerS] of arriving users
 * @property {number} [fibonacciN] 0 to 40
 * @property {number} [rounds] how often every point is measured, the servers in turn
 * @property {number} [leastMs] users arrive for this long; the requests of a closed loop are repeated for at least this
 *   long: a game of pong needs time to notice
 * @property {number} [phones] phones that play pong meanwhile
 * @property {boolean} [keepAlive] connections of a closed loop are reused, as with `ab -k`. Default false
 * @property {(progress: Progress) => void} [onProgress]
 * @property {(idle: { pongDelayP50Ms: number | null, pongDelayP99Ms: number | null }) => void} [onIdle] called
 *   first, with the delays of pong while no request is made
 * @property {AbortSignal} [signal] ends it within a moment; `onProgress` has told what was measured until then
 */

/**
 * @param {Options} options
 * @returns {Promise<Point[]>} by route, server, and users or arrivals
 * @throws {LabError} if a server is not there, gives other answers, or dies
 * @throws the reason of the signal, if it is aborted
 */
export async function runServices({ target, others = [], size = 'full', signal, ...options }) {
  const settings = { mode: /** @type {const} */ ('closed loop'), ...SIZES[size], ...defined(options) };
  const ours = { name: OURS, url: target.url };
  const servers = [ours, ...others];
  checkNames(servers);
  for (const server of servers) await checkServer(server, signal);
  const about = await askAbout(ours, signal);

  const plan = planOf(servers, settings, about);
  const http = await startHttpLoad({ signal });
  try {
    const pong = await startPongDelay({ target, phones: settings.phones, signal });
    try {
      for (const url of new Set(plan.map((one) => one.load.url))) await http.load({ url, ...WARM_UP });
      await measureIdle(pong, { leastMs: settings.leastMs, onIdle: options.onIdle, signal });
      let done = 0;
      for (const cell of cellsOf(plan)) {
        for (let round = 0; round < settings.rounds; round++) {
          for (const one of inTurn(cell, round))
            await measure({ http, pong, one, leastMs: settings.leastMs });
        }
        for (const one of cell)
          options.onProgress?.({ done: ++done, total: plan.length, point: pointOf(one) });
      }
      return plan.map(pointOf);
    } finally {
      await pong.close();
    }
  } finally {
    await http.close();
  }
}

/**
 * One cell of the plan, and its results so far.
 * @typedef {object} Measurement
 * @property {{ name: string, url: string }} server
 * @property {Pick<Point, 'route' | 'mode' | 'users' | 'arrivalsPerS' | 'database' | 'poolCores'>} what
 * @property {Load} load
 * @property {Loaded[]} loads
 * @property {number[]} delaysMs
 */

/**
 * @param {{ name: string, url: string }[]} servers ours first
 * @param {Required<Pick<Options, 'users' | 'arrivalsPerS' | 'requests' | 'fibonacciN' | 'leastMs' | 'mode'>> & Pick<Options, 'keepAlive' | 'startAtOnce'>} settings
 * @param {{ database: string | null, poolCores: string | null }} about ours
 * @returns {Measurement[]}
 */
function planOf(servers, settings, { database, poolCores }) {
  const { mode, requests, leastMs, keepAlive, startAtOnce } = settings;
  const fibonacci = `/loadtest/fibonacci/${settings.fibonacciN}`;
  const routes = [
    { route: 'page', path: '/loadtest/page' },
    { route: 'record', path: '/loadtest/record/{n}', database },
    { route: 'fibonacci', path: fibonacci },
    // The other servers have a process for each request anyway, so they need no pool.
    { route: 'fibonacci in a pool', path: `${fibonacci}?pool=1`, poolCores, isOursAlone: true },
  ];
  const sizes =
    mode === 'arriving'
      ? settings.arrivalsPerS.map((arrivalsPerS) => ({
          size: { users: null, arrivalsPerS },
          load: { arrivalsPerS, requests: Math.max(1, Math.round((arrivalsPerS * leastMs) / 1000)) },
        }))
      : settings.users.map((users) => ({
          size: { users, arrivalsPerS: null },
          load: { users, requests, keepAlive, startAtOnce },
        }));
  return routes.flatMap(({ route, path, isOursAlone, ...about }) =>
    (isOursAlone ? servers.slice(0, 1) : servers).flatMap((server) =>
      sizes.map(({ size, load }) => ({
        server,
        what: { route, mode, ...size, database: null, poolCores: null, ...(server.name === OURS && about) },
        load: { ...load, url: server.url + path },
        loads: [],
        delaysMs: [],
      })),
    ),
  );
}

/**
 * Groups measurements that are compared, so that all servers are measured together: the same route, as many users.
 * @param {Measurement[]} plan
 */
function cellsOf(plan) {
  /** @type {Map<string, Measurement[]>} */
  const cells = new Map();
  for (const one of plan) {
    const name = `${one.what.route} ${one.what.users ?? one.what.arrivalsPerS}`;
    cells.set(name, [...(cells.get(name) ?? []), one]);
  }
  return [...cells.values()];
}

/**
 * Reverses the order of the servers in every second round, so that other work of this machine affects all of them.
 * @param {Measurement[]} cell
 * @param {number} round
 */
function inTurn(cell, round) {
  return round % 2 === 0 ? cell : cell.toReversed();
}

/**
 * @param {import('./pong-delay.js').PongDelay} pong
 * @param {{ leastMs: number, onIdle: Options['onIdle'], signal: AbortSignal | undefined }} options
 */
async function measureIdle(pong, { leastMs, onIdle, signal }) {
  if (!onIdle) return;
  const { delaysMs } = await pong.measure(() => sleep(Math.max(500, leastMs), null, { signal }));
  onIdle({ pongDelayP50Ms: percentile(delaysMs, 50), pongDelayP99Ms: percentile(delaysMs, 99) });
}

/**
 * @param {object} options
 * @param {import('./http-load.js').HttpLoad} options.http
 * @param {import('./pong-delay.js').PongDelay} options.pong
 * @param {Measurement} options.one
 * @param {number} options.leastMs
 */
async function measure({ http, pong, one, leastMs }) {
  const { server, load, loads } = one;
  const run = async () => {
    for (let spentMs = 0, isFirst = true; isFirst || spentMs < leastMs; isFirst = false) {
      const loaded = await http.load(load);
      if (loaded.latenciesMs.length === 0) throw gone(server, loaded);
      loads.push(loaded);
      // Users arrive for the whole time at once; chance alone makes it a little longer or shorter.
      spentMs += load.arrivalsPerS === undefined ? loaded.durationMs : leastMs;
    }
  };
  if (server.name !== OURS) return run();
  const { delaysMs } = await pong.measure(run);
  one.delaysMs.push(...delaysMs);
}

/** @param {{ name: string, url: string }} server @param {Loaded} loaded */
function gone({ name, url }, { errors }) {
  return new LabError(`${name} at ${url} answers nothing any more: ${wordsOf(errors)}. Look at its log.`);
}

/** @param {Measurement} measurement @returns {Point} */
function pointOf({ server, what, load, loads, delaysMs }) {
  const latenciesMs = loads.flatMap((loaded) => loaded.latenciesMs);
  const durationMs = sum(loads.map((loaded) => loaded.durationMs));
  const errors = mergeErrors(loads);
  const generatorCpu = sum(loads.map(({ cpu, durationMs: ms }) => cpu * ms)) / durationMs;
  const lateMs = loads.flatMap((loaded) => loaded.lateMs);
  const because = limitOf(generatorCpu, percentile(lateMs, 99) ?? 0);
  return {
    server: server.name,
    ...what,
    requests: load.requests * loads.length,
    perS: tidy(latenciesMs.length / (durationMs / 1000)),
    meanMs: latenciesMs.length > 0 ? tidy(sum(latenciesMs) / latenciesMs.length) : null,
    p50Ms: percentile(latenciesMs, 50),
    p95Ms: percentile(latenciesMs, 95),
    p99Ms: percentile(latenciesMs, 99),
    errors: sum(Object.values(errors)),
    errorKinds: wordsOf(errors) || null,
    pongDelayP50Ms: percentile(delaysMs, 50),
    pongDelayP99Ms: percentile(delaysMs, 99),
    generatorCpu: tidy(generatorCpu),
    validity: because === '' ? 'valid' : 'invalid',
    because,
  };
}

/** @param {number} cpu of the generator @param {number} lateMs p99 @returns {string} why it was the limit; '' if it was not */
function limitOf(cpu, lateMs) {
  if (cpu > GENERATOR_LIMIT) return `the generator used ${Math.round(cpu * 100)} % of its core`;
  if (lateMs > MOST_LATE_MS) return `the generator began requests ${Math.round(lateMs)} ms late (p99)`;
  return '';
}

/** @param {Loaded[]} loads */
function mergeErrors(loads) {
  /** @type {Record<string, number>} */
  const merged = {};
  for (const { errors } of loads)
    for (const [kind, count] of Object.entries(errors)) merged[kind] = (merged[kind] ?? 0) + count;
  return merged;
}

/** @param {Record<string, number>} errors */
function wordsOf(errors) {
  return Object.entries(errors)
    .map(([kind, count]) => `${count} × ${kind}`)
    .join(', ');
}

/** @param {number[]} values @param {number} percent @returns {number | null} nearest rank; null: there are none */
function percentile(values, percent) {
  const sorted = Float64Array.from(values).sort();
  const value = sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)];
  return value === undefined ? null : tidy(value);
}

/** @param {number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/** @param {number} value */
function tidy(value) {
  return Math.round(value * 100) / 100;
}

/** @template {object} T @param {T} options @returns {Partial<T>} without the options that are undefined */
function defined(options) {
  return /** @type {Partial<T>} */ (
    Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  );
}
