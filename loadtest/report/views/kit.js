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

/**
 * A line through a field of rows over another, or through the first of several fields that was measured; `factor` is 100
 * for a share that is shown in percent, and a curve of many seconds has no marks.
 * @typedef {{ label: string, rows: readonly Row[], x: string, y: string | string[], factor?: number, marks?: boolean } &
 *   Pick<Partial<Series>, 'group' | 'tone' | 'mark' | 'endLabel'>} Line
 */

/**
 * Makes the series of lines, each in a tone, a shape and a dash of its own. Points that are not valid are hollow and
 * pale, off the line; those of a search bear a ring.
 * @param {Line[]} lines
 * @returns {Series[]} bare lines first, as those with marks would be hidden by them
 */
export function linesOf(lines) {
  return lines.flatMap(seriesOf).sort((one, other) => Number(!!one.mark) - Number(!!other.mark));
}

/** @param {Line} line @param {number} index @returns {Series[]} */
function seriesOf({ label, rows, x, y, factor = 1, marks = true, endLabel, group, ...style }, index) {
  const { tone, line } = styleAt(index);
  const look = { tone: style.tone ?? tone, mark: style.mark ?? shapeAt(index) };
  /** @param {(row: Row) => boolean} isWanted @returns {Series['points']} */
  const points = (isWanted) =>
    rows.filter(isWanted).flatMap((row) => {
      const [at, value] = [num(row, x), num(row, ...[y].flat())];
      return at === null ? [] : [[at, value === null ? null : value * factor]];
    });
  if (!marks) return [{ label, group, tone: look.tone, line, points: points(() => true) }];
  const [beyond, spoilt] = ['Beyond the limit on purpose', 'Not valid'];
  return [
    {
      ...{ label: `${label}: ${beyond.toLowerCase()}`, group: beyond, ...look, mark: 'ring', open: true },
      points: points((row) => isValid(row) && row['isSearch'] === true),
    },
    { label, group, ...look, line, endLabel, points: points(isValid) },
    {
      ...{ label: `${label}: ${spoilt.toLowerCase()}`, group: spoilt, ...look, open: true, faint: true },
      points: points((row) => !isValid(row)),
    },
  ];
}

/** @param {number} index @param {number} [of] so many @returns {{ tone: string | number, line: Series['line'] }} */
export function styleAt(index, of = TONES.length) {
  const tone = of <= TONES.length ? TONES[index % TONES.length] : index / (of - 1);
  return { tone: tone ?? 'a', line: LINES[index % LINES.length] };
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
    figure('Memory, most', most(rows, 'rssMb'), 'MB'),
  ];
}

/** @param {Result} result @returns {string} "2 not valid" */
export function spoiltOf({ points }) {
  return `${points.filter((point) => !isValid(point)).length} not valid`;
}
