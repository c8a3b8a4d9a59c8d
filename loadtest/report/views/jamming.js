/** Shows where an echo-broadcast jams, ours and plain `io.emit`, beside Drew Harry's points of 2012. */

/** @import { Row, Table } from '../../types.js' */
/** @import { Anchors, Chart, Series, Threshold, View } from '../types.js' */

import { JAMMED_MS, thresholdsOf } from '../anchors.js';
import { isValid, num, total } from '../fields.js';
import { short, times } from '../page/format.js';
import { shapeAt } from '../page/marks.js';
import { chart, figure, filled, rowsWith, wordsIn } from './kit.js';

/** The curves take this many tones of theme.css, from the fewest clients to the most. */
const TONES = 10;
/** Only these of Drew Harry's curves bear a label, so that the labels stay readable. */
const NAMED = new Set([25, 50, 100, 200, 500, 1000]);

/** @typedef {{ name: string, rows: Row[], thresholds: Threshold[] }} Way of sending the same to everybody */

/** @type {View} */
export function jamming({ points }, anchors) {
  const names = wordsIn(points, 'series').length > 0 ? wordsIn(points, 'series') : [undefined];
  const ways = names.map((name) => {
    const rows = rowsWith(points, 'series', name);
    return { name: name ?? 'This run', rows, thresholds: thresholdsOf(rows.map(pointOf)) };
  });
  const best = ways.map((way) => way.thresholds.toSorted((one, other) => other.perS - one.perS)[0]);
  const [first] = best;
  const largest = ways[0]?.thresholds.at(-1);
  /** @param {Threshold | undefined} threshold */
  const bound = (threshold) => ({
    sign: threshold && !threshold.jammed ? 'at least' : '',
    note: threshold ? `with ${threshold.concurrency.toLocaleString('en-US')} clients` : '',
  });
  return {
    facts: [
      figure('Clients, most without a jam', largest?.concurrency ?? null),
      figure(`Sent before it jams, ${ways[0]?.name}`, first?.perS ?? null, 'messages/s', bound(first)),
      figure('Mean round trip there', first ? meanAt(ways[0]?.rows ?? [], first) : null, 'ms', {
        note: `jammed means above ${JAMMED_MS} ms, or a reply or a connection lost`,
      }),
    ],
    figures: [
      ...ways
        .slice(1)
        .map(({ name }, index) =>
          figure(
            `Sent before it jams, ${name}`,
            best[index + 1]?.perS ?? null,
            'messages/s',
            bound(best[index + 1]),
          ),
        ),
      figure('Points measured', points.length, '', {
        note: `${points.filter((point) => point['jammed'] === true).length} of them jammed, ${points.filter((point) => !isValid(point)).length} not valid`,
      }),
      figure('Replies missing', total(points, 'missing'), '', { note: 'after 5 s', metric: 'echo.missing' }),
    ],
    charts: filled([
      thresholdChart(ways, anchors),
      ...ways.map((way, index) => roundTrips(way, index, anchors)),
    ]),
    beside: [thresholdTable(ways, anchors)],
    pointBy: ['series', 'concurrency'],
  };
}

/** @param {Row} row */
function pointOf(row) {
  return {
    concurrency: num(row, 'concurrency') ?? 0,
    perS: num(row, 'perS') ?? 0,
    meanMs: num(row, 'meanMs'),
    jammed: row['jammed'] === true,
    isValid: isValid(row),
  };
}

/** @param {Row[]} rows @param {Threshold} threshold */
function meanAt(rows, { concurrency, perS }) {
  return num(
    rows.find((row) => isValid(row) && row['concurrency'] === concurrency && row['perS'] === perS),
    'meanMs',
  );
}

