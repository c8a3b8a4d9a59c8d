/** Shows how late one text reaches every phone of a room, and at what cost in memory, beside Techracers' figures. */

/** @import { MakeView } from '../types.js' */

import { isValid, num, rowWithMost, toPercent, total } from '../fields.js';
import { tidy, times } from '../page/format.js';
import { figure, linesOf } from './kit.js';

const KB_PER_MB = 1024;
const X = { label: 'Connections' };
const DELIVERIES = Object.entries({
  ...{ p50: 'deliveryP50Ms', p95: 'deliveryP95Ms', p99: 'deliveryP99Ms', Worst: 'deliveryMaxMs' },
});

/** @type {MakeView} */
export function broadcast({ points }, { published }) {
  const { source, machine, nodeMegabytesPerConnection: theirMb, ...theirs } = published['techracers-2017'];
  const theirKb = theirMb * KB_PER_MB;
  const top = rowWithMost(points.filter(isValid), 'connections') ?? rowWithMost(points, 'connections');
  const cpuArriving = toPercent(num(top, 'cpuArriving'));
  const cpuIdle = toPercent(num(top, 'cpuIdle'));
  const memoryKb = num(top, 'memoryKbPerConnection');
  /** @type {[string, number, number | null][]} */
  const lines = [
    ['Connections', theirs.connections, num(top, 'connections')],
    ['Mean delivery of a broadcast, ms', theirs.meanBroadcastMs, num(top, 'deliveryMeanMs')],
    ['Worst delivery, ms', theirs.worstBroadcastMs, num(top, 'deliveryMaxMs')],
    ['Memory per connection, KB', theirKb, memoryKb],
    ['CPU while they arrive, %', theirs.cpuPercentWhileConnecting, cpuArriving],
    ['CPU while idle, %', theirs.cpuPercentIdle, cpuIdle],
  ];
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
      figure('Memory per connection', memoryKb, 'KB', 'memory.kbPerConnection'),
      figure('CPU while they arrive', cpuArriving, '% of a core'),
      figure('CPU while idle', cpuIdle, '% of a core'),
      figure('Probe, p99', num(top, 'probeP99Ms', 'p99Ms'), 'ms', 'probe.p99Ms'),
    ],
    charts: [
      {
        ...{ id: 'broadcast-delivery', title: 'Delivery of a broadcast, by connections', wide: true, x: X },
        note: `${tidy(theirs.broadcastCharacters)} characters to everybody, timed at every phone.`,
        y: { label: 'Delivery, ms', scale: 'log', toggle: true },
        series: [
          {
            ...{ label: 'Techracers 2017: mean and worst', tone: 'anchor', mark: 'diamond', line: 'dashed' },
            anchor: true,
            points: [theirs.meanBroadcastMs, theirs.worstBroadcastMs].map((ms) => [theirs.connections, ms]),
          },
          ...linesOf(DELIVERIES.map(([label, y]) => ({ label, rows: points, x: 'connections', y }))),
        ],
      },
    ],
    beside: [
      {
        title: 'Beside Techracers, 2017',
        note: `${source}. ${machine}.`,
        columns: ['', '2017', 'This run', 'Now / 2017'],
        rows: lines.map(([label, then, now]) => [label, then, now, times(now, then)]),
      },
    ],
  };
}
