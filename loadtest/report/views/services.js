/** Shows three REST services under 10 to 1,000 users, beside the ratios of the Node-and-IIS paper. */

/** @import { Anchors, Chart, Result, Row, Series, Table, View } from '../types.js' */

import { most, num, total } from '../fields.js';
import { NONE, tidy } from '../page/format.js';
import { shapeAt } from '../page/marks.js';
import { curve, filled } from './curves.js';

const TONES = ['a', 'b', 'c', 'd'];
const LINES = /** @type {const} */ (['solid', 'dashed', 'dotted', 'dashed']);
/** The points name our own server like this. */
const OURS = /node|mass|ours/i;
/** These are the paper's names of the three kinds of service, with patterns that find our routes. */
const PAPER = Object.freeze(
  /** @type {const} */ ([
    { kind: 'webPage', label: 'A web page', routes: /page/i },
    { kind: 'ioIntensive', label: 'A record from a database', routes: /record/i },
    { kind: 'cpuIntensive', label: 'A Fibonacci number', routes: /fib/i },
  ]),
);

/** @type {View} */
export const services = {
  facts({ points }) {
    const best = largest(points, 'perS');
    return {
      phones: { label: 'Users at once, most', value: most(points, 'users'), better: 'more' },
      rate: {
        label: 'Requests, best',
        value: num(best, 'perS'),
        unit: '/s',
        note: best ? `${best['server']}: ${best['route']}` : '',
        better: 'more',
      },
      delay: {
        label: 'Response there, p99',
        value: num(best, 'p99Ms'),
        unit: 'ms',
        better: 'less',
      },
    };
  },

  figures({ points }) {
    const slowest = largest(points, 'p99Ms');
    const pong = largest(points, 'pongDelayP99Ms');
    return [
      { label: 'Requests made', value: total(points, 'requests') },
      { label: 'Errors', value: total(points, 'errors'), better: 'less' },
      {
        label: 'Slowest response, p99',
        value: num(slowest, 'p99Ms'),
        unit: 'ms',
        note: slowest ? `${slowest['server']}: ${slowest['route']}, ${slowest['users']} users` : '',
        better: 'less',
      },
      {
        label: 'Pong beside it, worst p99',
        value: num(pong, 'pongDelayP99Ms'),
        unit: 'ms',
        note: pong ? `${pong['route']}, ${pong['users']} users` : '',
        better: 'less',
      },
    ];
  },

  charts({ points }, { published }) {
    return filled([
      ...routesOf(points).flatMap((route) => routeCharts(points, route)),
      pongChart(points),
      ratioChart(points, published['node-versus-iis-2016']),
    ]);
  },

  beside({ points }, { published }) {
    return [ratios(points, published['node-versus-iis-2016'])];
  },
};

/** @param {Row[]} points */
function routesOf(points) {
  return [...new Set(points.map((point) => String(point['route'])))];
}

/** @param {Row[]} points */
function serversOf(points) {
  return [...new Set(points.map((point) => String(point['server'])))];
}

/** @param {Row[]} points ours, and those that it is compared with */
function sidesOf(points) {
  const servers = serversOf(points);
  const own = servers.find((server) => OURS.test(server)) ?? servers[0] ?? '';
  return { own, others: servers.filter((server) => server !== own) };
}

/** @param {Row[]} points @param {string} name @returns {Row | undefined} the row with the most of it */
function largest(points, name) {
  const value = most(points, name);
  return value === null ? undefined : points.find((point) => num(point, name) === value);
}

/** @param {Row[]} points @param {string} route @returns {Chart[]} */
function routeCharts(points, route) {
  const rows = points.filter((point) => point['route'] === route);
  const id = route.replace(/\W+/g, '-');
  const x = { label: 'Users at once', scale: /** @type {const} */ ('log') };
  return [
    {
      id: `services-rate-${id}`,
      title: `${titled(route)}: throughput`,
      x,
      y: { label: 'Requests per second', toggle: true },
      series: byServer(rows, 'perS'),
    },
    {
      id: `services-delay-${id}`,
      title: `${titled(route)}: response time`,
      x,
      y: { label: 'Response time p95, ms', scale: 'log', toggle: true },
      series: byServer(rows, 'p95Ms'),
    },
  ];
}

/** @param {Row[]} rows @param {string} name @returns {Series[]} */
function byServer(rows, name) {
  return serversOf(rows).map((server, index) =>
    styled(
      server,
      index,
      rows.filter((row) => row['server'] === server),
      name,
    ),
  );
}