/** @param {Way[]} ways @param {Anchors} anchors @returns {Chart} all in one, because the factor between them is what is asked */
function thresholdChart(ways, { jammingThresholds }) {
  /** @param {Threshold[]} list */
  const spots = (list) =>
    list.map(({ concurrency, perS }) => /** @type {[number, number]} */ ([concurrency, perS]));
  const tones = ['a', 'b', 'c', 'd'];
  return {
    ...{ id: 'jamming-threshold', title: 'Where it jams, by clients', wide: true, heightPx: 420 },
    note:
      `The most messages that the server sends a second with a mean round trip below ${JAMMED_MS} ms. An arrow upward: the ` +
      'jam was not found, so that it is at least this.',
    x: { label: 'Clients', scale: 'log', toggle: true },
    y: { label: 'Messages that the server sends, per second', scale: 'log', toggle: true },
    series: [
      {
        ...{ label: 'Drew Harry, 2012', tone: 'anchor', mark: 'square', line: 'dashed', anchor: true },
        points: spots(jammingThresholds.filter(({ jammed }) => jammed)),
      },
      ...ways.flatMap(({ name, thresholds }, index) => {
        const tone = tones[index % tones.length] ?? 'a';
        const line = /** @type {const} */ (['solid', 'dashed', 'dotted'])[index % 3];
        return /** @type {Series[]} */ ([
          { label: name, tone, mark: shapeAt(index), line, points: spots(thresholds) },
          {
            ...{
              label: `${name}: at least, no jam was found`,
              group: 'At least: no jam was found',
              tone,
              mark: 'up',
            },
            points: spots(thresholds.filter(({ jammed }) => !jammed)),
          },
        ]);
      }),
    ],
  };
}

/** @param {Way} way @param {number} index @param {Anchors} anchors @returns {Chart} */
function roundTrips({ name, rows }, index, { jamming: theirs }) {
  const sizes = [...new Set(rows.map((row) => num(row, 'concurrency') ?? 0))].sort(
    (one, other) => one - other,
  );
  const concurrencies = [...new Set(theirs.map(({ concurrency }) => concurrency))];
  return chart(
    {
      ...{ id: `jamming-sent-${index}`, title: `Mean round trip, ${name}`, wide: true, heightPx: 420 },
      note: `A line for each number of clients. Grey: Drew Harry's ${theirs.length} points of 2012.`,
      x: { label: 'Messages that the server sends, per second', scale: 'log', toggle: true },
      y: { label: 'Mean round trip, ms', scale: 'log', toggle: true },
      guides: [{ axis: 'y', at: JAMMED_MS, label: `Jammed above ${JAMMED_MS} ms` }],
    },
    sizes.map((size, at) => ({
      label: `${size.toLocaleString('en-US')} clients`,
      // The points keep the order in which they were offered: past the jam the curve turns back.
      ...{ rows: rowsWith(rows, 'concurrency', size), x: 'perS', y: 'meanMs', mark: shapeAt(at) },
      tone: `s${Math.round((at / Math.max(1, sizes.length - 1)) * (TONES - 1))}`,
      endLabel: size.toLocaleString('en-US'),
    })),
    concurrencies.map((concurrency) => ({
      ...{ label: `Drew Harry, 2012: ${concurrency} clients`, group: 'Drew Harry, 2012', tone: 'anchor' },
      ...{ mark: 'circle', line: 'solid', anchor: true },
      endLabel: NAMED.has(concurrency) ? concurrency.toLocaleString('en-US') : undefined,
      points: theirs
        .filter((point) => point.concurrency === concurrency)
        .map(
          ({ receivedPerS, meanMs }) =>
            /** @type {[number, number]} */ ([receivedPerS * concurrency, meanMs]),
        )
        .sort(([one], [other]) => one - other),
    })),
  );
}

/** @param {Way[]} ways @param {Anchors} anchors @returns {Table} */
function thresholdTable(ways, { jammingThresholds, published }) {
  const lists = [jammingThresholds, ...ways.map(({ thresholds }) => thresholds)];
  const sizes = [...new Set(lists.flat().map(({ concurrency }) => concurrency))].sort(
    (one, other) => one - other,
  );
  const { source, machine } = published['practical-benchmarking-2012'];
  return {
    title: 'Messages sent per second before it jams',
    note: `${source}: ${machine}. "at least": the jam was not found.`,
    columns: ['Clients', 'Drew Harry, 2012', ...ways.map(({ name }) => name), `${ways[0]?.name} / 2012`],
    rows: sizes.map((size) => {
      const found = lists.map((list) => list.find(({ concurrency }) => concurrency === size));
      const [then, now] = found;
      return [size, ...found.map(bounded), now?.jammed === false ? '' : times(now?.perS, then?.perS)];
    }),
  };
}

/** @param {Threshold | undefined} threshold */
function bounded(threshold) {
  if (!threshold) return null;
  return `${threshold.jammed ? '' : 'at least '}${short(threshold.perS)}`;
}
