/** The figures of a crowd's levels: mean, median, trimmed mean, deviation and standard error. */

/** @import { Cell, CrowdSum, Segment } from './fold.js' */

import { SEGMENTS, emptyCell, levelOf, mergeCells } from './fold.js';

/** This share of the levels is left out at each end by the trimmed mean, so that a few at the stops cannot pull it. */
export const TRIM = 0.1;

/**
 * @typedef {object} Figures all of them -1 to 1, and 0 for nobody
 * @property {number} n
 * @property {number} mean exact
 * @property {number} median within half a bin, `RESOLUTION`; exact for the positions of a phone's slider
 * @property {number} trimmed the mean without the lowest and the highest tenth; as exact as the median
 * @property {number} deviation of the sample (divided by n - 1); 0 for one
 */

/** @param {Cell} cell @returns {Figures} */
export function figuresOf({ n, sum, squares, bins }) {
  if (n === 0) return { n, mean: 0, median: 0, trimmed: 0, deviation: 0 };
  const mean = sum / n;
  // Rounding may leave a little less than nothing.
  const variance = n > 1 ? Math.max(0, (squares - sum * mean) / (n - 1)) : 0;
  return { n, mean, median: medianOf(bins, n), trimmed: trimmedOf(bins, n), deviation: Math.sqrt(variance) };
}

/** @param {Pick<Figures, 'n' | 'deviation'>} figures @returns {number} the standard error of the mean, s / √n */
export function errorOf({ n, deviation }) {
  return n > 1 ? deviation / Math.sqrt(n) : 0;
}

/** All segments as one. @param {CrowdSum} sum @returns {Cell} */
export function wholeOf(sum) {
  return SEGMENTS.reduce((whole, segment) => {
    const cell = sum[/** @type {Segment} */ (segment)];
    return cell ? mergeCells(whole, cell) : whole;
  }, emptyCell());
}

/** The mean of the two in the middle where n is even. @param {number[]} bins @param {number} n */
function medianOf(bins, n) {
  return (levelAt(bins, Math.floor((n - 1) / 2)) + levelAt(bins, Math.floor(n / 2))) / 2;
}

/** @param {number[]} bins @param {number} rank 0 is the lowest of all */
function levelAt(bins, rank) {
  let seen = 0;
  for (let bin = 0; bin < bins.length; bin++) {
    seen += /** @type {number} */ (bins[bin]);
    if (rank < seen) return levelOf(bin);
  }
  return 0;
}

/** @param {number[]} bins @param {number} n */
function trimmedOf(bins, n) {
  const cut = Math.floor(n * TRIM);
  let [seen, sum] = [0, 0];
  bins.forEach((count, bin) => {
    const [from, to] = [Math.max(seen, cut), Math.min(seen + count, n - cut)];
    if (to > from) sum += (to - from) * levelOf(bin);
    seen += count;
  });
  return sum / (n - 2 * cut);
}
