/** Shows the ramp beside that of 2012: connections come in steps, each sending at a fixed rate. */

/** @import { Anchors, Chart, Result, Row, Table, View } from '../types.js' */

import { most, num, toPercent, total } from '../fields.js';
import { tidy, times } from '../page/format.js';
import { curve, filled } from './curves.js';

/** @type {View} */
export const ramp = {
  facts(result) {
    const top = topStep(result);
    return {
      phones: { label: 'Phones', value: num(top, 'connections'), better: 'more' },
      rate: {
        label: 'Received by the server',
        value: num(top, 'receivedPerS'),
        unit: 'messages/s',
        note: `each phone ${tidy(num(top, 'sendHz'))} a second`,
        better: 'more',
      },
      delay: { label: 'Delay at that load, p99', value: num(top, 'p99Ms'), unit: 'ms', better: 'less' },
    };
  },

  figures({ points, series }) {
    const all = points.length > 0 ? points : series;
    return [
      { label: 'Lost messages', value: total(all, 'lost'), better: 'less' },
      {
        label: 'Server CPU, most',
        value: toPercent(most(all, 'cpu')),
        unit: '% of a core',
        better: 'less',
      },
      { label: 'Memory, most', value: most(all, 'rssMb'), unit: 'MB', better: 'less' },
      { label: 'Event loop p95, most', value: most(series, 'loopP95Ms'), unit: 'ms', better: 'less' },
    ];
  },

  charts({ points }, anchors) {
    const x = { label: 'Connections' };
    return filled([received(points, anchors), ...besides(points, x)]);
  },

  beside(result, { published }) {
    return [versus2012(result, published['mass-mobile-experiment-2012'])];
  },
};

/** @param {Row[]} points @param {Anchors} anchors @returns {Chart} */
function received(points, anchors) {
  return {
    id: 'ramp-received',
    title: 'Messages received, by connections',
    note:
      'Grey: the Mass Mobile Experiment of 2012 on two cores of Azure, one dot for each ten seconds of its whole ' +
      'ramp, with its slow start and its quiet end.',
    wide: true,
    heightPx: 380,
    x: { label: 'Connections' },
    y: { label: 'Messages received by the server, per second' },
    series: [
      {
        label: 'Mass Mobile Experiment, 2012',
        tone: 'anchor',
        mark: 'square',
        anchor: true,
        points: anchors.ramp.map((window) => [window.connections, window.receivedPerS]),
      },
      {
        label: 'Offered by the phones',
        tone: 'b',
        line: 'dashed',
        points: curve(points, 'connections', 'offeredPerS'),
      },
      {
        label: 'Received',
        tone: 'a',
        mark: 'circle',
        line: 'solid',
        points: curve(points, 'connections', 'receivedPerS'),
      },
    ],
  };
}

/** @param {Row[]} points @param {{ label: string }} x @returns {Chart[]} */
function besides(points, x) {
  return [
    {
      id: 'ramp-cpu',
      title: 'CPU of the server, by connections',
      x,
      y: { label: 'CPU, % of one core', reach: 100 },
      series: [
        {
          label: 'Server',
          tone: 'a',
          mark: 'circle',
          line: 'solid',
          points: curve(points, 'connections', 'cpu', 100),
        },
      ],
    },
    {
      id: 'ramp-delay',
      title: 'Round trip, by connections',
      x,
      y: { label: 'Round trip, ms', toggle: true },
      series: [
        {
          label: 'p50',
          tone: 'a',
          mark: 'circle',
          line: 'solid',
          points: curve(points, 'connections', 'p50Ms'),
        },
        {
          label: 'p99',
          tone: 'b',
          mark: 'square',
          line: 'dashed',
          points: curve(points, 'connections', 'p99Ms'),
        },
      ],
    },
  ];
}

/** @param {Result} result @param {Anchors['published']['mass-mobile-experiment-2012']} theirs @returns {Table} */
function versus2012(result, theirs) {
  const top = topStep(result);
  const cpu = toPercent(num(top, 'cpu'));
  /** @type {(label: string, then: number, now: number | null) => (string | number | null)[]} */
  const line = (label, then, now) => [label, then, now, times(now, then)];
  return {
    title: 'Beside the Mass Mobile Experiment of 2012',
    note: `${theirs.source}. ${theirs.machine}. Its CPU is that of the whole machine (two cores), ours of the one core that the server had.`,
    columns: ['', '2012', 'This run', 'Ratio'],
    rows: [
      line('Connections', theirs.concurrentWebSockets, num(top, 'connections')),
      line('Sends per second and phone', theirs.sendsPerSecondPerClient, num(top, 'sendHz')),
      line('Messages received per second', theirs.receivedPerSecond, num(top, 'receivedPerS')),
      ['Messages lost', theirs.messagesLost, total(result.points, 'lost'), ''],
      ['CPU, %', theirs.cpuPercentPeak, cpu, ''],
    ],
  };
}

/** @param {Result} result @returns {Row | undefined} the step with the most received */
function topStep({ points, series }) {
  const rows = points.length > 0 ? points : series;
  return rows.reduce(
    (/** @type {Row | undefined} */ best, row) =>
      (num(row, 'receivedPerS') ?? 0) > (num(best, 'receivedPerS') ?? -1) ? row : best,
    undefined,
  );
}
