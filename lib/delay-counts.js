/**
 * Histograms of delays that merge by addition, so that a percentile of several processes can be taken of all their delays.
 * A bucket ends at √2 times the end of the one before it: a percentile is at most 41 % too high. Pure.
 */

/** The upper ends of the buckets in ms: 1 to 8192, and what is beyond. */
const ENDS = Array.from({ length: 27 }, (_, n) => Math.SQRT2 ** n);
const BUCKETS = ENDS.length + 1;

/** @param {number} ms @returns {number} */
function bucketOf(ms) {
  const at = ENDS.findIndex((end) => ms <= end + 1e-9);
  return at < 0 ? ENDS.length : at;
}

/**
 * @param {Iterable<readonly [percentile: number, ms: number]>} percentiles rising, as `histogram.percentiles` of Node.js
 *   has them, in ms
 * @param {number} count of all delays
 * @returns {number[]} how many fall into each bucket
 */
export function countsOf(percentiles, count) {
  const counts = Array(BUCKETS).fill(0);
  let before = 0;
  for (const [percentile, ms] of percentiles) {
    const upTo = Math.round((percentile / 100) * count);
    counts[bucketOf(ms)] += Math.max(0, upTo - before);
    before = Math.max(before, upTo);
  }
  return counts;
}

/** @param {readonly (readonly number[])[]} all @returns {number[]} */
export function mergeCounts(all) {
  const merged = Array(BUCKETS).fill(0);
  for (const counts of all) counts.forEach((count, at) => (merged[at] += count));
  return merged;
}

/** @param {readonly number[]} counts @param {number} percentile @returns {number} the upper end of its bucket in ms, to a tenth; 0: there are none */
export function percentileOf(counts, percentile) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return 0;
  const wanted = Math.max(1, Math.ceil((percentile / 100) * total));
  let seen = 0;
  const at = counts.findIndex((count) => (seen += count) >= wanted);
  return Math.round((ENDS[Math.min(at, ENDS.length - 1)] ?? 0) * 10) / 10;
}
