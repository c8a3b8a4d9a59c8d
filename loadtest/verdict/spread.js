/** Says how a figure varies over repeats, and when two figures differ by more than chance. Pure. */

/** @import { Spread } from '../types.js' */

/** Fewer runs say nothing about how much a figure varies. */
export const FEWEST_RUNS = 3;

/** @param {readonly number[]} values @returns {Spread} median and quartiles, interpolated as R's type 7 */
export function spreadOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: at(sorted, 0.5), lower: at(sorted, 0.25), upper: at(sorted, 0.75), values: [...values] };
}

/** @param {readonly number[]} sorted @param {number} share @returns {number} NaN of none */
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
  if (!first || !second || first.values.length < FEWEST_RUNS || second.values.length < FEWEST_RUNS)
    return 'not known';
  if (second.lower > first.upper) return 'more';
  if (second.upper < first.lower) return 'less';
  return 'no difference';
}
