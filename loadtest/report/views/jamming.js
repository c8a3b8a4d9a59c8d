/** Shows where an echo-broadcast jams, with a mean round trip above 200 ms, beside Drew Harry's points. */

/** @import { Anchors, Chart, Result, Row, Series, Table, Threshold, View } from '../types.js' */

import { JAMMED_MS, thresholdsOf } from '../anchors.js';
import { num } from '../fields.js';
import { times } from '../page/format.js';
import { shapeAt } from '../page/marks.js';
import { filled } from './curves.js';

/** The curves take this many tones of theme.css, from the fewest clients to the most. */
const TONES = 10;
/** Only these of Drew Harry's curves bear a label, so that the labels stay readable. */
const NAMED = new Set([25, 50, 100, 200, 500, 1000]);
const GUIDE = Object.freeze({ axis: 'y', at: JAMMED_MS, label: `Jammed above ${JAMMED_MS} ms` });

/** @type {View} */
export const jamming = {
  facts(result) {
    const thresholds = ours(result);
    const best = thresholds.reduce(
      (/** @type {Threshold | undefined} */ top, one) => (one.sentPerS > (top?.sentPerS ?? 0) ? one : top),
      undefined,
    );
    const largest = thresholds.at(-1);
    return {
      phones: { label: 'Phones, most without a jam', value: largest?.concurrency ?? null, better: 'more' },
      rate: {
        label: 'Sent before it jams, best',
        value: best?.sentPerS ?? null,
        sign: best && !best.jammed ? 'at least' : '',
        unit: 'messages/s',
        note: best ? `with ${best.concurrency.toLocaleString('en-US')} clients` : '',
        better: 'more',
      },
      delay: {
        label: 'Mean round trip there',
        value: best ? delayAt(result, best) : null,
        unit: 'ms',
        note: `jammed means above ${JAMMED_MS} ms`,
        better: 'less',
      },
    };
  },

  figures(result) {
    const { points } = result;
    const thresholds = ours(result);
    const largest = thresholds.at(-1);
    return [
      {
        label: largest
          ? `Sent before it jams, ${largest.concurrency.toLocaleString('en-US')} clients`
          : 'Sent before it jams',
        value: largest?.sentPerS ?? null,
        sign: largest && !largest.jammed ? 'at least' : '',
        unit: 'messages/s',
        better: 'more',
      },
      { label: 'Concurrencies tried', value: new Set(points.map((point) => point['concurrency'])).size },
      {
        label: 'Points measured',
        value: points.length,
        note: `${points.filter((point) => point['valid'] === false).length} not valid: the generator was the limit`,
      },
      {
        label: 'Points with missing replies',
        value: points.filter((point) => (num(point, 'missing') ?? 0) > 0).length,
        note: 'after 5 s',
        better: 'less',
      },
    ];
  },

  charts(result, anchors) {
    return filled([
      roundTrips(result, anchors, 'received'),
      roundTrips(result, anchors, 'sent'),
      thresholdChart(ours(result), anchors),
    ]);
  },

  beside(result, anchors) {
    return [thresholdTable(ours(result), anchors)];
  },
};

/** @param {Result} result */
function ours({ points }) {
  return thresholdsOf(points.map(toPoint));
}

/** @param {Row} row */
function toPoint(row) {
  const concurrency = num(row, 'concurrency') ?? 0;
  const receivedPerS = num(row, 'receivedPerS') ?? 0;
  return {
    concurrency,
    receivedPerS,
    sentPerS: num(row, 'sentPerS') ?? receivedPerS * concurrency,
    meanMs: num(row, 'meanMs'),
    jammed: row['jammed'] === true,
    valid: row['valid'] !== false,
  };
}

/** @param {Result} result @param {Threshold} best */
function delayAt({ points }, best) {
  const point = points.map(toPoint).find(({ concurrency, sentPerS, meanMs, jammed, valid }) => {
    const same = concurrency === best.concurrency && sentPerS === best.sentPerS;
    return same && valid && !jammed && meanMs !== null;
  });
  return point?.meanMs ?? null;
}

/** @param {Result} result @param {Anchors} anchors @param {'received' | 'sent'} side @returns {Chart} */
function roundTrips({ points }, anchors, side) {
  const label = side === 'received' ? 'Messages received' : 'Messages sent';
  const note =
    side === 'received'
      ? 'Every message received is sent to every client, so the more clients, the earlier it jams. '
      : 'Received messages times clients: what the server really has to do, and nearly the same for any crowd. ';
  return {
    id: `jamming-${side}`,
    title: `Mean round trip, by messages ${side}`,
    note: `${note}Grey: Drew Harry's ${anchors.jamming.length} points of 2012, a line for each number of clients.`,
    wide: true,
    heightPx: 420,
    x: { label: `${label} by the server, per second`, scale: 'log', toggle: true },
    y: { label: 'Mean round trip, ms', scale: 'log', toggle: true },
    series: [
      ...theirCurves(anchors, side),
      ...ourCurves(points.map(toPoint), side),
      ...spoiled(points.map(toPoint), side),
    ],
    guides: [{ ...GUIDE, axis: 'y' }],
  };
}

