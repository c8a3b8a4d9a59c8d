/** Shows where an echo-broadcast jams, ours and plain `io.emit`, beside Drew Harry's points of 2012. */

/** @import { Row, Table } from '../../types.js' */
/** @import { Anchors, Chart, MakeView, Series, Threshold } from '../types.js' */

import { JAMMED_MS, sizesOf, thresholdsOf } from '../anchors.js';
import { groupsOf, isValid, num, total } from '../fields.js';
import { short, tidy, times } from '../page/format.js';
import { shapeAt } from '../page/marks.js';
import { figure, linesOf, spoiltOf, styleAt } from './kit.js';

/** Only these of Drew Harry's curves bear a label, so that the labels stay readable. */
const NAMED = new Set([25, 50, 100, 200, 500, 1000]);
const HARRY = { label: 'Drew Harry, 2012', group: 'Drew Harry, 2012', tone: 'anchor', anchor: true };
const LOG = Object.freeze({ scale: /** @type {const} */ ('log'), toggle: true });
const SENT = { label: 'Messages that the server sends, per second', ...LOG };

/** @typedef {{ label: string, rows: Row[], thresholds: Threshold[] }} Way of sending the same to everybody */

/** @type {MakeView} */
export function jamming(result, anchors) {
  const { points } = result;
  /** @type {Way[]} */
  const ways = groupsOf(points, 'series').map((way) => ({ ...way, thresholds: thresholdsOf(way.rows) }));
  const best = ways.map(({ thresholds }) => thresholds.toSorted((a, b) => b.perS - a.perS)[0]);
  const [mostSent = figure('Sent before it jams', null), ...others] = ways.map(({ label }, index) =>
    figure(`Sent before it jams, ${label}`, best[index]?.perS ?? null, 'messages/s', {
      sign: best[index]?.jammed === false ? 'at least' : '',
      note: best[index] && `with ${tidy(best[index].concurrency)} clients`,
    }),
  );
  const atBest = ways[0]?.rows.find(
    (row) => isValid(row) && row['concurrency'] === best[0]?.concurrency && row['perS'] === best[0]?.perS,
  );
  const jams = points.filter(({ jammed }) => jammed === true).length;
  return {
    facts: [
      figure('Clients, most without a jam', ways[0]?.thresholds.at(-1)?.concurrency ?? null),
      mostSent,
      figure('Mean round trip there', num(atBest, 'meanMs'), 'ms', {
        note: `jammed means above ${JAMMED_MS} ms, or a reply or a connection lost`,
      }),
    ],
    figures: [
      ...others,
      figure('Points measured', points.length, '', { note: `${jams} of them jammed, ${spoiltOf(result)}` }),
      figure('Replies missing', total(points, 'missing'), '', { note: 'after 5 s' }),
    ],
    charts: [thresholdChart(ways, anchors), ...ways.map((way, index) => roundTrips(way, index, anchors))],
    beside: [thresholdTable(ways, anchors)],
  };
}

/** @param {Way[]} ways @param {Anchors} anchors @returns {Chart} all in one, because the factor between them is what is asked */
function thresholdChart(ways, { jammingThresholds }) {
  const lines = ways.map(({ label, thresholds }) => ({
    ...{ label, x: 'concurrency', y: 'perS' },
    rows: thresholds.map((threshold) => ({ ...threshold, validity: 'valid' })),
  }));
  /** @param {Threshold[]} thresholds @param {boolean} jammed @returns {Series['points']} */
  const spots = (thresholds, jammed) =>
    thresholds.filter((one) => one.jammed === jammed).map(({ concurrency, perS }) => [concurrency, perS]);
  return {
    ...{ id: 'jamming-threshold', title: 'Where it jams, by clients', wide: true, heightPx: 420 },
    note:
      `The most messages that the server sends a second with a mean round trip below ${JAMMED_MS} ms. An arrow upward: the ` +
      'jam was not found, so that it is at least this.',
    x: { label: 'Clients', ...LOG },
    y: SENT,
    series: [
      { ...HARRY, mark: 'square', line: 'dashed', points: spots(jammingThresholds, true) },
      ...linesOf(lines),
      ...ways.map(({ label, thresholds }, index) => ({
        ...{ label: `${label}: at least, no jam was found`, group: 'At least: no jam was found' },
        ...{ tone: styleAt(index).tone, mark: 'up', points: spots(thresholds, false) },
      })),
    ],
  };
}

/** @param {Way} way @param {number} index @param {Anchors} anchors @returns {Chart} */
function roundTrips({ label: way, rows }, index, { jamming: theirs }) {
  const sizes = sizesOf(rows);
  return {
    ...{ id: `jamming-sent-${index}`, title: `Mean round trip, ${way}`, wide: true, heightPx: 420 },
    note: `A line for each number of clients. Grey: Drew Harry's ${theirs.length} points of 2012.`,
    x: SENT,
    y: { label: 'Mean round trip, ms', ...LOG },
    guides: [{ axis: 'y', at: JAMMED_MS, label: `Jammed above ${JAMMED_MS} ms` }],
    series: [
      ...sizesOf(theirs).map((size) => ({
        ...{ ...HARRY, label: `${HARRY.group}: ${size} clients`, mark: 'circle' },
        ...{ line: /** @type {const} */ ('solid'), endLabel: NAMED.has(size) ? tidy(size) : undefined },
        points: theirs
          .filter(({ concurrency }) => concurrency === size)
          .map(({ perS, meanMs }) => /** @type {const} */ ([perS, meanMs]))
          .sort(([one], [other]) => one - other),
      })),
      // Our points keep the order in which they were offered: past the jam the curve turns back.
      ...linesOf(
        sizes.map((size, at) => ({
          ...{ label: `${tidy(size)} clients`, endLabel: tidy(size), x: 'perS', y: 'meanMs' },
          rows: rows.filter((row) => num(row, 'concurrency') === size),
          ...{ mark: shapeAt(at), tone: at / Math.max(1, sizes.length - 1) },
        })),
      ),
    ],
  };
}

/** @param {Way[]} ways @param {Anchors} anchors @returns {Table} */
function thresholdTable(ways, { jammingThresholds, published }) {
  const lists = [jammingThresholds, ...ways.map(({ thresholds }) => thresholds)];
  const { source, machine } = published['practical-benchmarking-2012'];
  return {
    title: 'Messages sent per second before it jams',
    note: `${source}: ${machine}. "at least": the jam was not found.`,
    columns: ['Clients', HARRY.group, ...ways.map(({ label }) => label), `${ways[0]?.label} / 2012`],
    rows: sizesOf(lists.flat()).map((size) => {
      const found = lists.map((list) => list.find(({ concurrency }) => concurrency === size));
      const [then, now] = found;
      const cells = found.map((one) => one && `${one.jammed ? '' : 'at least '}${short(one.perS)}`);
      return [size, ...cells, now?.jammed === false ? '' : times(now?.perS, then?.perS)];
    }),
  };
}
