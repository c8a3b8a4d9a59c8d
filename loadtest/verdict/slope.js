/** Says how fast a figure grows over time, and how sure that is. Pure. */

import { spreadOf } from './spread.js';

/** Fewer points have no interval that is worth its name. */
export const FEWEST_POINTS = 8;
/** An interval of 95 % reaches this many standard deviations to each side. */
const Z = 1.959964;

/**
 * @typedef {{ perUnit: number, lower: number, upper: number, points: number }} Slope `perUnit`: the median of the slopes
 *   between all pairs of points; `lower` to `upper`: the interval that holds the true slope in 95 of 100 runs
 */

/**
 * Fits a line by Theil and Sen: up to 29 % of the points may be anything, such as a figure from just before a
 * garbage collection, and the line stays where it is. The interval is Sen's, by the variance of Kendall's S with
 * ties in y (P. K. Sen, Journal of the American Statistical Association 63, 1968, pages 1379 to 1389; R. O. Gilbert,
 * Statistical Methods for Environmental Pollution Monitoring, 1987, 16.5). It takes the points for independent:
 * where each resembles the one before it, the true interval is wider.
 * @param {readonly (readonly [x: number, y: number])[]} points those with a figure that is none are left out; no two
 *   with the same x
 * @returns {Slope | null} null: there are fewer than 8
 */
export function slopeOf(points) {
  const good = points.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
  const n = good.length;
  if (n < FEWEST_POINTS) return null;
  const slopes = good
    .flatMap(([x1, y1], index) => good.slice(index + 1).map(([x2, y2]) => (y2 - y1) / (x2 - x1)))
    .sort((a, b) => a - b);
  const spread = Z * Math.sqrt(varianceOfS(good.map(([, y]) => y)));
  // Ranks count from 1 and lie between two slopes as a rule: the outer one is taken.
  const below = Math.floor((slopes.length - spread) / 2) - 1;
  const above = Math.ceil((slopes.length + spread) / 2);
  const { median } = spreadOf(slopes);
  return { perUnit: median, lower: at(slopes, below), upper: at(slopes, above), points: n };
}

/** @param {Slope} slope @returns {number} how fast it grows for certain: 0 where it may as well not grow at all */
export function certainGrowth({ lower }) {
  return Math.max(0, lower);
}

/** @param {readonly number[]} values @returns {number} the variance of Kendall's S, less for values that are the same */
function varianceOfS(values) {
  const part = (/** @type {number} */ size) => size * (size - 1) * (2 * size + 5);
  const same = new Map();
  for (const value of values) same.set(value, (same.get(value) ?? 0) + 1);
  return (part(values.length) - [...same.values()].reduce((sum, size) => sum + part(size), 0)) / 18;
}

/** @param {readonly number[]} sorted @param {number} index one beyond the end counts as the last */
function at(sorted, index) {
  return /** @type {number} */ (sorted[Math.min(sorted.length - 1, Math.max(0, index))]);
}
