/** Shows web services under 10 to 1,000 users, in a closed loop and as they arrive, beside the Node-and-IIS paper. */

/** @import { Row } from '../../types.js' */
/** @import { Chart, View } from '../types.js' */

import { isValid, most, num, numbers, rowWithMost, total } from '../fields.js';
import { NONE, short, tidy } from '../page/format.js';
import { chart, figure, filled, rowsWith, wordsIn } from './kit.js';

/** The points name our own server like this. */
const OURS = /node|mass|ours/i;
/** These are the paper's names of the three kinds of service, with patterns that find our routes. */
const PAPER = /** @type {const} */ ([
  { kind: 'webPage', label: 'A web page', routes: /page/i },
  { kind: 'ioIntensive', label: 'A record from a database', routes: /record/i },
  { kind: 'cpuIntensive', label: 'A Fibonacci number', routes: /fib/i },
]);
const USERS = Object.freeze({ label: 'Users at once', scale: /** @type {const} */ ('log') });

/** @type {View} */
export function services({ points }, { published }) {
  const loop = points.filter(({ mode }) => mode !== 'arriving');
  const arriving = rowsWith(points, 'mode', 'arriving');
  const valid = loop.filter(isValid);
  const best = rowWithMost(valid, 'perS');
  const slowest = rowWithMost(valid, 'p99Ms');
  const pong = rowWithMost(points.filter(isValid), 'pongDelayP99Ms');
  const paper = published['node-versus-iis-2016'];
  const servers = wordsIn(points, 'server');
  const own = servers.find((server) => OURS.test(server)) ?? servers[0] ?? '';
  const others = servers.filter((server) => server !== own);
  const routes = wordsIn(points, 'route');
  const ofOwn = rowsWith(points, 'server', own).filter((row) => num(row, 'pongDelayP99Ms') !== null);
  const databases = wordsIn(points, 'database');
  return {
    facts: [
      figure('Users at once, most', most(points, 'users')),
      figure('Requests, best', num(best, 'perS'), '/s', { note: placeOf(best), metric: 'requests.perS' }),
      figure('Response there, p99', num(best, 'p99Ms'), 'ms', 'response.p99Ms'),
    ],
    figures: [
      figure('Requests made', total(points, 'requests')),
      figure('Errors', total(points, 'errors'), '', 'requests.errors'),
      figure('Slowest response, p99', num(slowest, 'p99Ms'), 'ms', { note: placeOf(slowest) }),
      figure('Pong beside it, worst p99', num(pong, 'pongDelayP99Ms'), 'ms', {
        note: [placeOf(pong), databases.join(', ')].filter(Boolean).join('; '),
        metric: 'pong.p99Ms',
      }),
    ],
    charts: filled([
      ...routes.flatMap((route) => routeCharts(rowsWith(loop, 'route', route), route, 'in a closed loop')),
      ...routes.flatMap((route) => routeCharts(rowsWith(arriving, 'route', route), route, 'as users arrive')),
      chart(
        {
          ...{
            id: 'services-pong',
            title: 'What the services do to a game of pong in the same process',
            wide: true,
          },
          note: 'The delay of pong while each service is asked, p99. Work on the event loop is felt by everybody.',
          ...{ x: USERS, y: { label: 'Delay of pong p99, ms', scale: 'log', toggle: true } },
        },
        wordsIn(ofOwn, 'route').map((route) => ({
          ...{ label: titled(route), x: 'users', y: 'pongDelayP99Ms' },
          rows: rowsWith(ofOwn, 'route', route).filter(({ mode }) => mode !== 'arriving'),
        })),
      ),
    ]),
    beside: [
      {
        title: 'Throughput as a ratio of two servers',
        note: `${paper.source}. Above 1: Node answers more. The paper prints its throughput in a unit that compares with nothing, so only its ratios stand here.`,
        columns: [
          'Service',
          'Users',
          'Node / IIS, 2016',
          ...others.map((other) => `${own} / ${other}, this run`),
        ],
        rows: PAPER.flatMap(({ kind, label, routes: pattern }) => {
          const mine = valid.filter(({ route }) => pattern.test(String(route)));
          const users = new Set([...Object.keys(paper[kind]).map(Number), ...numbers(mine, 'users')]);
          return [...users]
            .sort((one, other) => one - other)
            .map((count, index) => [
              index === 0 ? label : '',
              count,
              ratio(paper[kind][count]?.node, paper[kind][count]?.iis),
              ...others.map((other) => ratio(rate(mine, own, count), rate(mine, other, count))),
            ]);
        }),
      },
    ],
    pointBy: ['server', 'route', 'users', 'mode'],
  };
}

/** @param {Row | undefined} row @returns {string} "Mass Mobile: page, 500 users", as far as it is known */
function placeOf(row) {
  const users = num(row, 'users');
  const known = [row?.['route'], users === null ? null : `${tidy(users)} users`].filter(Boolean).join(', ');
  return [row?.['server'], known].filter(Boolean).join(': ');
}

/** @param {Row[]} rows @param {string} route @param {string} how @returns {Chart[]} */
function routeCharts(rows, route, how) {
  const id = `${route} ${how}`.replace(/\W+/g, '-');
  /** @param {string} y */
  const byServer = (y) =>
    wordsIn(rows, 'server').map((server) => ({
      label: server,
      rows: rowsWith(rows, 'server', server),
      x: 'users',
      y,
    }));
  const title = `${titled(route)} ${how}`;
  return [
    chart(
      {
        id: `services-rate-${id}`,
        title: `${title}: throughput`,
        x: USERS,
        y: { label: 'Requests per second', toggle: true },
      },
      byServer('perS'),
    ),
    chart(
      {
        ...{ id: `services-delay-${id}`, title: `${title}: response time`, x: USERS },
        y: { label: 'Response time p99, ms', scale: 'log', toggle: true },
      },
      byServer('p99Ms'),
    ),
  ];
}

/** @param {string} route */
function titled(route) {
  return route.charAt(0).toUpperCase() + route.slice(1);
}

/** @param {Row[]} rows @param {string} server @param {number} users the first route of a kind is the plain one */
function rate(rows, server, users) {
  return num(
    rows.find((row) => row['server'] === server && row['users'] === users),
    'perS',
  );
}

/** @param {number | null | undefined} one @param {number | null | undefined} other */
function ratio(one, other) {
  return one == null || !other ? NONE : short(one / other);
}