/** @param {Anchors} anchors @param {'received' | 'sent'} side @returns {Series[]} one label for all */
function theirCurves({ jamming }, side) {
  return groups(jamming).map(([concurrency, points], index) => ({
    label: index === 0 ? 'Drew Harry, 2012' : `Drew Harry, 2012: ${concurrency} clients`,
    legend: index === 0,
    tone: 'anchor',
    mark: 'circle',
    line: 'solid',
    anchor: true,
    endLabel: side === 'received' && NAMED.has(concurrency) ? concurrency.toLocaleString('en-US') : undefined,
    points: points.map((point) => at(point, side)).sort(([one], [other]) => one - other),
  }));
}

/** @param {ReturnType<typeof toPoint>[]} points @param {'received' | 'sent'} side @returns {Series[]} */
function ourCurves(points, side) {
  const valid = groups(points.filter((point) => point.valid));
  return valid.map(([concurrency, own], index) => ({
    label: `${concurrency.toLocaleString('en-US')} clients`,
    tone: `s${Math.round((index / Math.max(1, valid.length - 1)) * (TONES - 1))}`,
    mark: shapeAt(index),
    line: 'solid',
    endLabel: side === 'received' ? concurrency.toLocaleString('en-US') : undefined,
    // The points keep the order in which they were offered: past the jam the curve turns back.
    points: own.map((point) => at(point, side)),
  }));
}

/** @param {ReturnType<typeof toPoint>[]} points @param {'received' | 'sent'} side @returns {Series[]} */
function spoiled(points, side) {
  return [
    {
      label: 'Not valid: the generator was the limit',
      tone: 'ink-2',
      mark: 'cross',
      points: points.filter(({ valid }) => !valid).map((point) => at(point, side)),
    },
  ];
}

/**
 * @template {{ concurrency: number }} T
 * @param {T[]} points
 * @returns {[number, T[]][]} by rising concurrency
 */
function groups(points) {
  /** @type {Map<number, T[]>} */
  const byConcurrency = new Map();
  for (const point of points)
    byConcurrency.set(point.concurrency, [...(byConcurrency.get(point.concurrency) ?? []), point]);
  return [...byConcurrency].sort(([one], [other]) => one - other);
}

/**
 * @param {{ concurrency: number, receivedPerS: number, sentPerS?: number, meanMs: number | null }} point
 * @param {'received' | 'sent'} side
 * @returns {[number, number | null]}
 */
function at({ concurrency, receivedPerS, sentPerS, meanMs }, side) {
  return [side === 'received' ? receivedPerS : (sentPerS ?? receivedPerS * concurrency), meanMs];
}

/** @param {Threshold[]} thresholds @param {Anchors} anchors @returns {Chart} */
function thresholdChart(thresholds, { jammingThresholds }) {
  /** @type {(list: Threshold[]) => [number, number][]} */
  const points = (list) => list.map(({ concurrency, sentPerS }) => [concurrency, sentPerS]);
  return {
    id: 'jamming-threshold',
    title: 'Where it jams, by clients',
    note: 'The most messages sent a second at which the mean round trip still stays below 200 ms.',
    wide: true,
    x: { label: 'Clients', scale: 'log', toggle: true },
    y: { label: 'Messages sent before it jams, per second', reach: 0, toggle: true },
    series: [
      {
        label: 'Drew Harry, 2012',
        tone: 'anchor',
        mark: 'square',
        line: 'dashed',
        anchor: true,
        points: points(jammingThresholds.filter(({ jammed }) => jammed)),
      },
      { label: 'This run', tone: 'a', mark: 'circle', line: 'solid', points: points(thresholds) },
      {
        label: 'At least: the run ended before it jammed',
        tone: 'a',
        mark: 'triangle',
        open: true,
        points: points(thresholds.filter(({ jammed }) => !jammed)),
      },
    ],
  };
}

/** @param {Threshold[]} thresholds @param {Anchors} anchors @returns {Table} */
function thresholdTable(thresholds, { jammingThresholds, published }) {
  const theirs = new Map(jammingThresholds.map((one) => [one.concurrency, one]));
  const own = new Map(thresholds.map((one) => [one.concurrency, one]));
  const clients = [...new Set([...theirs.keys(), ...own.keys()])].sort((one, other) => one - other);
  const { source, machine } = published['practical-benchmarking-2012'];
  return {
    title: 'Messages sent per second before it jams',
    note: `${source}: ${machine}. "at least": the run ended, or its generator did, before that many clients jammed it.`,
    columns: ['Clients', 'Drew Harry, 2012', 'This run', 'Ratio'],
    rows: clients.map((count) => [
      count,
      bounded(theirs.get(count)),
      bounded(own.get(count)),
      times(own.get(count)?.sentPerS, theirs.get(count)?.sentPerS),
    ]),
  };
}

/** @param {Threshold | undefined} threshold */
function bounded(threshold) {
  if (!threshold || threshold.jammed) return threshold?.sentPerS;
  return `at least ${Math.round(threshold.sentPerS).toLocaleString('en-US')}`;
}
