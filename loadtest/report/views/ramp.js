/** Shows the ramp, with the governor and without, beside that of 2012: connections come in steps and send at a rate. */

/** @import { Cell, Result, Row, Table } from '../../types.js' */
/** @import { Anchors, Chart, Series, View } from '../types.js' */

import { isValid, num, rowWithMost, total } from '../fields.js';
import { short, tidy, times } from '../page/format.js';
import { chart, costs, figure, filled, P50, P99, rowsWith, wordsIn } from './kit.js';

/** Messages that are due become these, unless they arrive. */
const FATES = ['throttled', 'refused', 'lost', 'unsent'];

/** @type {View} */
export function ramp(result, anchors) {
  const modes = modesOf(result);
  const [hall = [], core] = modes.map(({ rows }) => rows);
  const top = topOf(hall);
  const name = (/** @type {string} */ what) => [what, modes[0]?.mode].filter(Boolean).join(', ');
  return {
    facts: [
      figure(name('Phones'), num(top, 'connections'), '', 'phones'),
      figure('Received by the server', num(top, 'receivedPerS'), 'messages/s', {
        note: `each phone was to send ${tidy(num(top, 'sendHz'))} a second`,
        metric: 'received.perS',
      }),
      figure('Probe at that load, p99', num(top, ...P99), 'ms', 'probe.p99Ms'),
    ],
    figures: [
      figure(`Received, ${modes[1]?.mode ?? 'most'}`, num(topOf(core ?? hall), 'receivedPerS'), 'messages/s'),
      figure(name('Lost'), total(hall, 'lost'), '', 'messages.lost'),
      figure(name('Throttled'), total(hall, 'throttled'), '', 'messages.throttled'),
      figure(name('Refused'), total(hall, 'refused'), '', 'messages.refused'),
      ...costs(result),
    ],
    charts: filled(charts(modes, anchors)),
    beside: [versus2012(modes, anchors)],
    pointBy: ['mode', 'connections', 'sendHz'],
  };
}

/** @typedef {{ mode: string | undefined, label: string, rows: Row[] }} Mode with the governor or without */

/** @param {Result} result @returns {Mode[]} what the hall gets, then what the core can */
function modesOf({ points }) {
  const names = wordsIn(points, 'mode').length > 0 ? wordsIn(points, 'mode') : [undefined];
  return names.map((mode) => ({ mode, label: mode ?? 'This run', rows: rowsWith(points, 'mode', mode) }));
}

/** @param {Row[]} rows @returns {Row | undefined} the valid one with the most received */
function topOf(rows) {
  return rowWithMost(rows.filter(isValid), 'receivedPerS');
}

/** @param {Mode[]} modes @param {Anchors} anchors @returns {Chart[]} */
function charts(modes, anchors) {
  const [hall] = modes;
  const fates = FATES.filter((fate) => total(hall?.rows ?? [], fate));
  const x = { label: 'Connections' };
  /** @param {string | string[]} y @param {number} [factor] */
  const byMode = (y, factor) =>
    modes.map(({ label, rows }) => ({ label, rows, x: 'connections', y, factor }));
  const due = byMode(['duePerS', 'offeredPerS']).map((line) => ({
    ...{ ...line, label: `Due: ${line.label}`, group: 'Due', tone: 'd', marks: false },
  }));
  /** @type {Series} */
  const theirs = {
    ...{ label: 'Mass Mobile Experiment, 2012', tone: 'anchor', mark: 'square', anchor: true },
    points: anchors.ramp.map(({ connections, receivedPerS }) => [connections, receivedPerS]),
  };
  return [
    chart(
      {
        ...{ id: 'ramp-received', title: 'Messages received, by connections', wide: true, heightPx: 380, x },
        note:
          'Grey: the Mass Mobile Experiment of 2012 on two cores of Azure, one dot for each ten seconds of its whole ' +
          'ramp, with its slow start and its quiet end.',
        y: { label: 'Messages received by the server, per second' },
      },
      [...byMode('receivedPerS'), ...due],
      [theirs],
    ),
    chart(
      { id: 'ramp-cpu', title: 'CPU of the server', x, y: { label: 'CPU, % of one core', reach: 100 } },
      byMode('cpu', 100),
    ),
    chart(
      {
        id: 'ramp-delay',
        title: 'Round trip of the probe',
        x,
        y: { label: 'Round trip, ms', scale: 'log', toggle: true },
      },
      modes.flatMap(({ label, rows }) => [
        { label: `p50, ${label}`, rows, x: 'connections', y: P50 },
        { label: `p99, ${label}`, rows, x: 'connections', y: P99 },
      ]),
    ),
    chart(
      {
        ...{ id: 'ramp-fate', title: 'What did not arrive, of what was due', wide: true, x },
        note: `${hall?.label}: ${fates.join(', ')}.`,
        y: { label: 'Share of the messages that were due, %', reach: 5 },
      },
      fates.map((fate) => ({ label: fate, rows: shares(hall?.rows ?? []), x: 'connections', y: fate })),
    ),
  ];
}

/** @param {Mode[]} modes @param {Anchors} anchors @returns {Table} */
function versus2012(modes, { published }) {
  const anchor = published['mass-mobile-experiment-2012'];
  const tops = modes.map(({ rows }) => topOf(rows));
  /** @param {string} label @param {number} then @param {string} field @param {(value: number) => Cell} [write] */
  const line = (label, then, field, write = tidy) => {
    const now = tops.map((top) => num(top, field));
    const cells = now.map((value) => (value === null ? null : write(value)));
    return [label, then, ...cells, field === 'cpu' || then === 0 ? '' : times(now[0], then)];
  };
  return {
    title: 'Beside the Mass Mobile Experiment of 2012',
    note: `${anchor.source}. ${anchor.machine}. Its CPU is that of the whole machine (two cores), ours of the one core that the server had.`,
    columns: ['', '2012', ...modes.map(({ label }) => label), 'Now / 2012'],
    rows: [
      line('Connections', anchor.concurrentWebSockets, 'connections'),
      line('Sends per second and phone', anchor.sendsPerSecondPerClient, 'sendHz'),
      line('Messages received per second', anchor.receivedPerSecond, 'receivedPerS', short),
      line('Messages lost', anchor.messagesLost, 'lost'),
      line('CPU, %', anchor.cpuPercentPeak, 'cpu', (share) => short(share * 100)),
    ],
  };
}

/** @param {readonly Row[]} points @returns {Row[]} with the fates of their messages in percent of those that were due */
function shares(points) {
  return points.map((point) => {
    const due = num(point, 'due');
    const percents = FATES.map((fate) => [fate, due ? ((num(point, fate) ?? 0) / due) * 100 : null]);
    return { ...point, ...Object.fromEntries(percents) };
  });
}
