/** Loads three REST services, as in the Node-and-IIS paper, and measures a game that is played meanwhile. */

/** @import { Measured } from '../harness/scenario.js' */

import { OURS, runServices } from '../services/services.js';
import { readLab, tell, tellMetric, together } from './lab.js';

export const title = 'Three REST services';
export const summary = 'a page, a record, a number by up to 1,000 users, and what they do to pong meanwhile';
export const generator = 'a closed loop of our own';

const SPARE = 10;

/** @param {Record<string, any>} lab */
export function connections({ users, phones }) {
  return Math.max(...users) + phones + SPARE;
}

/** This must be an async function, because Artillery waits for the promise of no other. */
export async function services() {
  await experiment();
}

const experiment = together(async () => {
  const { url, key, settings } = readLab();
  const { fibonacci: fibonacciN, ...others } = settings;
  const points = await runServices({
    .../** @type {any} */ (others),
    fibonacciN,
    target: { url, key },
    onIdle: ({ pongDelayP50Ms, pongDelayP99Ms }) => {
      tellMetric('pong.idle.p50', pongDelayP50Ms ?? NaN);
      tellMetric('pong.idle.p99', pongDelayP99Ms ?? NaN);
    },
    onProgress: tellPoint,
  });
  tellMetric(
    'services.errors',
    points.reduce((sum, { errors }) => sum + errors, 0),
  );
});

/** @param {import('../services/services.js').Progress} progress */
function tellPoint({ done, total, point }) {
  const { server, route, users, valid } = point;
  tell({ kind: 'point', row: { ...point } });
  tell({ kind: 'phase', name: `${done} of ${total} measured: ${server}, ${route}, ${users} users` });
  if (!valid)
    tell({ kind: 'generator', limited: true, note: 'Points with more than 90 % of its core are not valid.' });
}

/** @param {Measured} measured */
export function conclude({ points, metrics }) {
  const most = Math.max(...points.map((point) => Number(point['users'])));
  const of = (/** @type {string} */ route) =>
    points.find((one) => one['server'] === OURS && one['users'] === most && one['route'] === route);
  const perS = Math.round(Number(of('page')?.['perS'])).toLocaleString('en-US');
  const delay = (/** @type {string} */ route) => wordsOf(Number(of(route)?.['pongDelayP99Ms']));
  return {
    headline:
      `${most.toLocaleString('en-US')} users: ${perS} pages/s; pong, ${wordsOf(metrics['pong.idle.p99'])} late (p99) ` +
      `when idle, is ${delay('fibonacci')} late with Fibonacci on the event loop, ${delay('fibonacci in a pool')} with it in a pool`,
    limitedBy: points.some(({ valid }) => valid === false) ? 'generator' : 'server CPU',
  };
}

/** @param {number | undefined} ms */
function wordsOf(ms = NaN) {
  if (Number.isNaN(ms)) return 'not measured to be';
  return ms >= 1000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms)} ms`;
}
