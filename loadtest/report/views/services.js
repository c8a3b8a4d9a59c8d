/** Shows web services under users in a closed loop and as they arrive, beside the Node-and-IIS paper. */

/** @import { Row, Table } from '../../types.js' */
/** @import { Anchors, Chart, MakeView } from '../types.js' */

import {
  capitalised,
  groupsOf,
  isValid,
  most,
  num,
  numbers,
  rowWithMost,
  total,
  wordsIn,
} from '../fields.js';
import { NONE, short, tidy } from '../page/format.js';
import { figure, linesOf } from './kit.js';

/** How users come, and the field that says how many. */
const LOOP = { mode: 'closed loop', how: 'in a closed loop', field: 'users', label: 'Users at once' };
const ARRIVING = { mode: 'arriving', how: 'as users arrive', field: 'arrivalsPerS', label: 'Users a second' };
const LOG = /** @type {const} */ ({ scale: 'log' });
const ANSWERS = [
  { what: 'throughput', of: 'perS', y: { label: 'Requests per second', toggle: true } },
  { what: 'response time', of: 'p99Ms', y: { label: 'Response time p99, ms', ...LOG, toggle: true } },
];
/** These are the paper's names of the three kinds of service, with patterns that find our routes. */
const PAPER = /** @type {const} */ ([
  { kind: 'webPage', label: 'A web page', routes: /page/i },
  { kind: 'ioIntensive', label: 'A record from a database', routes: /record/i },
  { kind: 'cpuIntensive', label: 'A Fibonacci number', routes: /fib/i },
]);

/** @type {MakeView} */
export function services({ points }, { published }) {
  const valid = points.filter(isValid);
  const loop = valid.filter(({ mode }) => mode === LOOP.mode);
  const asked = loop.length > 0 ? loop : valid;
  const best = rowWithMost(asked, 'perS');
  const slowest = rowWithMost(asked, 'p99Ms');
  const pong = rowWithMost(valid, 'pongDelayP99Ms');
  return {
    facts: [
      figure('Users at once, most', most(points, 'users')),
      figure('Requests, best', num(best, 'perS'), '/s', { note: placeOf(best) }),
      figure('Response there, p99', num(best, 'p99Ms'), 'ms'),
    ],
    figures: [
      figure('Users who arrive, most', most(points, 'arrivalsPerS'), '/s'),
      figure('Requests made', total(points, 'requests'), '', 'services.requests'),
      figure('Errors', total(points, 'errors'), '', 'services.errors'),
      figure('Slowest response, p99', num(slowest, 'p99Ms'), 'ms', { note: placeOf(slowest) }),
      figure('Pong beside it, worst p99', num(pong, 'pongDelayP99Ms'), 'ms', { note: placeOf(pong) }),
    ],
    charts: [LOOP, ARRIVING].flatMap((way) => {
      const rows = points.filter(({ mode }) => mode === way.mode);
      const routes = groupsOf(rows, 'route').map((route) => ({ ...route, label: capitalised(route.label) }));
      return [...routes.flatMap((route) => routeCharts(route, way)), pongChart(routes, way)];
    }),
    beside: [ratioTable(points, loop, published['node-versus-iis-2016'])],
  };
}

/** @param {Row | undefined} row @returns {string} "Mass Mobile: page, 500 users", as far as it is known */
function placeOf(row) {
  const [users, perS] = [num(row, 'users'), num(row, 'arrivalsPerS')];
  const load = users !== null ? `${tidy(users)} users` : perS !== null && `${tidy(perS)} users a second`;
  return [row?.['server'], [row?.['route'], load].filter(Boolean).join(', ')].filter(Boolean).join(': ');
}

/** @param {{ label: string, rows: Row[] }} route @param {typeof LOOP} way @returns {Chart[]} */
function routeCharts({ label: route, rows }, { how, field, label }) {
  const id = `${route} ${how}`.replace(/\W+/g, '-');
  const servers = groupsOf(rows, 'server').map((server) => ({ ...server, x: field }));
  const databases = wordsIn(rows, 'database').join(', ');
  const cores = wordsIn(rows, 'poolCores').join(', ');
  const behind = [databases && `Our records: ${databases}.`, cores && `Our pool: threads on core ${cores}.`];
  return ANSWERS.map(({ what, of, y }) => ({
    ...{ id: `services-${of}-${id}`, title: `${route} ${how}: ${what}`, x: { label, ...LOG }, y },
    note: behind.filter(Boolean).join(' '),
    series: linesOf(servers.map((server) => ({ ...server, y: of }))),
  }));
}

/** @param {{ label: string, rows: Row[] }[]} routes @param {typeof LOOP} way @returns {Chart} */
function pongChart(routes, { how, field, label: axis }) {
  const y = 'pongDelayP99Ms';
  const felt = routes.map(({ label, rows }) => ({ label, rows: rows.filter((row) => num(row, y) !== null) }));
  return {
    ...{ id: `services-pong-${field}`, wide: true, x: { label: axis, ...LOG } },
    title: `What the services do to a game of pong in the same process, ${how}`,
    note: 'The delay of pong while each service is asked, p99. Work on the event loop is felt by everybody.',
    y: { label: 'Delay of pong p99, ms', scale: 'log', toggle: true },
    series: linesOf(felt.map((route) => ({ ...route, x: field, y }))),
  };
}

/** @param {readonly Row[]} points @param {readonly Row[]} loop @param {Anchors['published']['node-versus-iis-2016']} paper @returns {Table} */
function ratioTable(points, loop, paper) {
  const [own = '', ...others] = wordsIn(points, 'server');
  const rows = PAPER.flatMap(({ kind, label, routes }) => {
    const theirs = new Map(Object.entries(paper[kind]).map(([users, pair]) => [Number(users), pair]));
    const mine = loop.filter(({ route }) => routes.test(String(route)));
    const counts = [...new Set([...theirs.keys(), ...numbers(mine, 'users')])].sort((a, b) => a - b);
    return counts.map((users, index) => {
      // The first route of a kind is the plain one.
      const perS = (/** @type {string} */ name) =>
        mine.find((row) => row['users'] === users && row['server'] === name)?.['perS'];
      const { node, iis } = theirs.get(users) ?? {};
      const ratios = others.map((other) => ratio(perS(own), perS(other)));
      return [index === 0 ? label : '', users, ratio(node, iis), ...ratios];
    });
  });
  return {
    title: 'Throughput as a ratio of two servers',
    note: `${paper.source}. Above 1: Node answers more. The paper prints its throughput in a unit that compares with nothing, so only its ratios stand here.`,
    columns: [
      'Service',
      'Users',
      'Node / IIS, 2016',
      ...others.map((other) => `${own} / ${other}, this run`),
    ],
    rows,
  };
}

/** @param {unknown} one @param {unknown} other @returns {string} */
function ratio(one, other) {
  return Number.isFinite(one) && other ? short(Number(one) / Number(other)) : NONE;
}