/** @param {string} label @param {number} index @param {Row[]} rows @param {string} name @returns {Series} */
function styled(label, index, rows, name) {
  return {
    label,
    tone: TONES[index % TONES.length] ?? 'a',
    mark: shapeAt(index),
    line: LINES[index % LINES.length],
    points: curve(rows, 'users', name),
  };
}

/** @param {Row[]} points @returns {Chart} */
function pongChart(points) {
  const { own } = sidesOf(points);
  const rows = points.filter((point) => point['server'] === own && num(point, 'pongDelayP99Ms') !== null);
  return {
    id: 'services-pong',
    title: 'What the services do to a game of pong in the same process',
    note: 'The delay of pong while each service is asked, p99. Work on the event loop is felt by everybody.',
    wide: true,
    x: { label: 'Users at once', scale: 'log' },
    y: { label: 'Delay of pong p99, ms', scale: 'log', toggle: true },
    series: routesOf(rows).map((route, index) =>
      styled(
        titled(route),
        index,
        rows.filter((row) => row['route'] === route),
        'pongDelayP99Ms',
      ),
    ),
  };
}

/** @param {string} route */
function titled(route) {
  return route.charAt(0).toUpperCase() + route.slice(1);
}

/**
 * @param {Row[]} points
 * @param {Anchors['published']['node-versus-iis-2016']} paper
 * @returns {Chart}
 */
function ratioChart(points, paper) {
  const {
    own,
    others: [other],
  } = sidesOf(points);
  return {
    id: 'services-ratio',
    title: `Requests answered: Node against ${other ?? 'another server'}`,
    note: 'Requests per second of Node divided by those of the other server. Grey: Node and IIS in 2016.',
    wide: true,
    x: { label: 'Users at once', scale: 'log' },
    y: { label: 'Node / other server', reach: 1.5 },
    series: PAPER.flatMap(({ kind, label, routes }, index) => [
      {
        label: `${label}: Node / IIS, 2016`,
        tone: 'anchor',
        mark: shapeAt(index),
        line: 'dashed',
        anchor: true,
        points: Object.entries(paper[kind]).map(([users, { node, iis }]) => [Number(users), node / iis]),
      },
      {
        label: `${label}: ${own} / ${other}`,
        tone: TONES[index] ?? 'a',
        mark: shapeAt(index),
        line: 'solid',
        points: ratioCurve(
          points.filter((point) => routes.test(String(point['route']))),
          own,
          other,
        ),
      },
    ]),
    guides: [{ axis: 'y', at: 1, label: 'Both answer as many', align: 'right' }],
  };
}

/** @param {Row[]} rows of one service @param {string} own @param {string | undefined} other @returns {[number, number][]} */
function ratioCurve(rows, own, other) {
  if (other === undefined) return [];
  const users = [...new Set(rows.map((row) => num(row, 'users') ?? 0))];
  return users.flatMap((count) => {
    const one = rate(rows, own, count);
    const their = rate(rows, other, count);
    return one && their ? [/** @type {[number, number]} */ ([count, one / their])] : [];
  });
}

/**
 * Compares ratios of two servers, because the paper's unit ("bytes/minute") compares with nothing.
 * @param {Row[]} points
 * @param {Anchors['published']['node-versus-iis-2016']} paper
 * @returns {Table}
 */
function ratios(points, paper) {
  const { own, others } = sidesOf(points);
  const rows = PAPER.flatMap(({ kind, label, routes }) => {
    const mine = points.filter((point) => routes.test(String(point['route'])));
    const counts = [...Object.keys(paper[kind]).map(Number), ...mine.map((row) => num(row, 'users') ?? 0)];
    const users = [...new Set(counts)].sort((one, other) => one - other);
    return users.map((count, index) => {
      const theirs = paper[kind][String(count)];
      return [
        index === 0 ? label : '',
        count,
        theirs ? ratio(theirs.node, theirs.iis) : NONE,
        ...others.map((other) => ratio(rate(mine, own, count), rate(mine, other, count))),
      ];
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

/** @param {Row[]} rows @param {string} server @param {number} users */
function rate(rows, server, users) {
  // The first route of a kind is the plain one; the points of the worker pool come after it.
  return num(
    rows.find((row) => row['server'] === server && row['users'] === users),
    'perS',
  );
}

/** @param {number | null} one @param {number | null} other */
function ratio(one, other) {
  return one === null || other === null || other === 0 ? NONE : tidy(one / other);
}
