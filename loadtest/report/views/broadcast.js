/** Shows how late one text reaches a whole room, and at what cost in memory, beside Techracers' figures. */

/** @import { Anchors, Chart, Result, Row, Series, Table, View } from '../types.js' */

import { most, num, toPercent } from '../fields.js';
import { times } from '../page/format.js';
import { curve, filled } from './curves.js';

const KB_PER_MB = 1024;
/** A row of the delay chart bears these marks, from early to late. */
const MARKS = Object.freeze([
  { name: 'p50Ms', label: 'p50', mark: 'circle', open: true },
  { name: 'meanMs', label: 'Mean', mark: 'diamond', open: false },
  { name: 'p95Ms', label: 'p95', mark: 'triangle', open: true },
  { name: 'p99Ms', label: 'p99', mark: 'square', open: true },
  { name: 'maxMs', label: 'Worst', mark: 'cross', open: false },
]);

/** @type {View} */
export const broadcast = {
  facts(result) {
    const top = largest(result);
    const arrivals = result.options['arrivalsPerS'] ?? result.options['rate'];
    return {
      phones: { label: 'Phones in one room', value: num(top, 'connections'), better: 'more' },
      rate: {
        label: 'Broadcasts measured',
        value: num(top, 'samples'),
        note: typeof arrivals === 'number' ? `phones arrived at ${arrivals} a second` : '',
      },
      delay: {
        label: 'Delay, mean',
        value: num(top, 'meanMs'),
        unit: 'ms',
        note: 'half a round trip',
        better: 'less',
      },
    };
  },

  figures(result) {
    const top = largest(result);
    return [
      { label: 'Delay, p99', value: num(top, 'p99Ms'), unit: 'ms', better: 'less' },
      {
        label: 'Memory per connection',
        value: num(top, 'memoryKbPerConnection'),
        unit: 'KB',
        better: 'less',
      },
      {
        label: 'CPU while they arrive',
        value: toPercent(num(top, 'cpuArriving')),
        unit: '% of a core',
        better: 'less',
      },
      { label: 'CPU while idle', value: toPercent(num(top, 'cpuIdle')), unit: '% of a core', better: 'less' },
    ];
  },

  charts(result, anchors) {
    return filled([delays(result, anchors), memory(result, anchors)]);
  },

  beside(result, { published }) {
    return [versusTechracers(result, published['techracers-2017'])];
  },
};

/** @param {Result} result @returns {Row | undefined} */
function largest({ points }) {
  const connections = most(points, 'connections');
  return points.find((point) => num(point, 'connections') === connections);
}

/** @param {Result} result @param {Anchors} anchors @returns {Chart} */
function delays({ points }, { published }) {
  const theirs = published['techracers-2017'];
  const rows = [...points].reverse();
  const names = [`Techracers 2017, ${theirs.connections.toLocaleString('en-US')}`, ...rows.map(nameOf)];
  return {
    id: 'broadcast-delay',
    title: 'Delay of a broadcast, by connections',
    note: `${theirs.broadcastCharacters.toLocaleString('en-US')} characters to everybody; the delay is half the round trip of a probe.`,
    wide: true,
    heightPx: 120 + 46 * names.length,
    x: { label: 'Delay, ms', scale: 'log', toggle: true },
    y: { label: 'Connections', categories: names },
    series: [
      { label: 'p50 to worst', tone: 'a', line: 'solid', points: rows.flatMap(span) },
      ...MARKS.map(({ name, label, mark, open }) => ({
        label,
        tone: 'a',
        mark,
        open,
        points: marked(rows, name),
      })),
      ...anchorMarks(theirs),
    ],
  };
}

/** @param {Row} row */
function nameOf(row) {
  return (num(row, 'connections') ?? 0).toLocaleString('en-US');
}

/** @param {Row} row @param {number} index @returns {[number, number | null][]} a bar, and a gap after it */
function span(row, index) {
  const from = num(row, 'p50Ms') ?? num(row, 'meanMs');
  const to = num(row, 'maxMs') ?? num(row, 'p99Ms');
  if (from === null || to === null) return [];
  return [
    [from, index + 1],
    [to, index + 1],
    [to, null],
  ];
}

/** @param {Row[]} rows @param {string} name @returns {[number, number][]} */
function marked(rows, name) {
  return rows.flatMap((row, index) => {
    const value = num(row, name);
    return value === null ? [] : [/** @type {[number, number]} */ ([value, index + 1])];
  });
}

/** @param {Anchors['published']['techracers-2017']} theirs @returns {Series[]} */
function anchorMarks(theirs) {
  return [
    {
      label: 'Techracers 2017: mean and worst',
      tone: 'anchor',
      mark: 'diamond',
      line: 'dashed',
      anchor: true,
      points: [
        [theirs.meanBroadcastMs, 0],
        [theirs.worstBroadcastMs, 0],
      ],
    },
  ];
}

/** @param {Result} result @param {Anchors} anchors @returns {Chart} */
function memory({ series }, { published }) {
  const perConnectionMb = published['techracers-2017'].nodeMegabytesPerConnection;
  const first = series.find((row) => num(row, 'rssMb') !== null);
  const startMb = num(first, 'rssMb') ?? 0;
  const connections = most(series, 'connections') ?? 0;
  return {
    id: 'broadcast-memory',
    title: 'Memory of the server, by connections',
    note: `Grey: Techracers' ${Math.round(perConnectionMb * KB_PER_MB)} KB for each connection, from where this server started.`,
    wide: true,
    x: { label: 'Connections' },
    y: { label: 'Resident memory, MB' },
    series: [
      {
        label: 'Techracers 2017',
        tone: 'anchor',
        line: 'dashed',
        anchor: true,
        points: [
          [0, startMb],
          [connections, startMb + connections * perConnectionMb],
        ],
      },
      { label: 'This run', tone: 'a', line: 'solid', points: curve(series, 'connections', 'rssMb') },
    ],
  };
}

/** @param {Result} result @param {Anchors['published']['techracers-2017']} theirs @returns {Table} */
function versusTechracers(result, theirs) {
  const top = largest(result);
  /** @type {(label: string, then: number, now: number | null) => (string | number | null)[]} */
  const line = (label, then, now) => [label, then, now, times(now, then)];
  return {
    title: 'Beside Techracers, 2017',
    note: `${theirs.source}. ${theirs.machine}.`,
    columns: ['', '2017', 'This run', 'Ratio'],
    rows: [
      line('Connections', theirs.connections, num(top, 'connections')),
      line('Mean delay of a broadcast, ms', theirs.meanBroadcastMs, num(top, 'meanMs')),
      line('Worst delay, ms', theirs.worstBroadcastMs, num(top, 'maxMs')),
      line(
        'Memory of Node per connection, KB',
        theirs.nodeMegabytesPerConnection * KB_PER_MB,
        num(top, 'memoryKbPerConnection'),
      ),
      line('CPU while they arrive, %', theirs.cpuPercentWhileConnecting, toPercent(num(top, 'cpuArriving'))),
      line('CPU while idle, %', theirs.cpuPercentIdle, toPercent(num(top, 'cpuIdle'))),
    ],
  };
}
