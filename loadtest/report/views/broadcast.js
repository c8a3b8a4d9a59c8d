/** Shows how late one text reaches every phone of a room, and at what cost in memory, beside Techracers' figures. */

/** @import { Row } from '../../types.js' */
/** @import { Series, View } from '../types.js' */

import { isValid, num, rowWithMost, toPercent, total, most } from '../fields.js';
import { times } from '../page/format.js';
import { chart, figure, filled } from './kit.js';

const KB_PER_MB = 1024;
/** A row of the delivery chart bears these marks, from early to late. */
const MARKS = [
  { name: 'deliveryP50Ms', label: 'p50', mark: 'circle', open: true },
  { name: 'deliveryP95Ms', label: 'p95', mark: 'triangle', open: true },
  { name: 'deliveryP99Ms', label: 'p99', mark: 'square', open: false },
  { name: 'deliveryMaxMs', label: 'Worst', mark: 'cross', open: false },
];

/** @type {View} */
export function broadcast({ points, series }, { published }) {
  const theirs = published['techracers-2017'];
  const top = rowWithMost(points.filter(isValid), 'connections') ?? rowWithMost(points, 'connections');
  const perConnectionMb = theirs.nodeMegabytesPerConnection;
  const startMb =
    num(
      series.find((row) => num(row, 'rssMb') !== null),
      'rssMb',
    ) ?? 0;
  const connections = most(series, 'connections') ?? 0;
  const names = [`Techracers 2017, ${theirs.connections.toLocaleString('en-US')}`, ...points.map(nameOf)];
  /** @param {string} label @param {number} then @param {number | null} now */
  const line = (label, then, now) => [label, then, now, times(now, then)];
  return {
    facts: [
      figure('Phones in one room', num(top, 'connections')),
      figure('Delivered at every phone, p99', num(top, 'deliveryP99Ms'), 'ms', {
        note: 'from the sending to each phone that gets it',
        metric: 'delivery.p99Ms',
      }),
      figure('Not delivered', total(points, 'undelivered'), '', 'messages.undelivered'),
    ],
    figures: [
      figure('Delivered, p50', num(top, 'deliveryP50Ms'), 'ms', 'delivery.p50Ms'),
      figure('Memory per connection', num(top, 'memoryKbPerConnection'), 'KB', 'memory.kbPerConnection'),
      figure('CPU while they arrive', toPercent(num(top, 'cpuArriving')), '% of a core'),
      figure('CPU while idle', toPercent(num(top, 'cpuIdle')), '% of a core'),
      figure('Probe, p99', num(top, 'probeP99Ms', 'p99Ms'), 'ms', 'probe.p99Ms'),
    ],
    charts: filled([
      {
        ...{ id: 'broadcast-delivery', title: 'Delivery of a broadcast, by connections', wide: true },
        note: `${theirs.broadcastCharacters.toLocaleString('en-US')} characters to everybody, timed at every phone.`,
        heightPx: 120 + 46 * names.length,
        x: { label: 'Delivery, ms', scale: 'log', toggle: true },
        y: { label: 'Connections', categories: names },
        series: [
          {
            ...{
              label: 'Techracers 2017: mean and worst',
              tone: 'anchor',
              mark: 'diamond',
              line: 'dashed',
              anchor: true,
            },
            points: [theirs.meanBroadcastMs, theirs.worstBroadcastMs].map(
              (ms) => /** @type {const} */ ([ms, 0]),
            ),
          },
          { label: 'p50 to worst', tone: 'a', line: 'solid', points: points.flatMap(span) },
          ...MARKS.flatMap((mark) => [marked(points, mark, true), marked(points, mark, false)]),
        ],
      },
      chart(
        {
          ...{ id: 'broadcast-memory', title: 'Memory of the server, by connections', wide: true },
          note: `Grey: Techracers' ${Math.round(perConnectionMb * KB_PER_MB)} KB for each connection, from where this server started.`,
          x: { label: 'Connections' },
          y: { label: 'Resident memory, MB' },
        },
        [{ label: 'This run', rows: series, x: 'connections', y: 'rssMb', marks: false }],
        [
          {
            ...{ label: 'Techracers 2017', tone: 'anchor', line: 'dashed', anchor: true },
            points: [
              [0, startMb],
              [connections, startMb + connections * perConnectionMb],
            ],
          },
        ],
      ),
    ]),
    beside: [
      {
        title: 'Beside Techracers, 2017',
        note: `${theirs.source}. ${theirs.machine}.`,
        columns: ['', '2017', 'This run', 'Now / 2017'],
        rows: [
          line('Connections', theirs.connections, num(top, 'connections')),
          line('Mean delivery of a broadcast, ms', theirs.meanBroadcastMs, num(top, 'deliveryMeanMs')),
          line('Worst delivery, ms', theirs.worstBroadcastMs, num(top, 'deliveryMaxMs')),
          line('Memory per connection, KB', perConnectionMb * KB_PER_MB, num(top, 'memoryKbPerConnection')),
          line(
            'CPU while they arrive, %',
            theirs.cpuPercentWhileConnecting,
            toPercent(num(top, 'cpuArriving')),
          ),
          line('CPU while idle, %', theirs.cpuPercentIdle, toPercent(num(top, 'cpuIdle'))),
        ],
      },
    ],
    pointBy: ['connections'],
  };
}

/** @param {Row} row */
function nameOf(row) {
  return (num(row, 'connections') ?? 0).toLocaleString('en-US');
}

/** @param {Row} row @param {number} index @returns {[number, number | null][]} a bar, and a gap after it */
function span(row, index) {
  const from = num(row, 'deliveryP50Ms');
  const to = num(row, 'deliveryMaxMs', 'deliveryP99Ms');
  if (from === null || to === null) return [];
  return [
    [from, index + 1],
    [to, index + 1],
    [to, null],
  ];
}

/** @param {readonly Row[]} rows @param {typeof MARKS[number]} mark @param {boolean} valid @returns {Series} */
function marked(rows, { name, label, mark, open }, valid) {
  const words = valid ? { label } : { label: `${label}: not valid`, group: 'Not valid' };
  return {
    ...{ ...words, tone: 'a', mark, open: open || !valid, faint: !valid },
    points: rows.flatMap((row, index) => {
      const value = isValid(row) === valid ? num(row, name) : null;
      return value === null ? [] : [/** @type {[number, number]} */ ([value, index + 1])];
    }),
  };
}
