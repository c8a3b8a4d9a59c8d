/** Shows the ramp, with the governor and without, beside that of 2012: connections come in steps and send at a rate. */

/** @import { Cell } from '../../types.js' */
/** @import { Anchors, Chart, MakeView } from '../types.js' */

import { groupsOf, isValid, num, rowWithMost, total } from '../fields.js';
import { short, tidy, times } from '../page/format.js';
import { costs, figure, linesOf, P50, P99 } from './kit.js';

/** @type {MakeView} */
export function ramp(result, anchors) {
  const modes = groupsOf(result.points, 'mode');
  const tops = modes.map(({ rows }) => rowWithMost(rows.filter(isValid), 'receivedPerS'));
  // With the governor, which is what the hall gets, and without.
  const [hall = { label: '', rows: [] }, core = hall] = modes;
  const [top, topOfCore = top] = tops;
  const { source, machine, ...theirs } = anchors.published['mass-mobile-experiment-2012'];
  /** @param {string} label @param {number} then @param {string} field @param {(value: number) => Cell} [write] */
  const line = (label, then, field, write = tidy) => {
    const now = tops.map((one) => num(one, field));
    const cells = now.map((value) => (value === null ? null : write(value)));
    return [label, then, ...cells, field === 'cpu' || then === 0 ? '' : times(now[0], then)];
  };
  return {
    facts: [
      figure(`Phones, ${hall.label}`, num(top, 'connections')),
      figure('Received by the server', num(top, 'receivedPerS'), 'messages/s', {
        note: `each phone was to send ${tidy(num(top, 'sendHz'))} a second`,
      }),
      figure('Probe at that load, p99', num(top, ...P99), 'ms', 'probe.p99Ms'),
    ],
    figures: [
      figure(`Received, ${core.label}`, num(topOfCore, 'receivedPerS'), 'messages/s'),
      figure(`Lost, ${hall.label}`, total(hall.rows, 'lost'), '', 'messages.lost'),
      figure(`Throttled, ${hall.label}`, total(hall.rows, 'throttled'), '', 'messages.throttled'),
      figure(`Refused, ${hall.label}`, total(hall.rows, 'refused'), '', 'messages.refused'),
      ...costs(result),
    ],
    charts: chartsOf(modes, anchors),
    beside: [
      {
        title: 'Beside the Mass Mobile Experiment of 2012',
        note: `${source}. ${machine}. Its CPU is that of the whole machine (two cores), ours of the one core that the server had.`,
        columns: ['', '2012', ...modes.map(({ label }) => label), 'Now / 2012'],
        rows: [
          line('Connections', theirs.concurrentWebSockets, 'connections'),
          line('Sends per second and phone', theirs.sendsPerSecondPerClient, 'sendHz'),
          line('Messages received per second', theirs.receivedPerSecond, 'receivedPerS', short),
          line('Messages lost', theirs.messagesLost, 'lost'),
          line('CPU, %', theirs.cpuPercentPeak, 'cpu', (share) => short(share * 100)),
        ],
      },
    ],
  };
}

/** @param {ReturnType<typeof groupsOf>} modes @param {Anchors} anchors @returns {Chart[]} */
function chartsOf(modes, anchors) {
  const x = { label: 'Connections' };
  const lines = modes.map((mode) => ({ ...mode, x: 'connections' }));
  const due = lines.map((line) => ({
    ...{ ...line, y: 'duePerS', label: `Due: ${line.label}`, group: 'Due', tone: 'd', marks: false },
  }));
  const delays = lines.flatMap((line) => [
    { ...line, label: `p50, ${line.label}`, y: P50 },
    { ...line, label: `p99, ${line.label}`, y: P99 },
  ]);
  return [
    {
      ...{ id: 'ramp-received', title: 'Messages received, by connections', wide: true, heightPx: 380, x },
      note:
        'Grey: the Mass Mobile Experiment of 2012 on two cores of Azure, one dot for each ten seconds of its whole ' +
        'ramp, with its slow start and its quiet end.',
      y: { label: 'Messages received by the server, per second' },
      series: [
        {
          ...{ label: 'Mass Mobile Experiment, 2012', tone: 'anchor', mark: 'square', anchor: true },
          points: anchors.ramp.map(({ connections, receivedPerS }) => [connections, receivedPerS]),
        },
        ...linesOf([...lines.map((line) => ({ ...line, y: 'receivedPerS' })), ...due]),
      ],
    },
    {
      ...{ id: 'ramp-cpu', title: 'CPU of the server', x, y: { label: 'CPU, % of one core', reach: 100 } },
      series: linesOf(lines.map((line) => ({ ...line, y: 'cpu', factor: 100 }))),
    },
    {
      ...{ id: 'ramp-delay', title: 'Round trip of the probe', x },
      y: { label: 'Round trip, ms', scale: 'log', toggle: true },
      series: linesOf(delays),
    },
  ];
}
