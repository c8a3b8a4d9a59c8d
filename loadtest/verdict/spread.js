/** Says how a figure varies over repeats, and when two figures differ by more than chance. Pure. */

/** @import { Spread } from '../types.js' */

/** Fewer runs say nothing about how much a figure varies. */
const FEWEST_RUNS = 3;

/**
 * @param {readonly number[]} given a run that did not measure it may say NaN, and does not count
 * @returns {Spread} median and quartiles, interpolated as R's type 7; NaN of none
 */
export function spreadOf(given) {
  const values = given.filter(Number.isFinite);
  const sorted = values.toSorted((a, b) => a - b);
  return { median: at(sorted, 0.5), lower: at(sorted, 0.25), upper: at(sorted, 0.75), values };
}

/** @param {readonly number[]} sorted @param {number} share */
function at(sorted, share) {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? NaN;
  const above = sorted[Math.ceil(place)] ?? NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/**
 * Compares the second figure with the first.
 * @param {Spread | null} first null, or fewer than three values: how much it varies is not known
 * @param {Spread | null} second
 * @returns {'more' | 'less' | 'no difference' | 'not known'} more or less only when the quartiles part
 */
export function compareSpreads(first, second) {
  const runs = [first, second].map((spread) => spread?.values.filter(Number.isFinite).length ?? 0);
  if (first === null || second === null || Math.min(...runs) < FEWEST_RUNS) return 'not known';
  if (second.lower > first.upper) return 'more';
  if (second.upper < first.lower) return 'less';
  return 'no difference';
}
