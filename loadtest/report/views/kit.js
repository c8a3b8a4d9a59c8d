/** Makes the parts of views: lines through the fields of rows, and figures. */

/** @import { Result, Row } from '../../types.js' */
/** @import { Chart, Figure, Series } from '../types.js' */

import { isValid, most, num, toPercent } from '../fields.js';
import { shapeAt } from '../page/marks.js';

const TONES = ['a', 'b', 'c', 'd'];
const LINES = /** @type {const} */ (['solid', 'dashed', 'dotted', 'dashdot']);
/** The probe's times, in points and in seconds; without a probe those of the scenario itself. */
export const P50 = ['probeP50Ms', 'p50Ms'];
export const P99 = ['probeP99Ms', 'p99Ms'];
export const OVER_TIME = Object.freeze({ label: 'Time, s' });

/**
 * @typedef {object} Line
 * @property {string} label
 * @property {readonly Row[]} rows
 * @property {string} x a field
 * @property {string | string[]} y a field, or those of which the first that was measured counts
 * @property {number} [factor] 100 for a share that is shown in percent
 * @property {boolean} [marks] false for a curve of many seconds
 * @property {string} [group] the words in the legend for all lines that share them
 * @property {string} [tone]
 * @property {string} [mark]
 * @property {string} [endLabel]
 */

/**
 * Makes a chart of lines, each in a tone, a shape and a dash of its own. Points that are not valid are hollow and pale, off
 * the line; those of a search bear a ring.
 * @param {Omit<Chart, 'series'>} head
 * @param {Line[]} lines
 * @param {Series[]} [others] published ones are drawn behind the lines, and ours in front of them
 * @returns {Chart}
 */
export function chart(head, lines, others = []) {
  // Bare lines are drawn before those with marks, which would be hidden by them.
  const series = lines.flatMap(seriesOf).sort((one, other) => Number(!!one.mark) - Number(!!other.mark));
  const behind = others.filter(({ anchor }) => anchor);
  return { ...head, series: [...behind, ...series, ...others.filter(({ anchor }) => !anchor)] };
}

/** @param {Line} line @param {number} index @returns {Series[]} */
function seriesOf({ label, rows, x, y, factor = 1, marks = true, endLabel, group, ...style }, index) {
  const tone = style.tone ?? TONES[index % TONES.length] ?? 'a';
  const mark = style.mark ?? shapeAt(index);
  /** @param {(row: Row) => boolean} isWanted */
  const points = (isWanted) => rows.filter(isWanted).flatMap((row) => pointOf(row, x, [y].flat(), factor));
  const line = LINES[index % LINES.length] ?? 'solid';
  if (!marks) return [{ label, group, tone, line, points: points(() => true) }];
  return [
    {
      ...{ label: `${label}: beyond the limit on purpose`, group: 'Beyond the limit on purpose' },
      ...{
        tone,
        mark: 'ring',
        open: true,
        points: points((row) => isValid(row) && row['isSearch'] === true),
      },
    },
    { label, group, tone, mark, line, endLabel, points: points(isValid) },
    {
      ...{ label: `${label}: not valid`, group: 'Not valid', tone, mark, open: true, faint: true },
      points: points((row) => !isValid(row)),
    },
  ];
}

/** @param {Row} row @param {string} xName @param {string[]} yNames @param {number} factor @returns {[number, number | null][]} */
function pointOf(row, xName, yNames, factor) {
  const x = num(row, xName);
  const y = num(row, ...yNames);
  return x === null ? [] : [[x, y === null ? null : y * factor]];
}

/** @param {Chart[]} charts @returns {Chart[]} without series that have no points, and charts that show nothing of ours */
export function filled(charts) {
  return charts
    .map((one) => ({ ...one, series: one.series.filter(({ points }) => points.some(([, y]) => y !== null)) }))
    .filter(({ series }) => series.some(({ anchor }) => !anchor));
}

/**
 * @param {string} label @param {number | null} value @param {string} [unit]
 * @param {string | Partial<Figure>} [more] the name of its metric, or that and more
 * @returns {Figure}
 */
export function figure(label, value, unit, more) {
  return { label, value, unit, ...(typeof more === 'string' ? { metric: more } : more) };
}

/** @param {Result} result @returns {Figure[]} what the run cost the server */
export function costs({ points, series }) {
  const rows = [...points, ...series];
  return [
    figure('Server CPU, most', toPercent(most(rows, 'cpu')), '% of a core'),
    figure('Memory, most', most(rows, 'rssMb'), 'MB', 'server.rssMb'),
  ];
}

/** @param {readonly Row[]} rows @param {string} name @returns {string[]} the words that stand in a field, each once */
export function wordsIn(rows, name) {
  return [...new Set(rows.map((row) => row[name]).filter((word) => typeof word === 'string'))];
}

/** @template T @param {T} word @param {string} name @param {readonly Row[]} rows */
export function rowsWith(rows, name, word) {
  return rows.filter((row) => row[name] === word);
}
