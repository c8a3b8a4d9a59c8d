/** Three REST services as in the Node-and-IIS paper, and what each of them does to a game that is played meanwhile. */

/** @import { Measured } from '../runner/scenario.js' */
/** @import { Row } from '../report/types.js' */

import { setTimeout as sleep } from 'node:timers/promises';
import { loadHttp } from '../services/http-load.js';
import { playPong } from '../services/pong.js';
import { readLab, tell, tellMetric, together } from './lab.js';

export const title = 'Three REST services';
export const summary =
  'a page, a record, a Fibonacci number by 10 to 1,000 users, and what they do to pong meanwhile';
export const generator = 'closed loop on TCP, as ApacheBench';

const OURS = 'Mass Mobile on Node';
const WARM_REQUESTS = 50;
const GENERATOR_LIMIT = 0.9;
/** Between two measurements: what the one before left has gone through. */
const QUIET_MS = 300;

/** @param {Record<string, any>} lab */
export function connections({ users, phones }) {
  return Math.max(...users) + phones + 10;
}

/** The whole experiment is one virtual user of Artillery's. */
export async function services() {
  await measure();
}

const measure = together(async () => {
  const lab = readLab();
  const { users, requests, leastS, others, phones } = lab.settings;
  const pong = await playPong(lab, { phones });
  let errors = 0;
  try {
    await sleep(1000);
    tell({ kind: 'point', row: idleRow(pong.take()) });
    for (const count of users) {
      // Servers take turns, so that what else the machine does meets all of them.
      for (const { route, path, oursOnly } of routesOf(lab.settings)) {
        for (const { name, url } of [{ name: OURS, url: lab.url }, ...(oursOnly ? [] : others)]) {
          tell({ kind: 'phase', name: `${name}: ${route}, ${count} users` });
          await loadHttp({ url: url + path, users: 1, requests: Math.min(requests, WARM_REQUESTS) });
          await sleep(QUIET_MS);
          pong.take();
          const rounds = await repeat(() => loadHttp({ url: url + path, users: count, requests }), leastS);
          const row = rowOf({
            server: name,
            route,
            users: count,
            rounds,
            delay: name === OURS ? pong.take() : null,
          });
          errors += Number(row['errors']);
          tell({ kind: 'point', row });
          if (row['valid'] === false)
            tell({ kind: 'generator', limited: true, note: 'Points above 90 % of its core are not valid.' });
        }
      }
    }
    tellMetric('errors', errors);
  } finally {
    await pong.close();
  }
});

/** @param {Record<string, any>} settings */
function routesOf({ fibonacci }) {
  return [
    { route: 'page', path: '/loadtest/page', oursOnly: false },
    { route: 'record', path: '/loadtest/record/7', oursOnly: false },
    { route: `fibonacci(${fibonacci})`, path: `/loadtest/fibonacci/${fibonacci}`, oursOnly: false },
    {
      route: `fibonacci(${fibonacci}) in a pool`,
      path: `/loadtest/fibonacci/${fibonacci}?pool=1`,
      oursOnly: true,
    },
  ];
}

/**
 * A thousand quick requests are over before a game notices: the same again until there is something to see.
 * @param {() => ReturnType<typeof loadHttp>} run @param {number} leastS
 */
async function repeat(run, leastS) {
  const rounds = [await run()];
  const spent = () => rounds.reduce((sum, { seconds }) => sum + seconds, 0);
  while (spent() < leastS) rounds.push(await run());
  return rounds;
}

/**
 * @param {{ server: string, route: string, users: number, rounds: Awaited<ReturnType<typeof loadHttp>>[],
 *   delay: { touches: number, p50Ms: number, p99Ms: number } | null }} measured
 * @returns {Row}
 */
function rowOf({ server, route, users, rounds, delay }) {
  const seconds = rounds.reduce((sum, round) => sum + round.seconds, 0);
  /** @param {'meanMs' | 'p50Ms' | 'p95Ms' | 'p99Ms' | 'perS' | 'cpu'} name the median of the rounds */
  const middle = (name) =>
    tidy(rounds.map((round) => round[name]).sort((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? NaN);
  const problems = rounds.flatMap((round) => round.problems);
  return {
    server,
    route,
    users,
    requests: rounds.reduce((sum, round) => sum + round.requests, 0),
    perS: tidy(rounds.reduce((sum, round) => sum + round.requests, 0) / seconds),
    meanMs: middle('meanMs'),
    p50Ms: middle('p50Ms'),
    p95Ms: middle('p95Ms'),
    p99Ms: middle('p99Ms'),
    errors: rounds.reduce((sum, round) => sum + round.errors, 0),
    ...(problems.length > 0 ? { problems: problems.slice(0, 3).join(', ') } : {}),
    pongDelayP50Ms: delay ? tidy(delay.p50Ms) : null,
    pongDelayP99Ms: delay ? tidy(delay.p99Ms) : null,
    generatorCpu: middle('cpu'),
    valid: middle('cpu') < GENERATOR_LIMIT,
  };
}

/** @param {{ touches: number, p50Ms: number, p99Ms: number }} delay @returns {Row} */
function idleRow(delay) {
  return {
    server: OURS,
    route: 'nothing but pong',
    users: 0,
    requests: 0,
    pongDelayP50Ms: tidy(delay.p50Ms),
    pongDelayP99Ms: tidy(delay.p99Ms),
    valid: true,
  };
}

/** @param {number} value */
function tidy(value) {
  return Math.round(value * 100) / 100;
}

/** @param {Measured} measured */
export function conclude({ points }) {
  const most = Math.max(...points.map((point) => Number(point['users'])));
  const find = (/** @type {RegExp} */ route) =>
    points.find(
      (point) => point['server'] === OURS && point['users'] === most && route.test(String(point['route'])),
    );
  const [page, loop, pool] = [find(/^page/), find(/^fib.*\)$/), find(/pool$/)];
  return {
    headline:
      `${most.toLocaleString('en-US')} users: ${Math.round(Number(page?.['perS'])).toLocaleString('en-US')} pages/s; ` +
      `Fibonacci on the event loop delays pong by ${loop?.['pongDelayP99Ms']} ms, in a pool by ${pool?.['pongDelayP99Ms']} ms`,
    limitedBy: points.some((point) => point['valid'] === false) ? 'generator' : 'server CPU',
  };
}
