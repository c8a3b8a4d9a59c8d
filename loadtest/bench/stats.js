/** Computes medians and quartiles of rounds, and a repeatable shuffle. Pure. */

import { createRandom } from '../../lib/stage/random.js';

/**
 * @param {readonly number[]} values
 * @param {number} share 0.5: the median
 * @returns {number} interpolated between neighbours; NaN of none
 */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? NaN;
  const high = sorted[Math.ceil(at)] ?? NaN;
  return low + (high - low) * (at - Math.floor(at));
}

/** @param {readonly number[]} values */
export function summary(values) {
  return {
    median: quantile(values, 0.5),
    lower: quantile(values, 0.25),
    upper: quantile(values, 0.75),
    rounds: values.length,
  };
}

/** @typedef {ReturnType<typeof summary>} Summary */

/**
 * Compares A with B round by round, because a noisy neighbour takes from both alike.
 * @param {readonly number[]} a @param {readonly number[]} b of the same rounds
 */
export function ratios(a, b) {
  return summary(a.map((value, round) => value / /** @type {number} */ (b[round])).filter(Number.isFinite));
}

/** @param {number} seed @returns {<T>(items: readonly T[]) => T[]} another order at each call */
export function createShuffle(seed) {
  const random = createRandom(seed).next;
  return (items) =>
    items
      .map((item) => ({ item, key: random() }))
      .sort((a, b) => a.key - b.key)
      .map(({ item }) => item);
}
