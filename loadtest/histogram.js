/** Holds times in a mergeable histogram that gives percentiles to 1 % in little memory. */

import { DDSketch } from '@datadog/sketches-js';

/** Each percentile is at most this share off. */
const ACCURACY = 0.0099;
/** A shorter time counts as 0, a longer one as this. */
const SHORTEST_MS = 0.001;
const LONGEST_MS = 4 * 3600 * 1000;

/**
 * @typedef {Record<'minMs' | 'meanMs' | 'p50Ms' | 'p90Ms' | 'p95Ms' | 'p99Ms' | 'p999Ms' | 'maxMs', number | null>
 *   & { count: number }} Summary null where nothing was recorded; extremes and mean are exact
 * @typedef {ReturnType<Histogram['toJSON']>} HistogramState
 */

/**
 * A DDSketch (Masson, Rim and Lee, VLDB 2019) of times: some 25 ns a record, 10 KB however many are recorded. It adds
 * percentiles by nearest rank, exact extremes, and plain JSON between processes.
 */
export class Histogram {
  #sketch = new DDSketch({ relativeAccuracy: ACCURACY });

  get count() {
    return this.#sketch.count;
  }

  /** Returns NaN if nothing was recorded. */
  get meanMs() {
    return this.#sketch.sum / this.#sketch.count;
  }

  /** @param {number} ms a negative time counts as 0; NaN is left out */
  record(ms) {
    if (Number.isNaN(ms)) return;
    this.#sketch.accept(ms < SHORTEST_MS ? 0 : ms > LONGEST_MS ? LONGEST_MS : ms);
  }

  /**
   * Returns the smallest recorded value that `share` of all do not pass ("nearest rank").
   * @param {number} share 0 to 1
   * @returns {number} ms, at most 1 % off from 1 µs to 4 h; NaN if nothing was recorded
   */
  percentile(share) {
    const { count, min, max } = this.#sketch;
    if (count === 0) return NaN;
    const rank = Math.max(1, Math.ceil(share * count));
    if (rank === count) return max;
    if (rank === 1) return min;
    // The sketch counts from 0 and rounds down: half a rank more keeps the division from falling short.
    const value = this.#sketch.getValueAtQuantile((rank - 0.5) / (count - 1));
    return Math.min(max, Math.max(min, value));
  }

  /** @returns {Summary} rounded to 1 µs */
  summary() {
    const { count, min, max } = this.#sketch;
    const read = (/** @type {number} */ ms) => (count === 0 ? null : Math.round(ms * 1000) / 1000);
    const at = (/** @type {number} */ share) => read(this.percentile(share));
    return {
      ...{ count, minMs: read(min), meanMs: read(this.meanMs) },
      ...{ p50Ms: at(0.5), p90Ms: at(0.9), p95Ms: at(0.95), p99Ms: at(0.99), p999Ms: at(0.999) },
      maxMs: read(max),
    };
  }

  /** Adds the times of another histogram. @param {Histogram} other @returns {this} */
  merge(other) {
    this.#sketch.merge(other.#sketch);
    return this;
  }

  /** Tells all for `Histogram.from` in another process. `zeros`: how many times were 0. */
  toJSON() {
    const { store, zeroCount, sum, min, max, count } = this.#sketch;
    /** @type {[number, number][]} */
    const buckets = [];
    store.bins.forEach((times, index) => times > 0 && buckets.push([index + store.offset, times]));
    const isEmpty = count === 0;
    return { buckets, zeros: zeroCount, sumMs: sum, minMs: isEmpty ? 0 : min, maxMs: isEmpty ? 0 : max };
  }

  /** @param {HistogramState} state @returns {Histogram} */
  static from({ buckets, zeros, sumMs, minMs, maxMs }) {
    const histogram = new Histogram();
    const sketch = histogram.#sketch;
    for (const [bucket, count] of buckets) sketch.store.add(bucket, count);
    sketch.zeroCount = zeros;
    sketch.count = sketch.store.count + zeros;
    if (sketch.count === 0) return histogram;
    sketch.sum = sumMs;
    sketch.min = minMs;
    sketch.max = maxMs;
    return histogram;
  }
}

/**
 * Tells times as readings do: their percentiles, and each of them whole, to be merged with those of other processes.
 * @param {Record<string, Histogram>} all
 */
export function toldOf(all) {
  const each = Object.entries(all);
  return {
    times: Object.fromEntries(each.map(([name, histogram]) => [name, histogram.summary()])),
    histograms: Object.fromEntries(each.map(([name, histogram]) => [name, histogram.toJSON()])),
  };
}

/** @param {readonly HistogramState[]} states of several processes */
export function mergeAll(states) {
  return states.reduce((all, state) => all.merge(Histogram.from(state)), new Histogram());
}
