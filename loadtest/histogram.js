/** A histogram of times: fixed memory however many are recorded, percentiles to 1 %, and mergeable. */

/**
 * The quantile sketch of Masson, Rim and Lee, "DDSketch" (VLDB 2019), with a fixed range: bucket i holds the
 * values of (GROWTH^(i-1), GROWTH^i] µs and answers with 2·GROWTH^i / (GROWTH + 1), which is at most
 * (GROWTH - 1) / (GROWTH + 1) = 0.99 % away from each of them.
 */
const GROWTH = 1.02;
const PER_LOG = 1 / Math.log(GROWTH);
/** 1 µs, below which all is the first bucket, to 4 hours, above which all is the last. */
const LONGEST_MS = 4 * 3600 * 1000;
const BUCKETS = Math.ceil(Math.log(LONGEST_MS * 1000) * PER_LOG) + 1;

/**
 * @typedef {object} Summary null where nothing was recorded
 * @property {number} count
 * @property {number | null} minMs
 * @property {number | null} meanMs exact
 * @property {number | null} p50Ms
 * @property {number | null} p95Ms
 * @property {number | null} p99Ms
 * @property {number | null} maxMs exact
 *
 * @typedef {object} HistogramState as it goes to another process
 * @property {[bucket: number, count: number][]} buckets
 * @property {number} sumMs
 * @property {number} minMs
 * @property {number} maxMs
 */

/** Recording costs a logarithm, 10 KB hold any number of values. */
export class Histogram {
  #buckets = new Float64Array(BUCKETS);
  #count = 0;
  #sumMs = 0;
  #minMs = Infinity;
  #maxMs = -Infinity;

  get count() {
    return this.#count;
  }

  /** NaN where nothing was recorded. */
  get meanMs() {
    return this.#sumMs / this.#count;
  }

  /** @param {number} ms negative times count as 0; what is no number is left out */
  record(ms) {
    if (!(ms >= 0)) {
      if (Number.isNaN(ms)) return;
      ms = 0;
    }
    this.#buckets[bucketOf(ms)] = /** @type {number} */ (this.#buckets[bucketOf(ms)]) + 1;
    this.#count += 1;
    this.#sumMs += ms;
    if (ms < this.#minMs) this.#minMs = ms;
    if (ms > this.#maxMs) this.#maxMs = ms;
  }

  /**
   * The smallest recorded value that `share` of all do not pass ("nearest rank").
   * @param {number} share 0 to 1
   * @returns {number} ms, at most 1 % off from 1 µs to 4 h; NaN where nothing was recorded
   */
  percentile(share) {
    if (this.#count === 0) return NaN;
    const rank = Math.max(1, Math.ceil(share * this.#count));
    let seen = 0;
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      seen += /** @type {number} */ (this.#buckets[bucket]);
      if (seen >= rank) return Math.min(this.#maxMs, Math.max(this.#minMs, valueOf(bucket)));
    }
    return this.#maxMs;
  }

  /** @returns {Summary} rounded to 1 µs */
  summary() {
    const read = (/** @type {number} */ ms) => (this.#count === 0 ? null : Math.round(ms * 1000) / 1000);
    return {
      count: this.#count,
      minMs: read(this.#minMs),
      meanMs: read(this.meanMs),
      p50Ms: read(this.percentile(0.5)),
      p95Ms: read(this.percentile(0.95)),
      p99Ms: read(this.percentile(0.99)),
      maxMs: read(this.#maxMs),
    };
  }

  /** Take in another's values. @param {Histogram} other @returns {this} */
  merge(other) {
    for (let bucket = 0; bucket < BUCKETS; bucket++)
      this.#buckets[bucket] =
        /** @type {number} */ (this.#buckets[bucket]) + /** @type {number} */ (other.#buckets[bucket]);
    this.#count += other.#count;
    this.#sumMs += other.#sumMs;
    this.#minMs = Math.min(this.#minMs, other.#minMs);
    this.#maxMs = Math.max(this.#maxMs, other.#maxMs);
    return this;
  }

  reset() {
    this.#buckets.fill(0);
    this.#count = this.#sumMs = 0;
    this.#minMs = Infinity;
    this.#maxMs = -Infinity;
  }

  /** @returns {HistogramState} for `Histogram.from` in another process */
  toJSON() {
    /** @type {[number, number][]} */
    const buckets = [];
    this.#buckets.forEach((count, bucket) => count > 0 && buckets.push([bucket, count]));
    const isEmpty = this.#count === 0;
    return {
      buckets,
      sumMs: this.#sumMs,
      minMs: isEmpty ? 0 : this.#minMs,
      maxMs: isEmpty ? 0 : this.#maxMs,
    };
  }

  /** @param {HistogramState} state @returns {Histogram} */
  static from({ buckets, sumMs, minMs, maxMs }) {
    const histogram = new Histogram();
    for (const [bucket, count] of buckets) {
      histogram.#buckets[bucket] = count;
      histogram.#count += count;
    }
    if (histogram.#count === 0) return histogram;
    histogram.#sumMs = sumMs;
    histogram.#minMs = minMs;
    histogram.#maxMs = maxMs;
    return histogram;
  }
}

/** @param {number} ms 0 or more */
function bucketOf(ms) {
  const bucket = Math.ceil(Math.log(ms * 1000) * PER_LOG);
  return bucket > 0 ? Math.min(bucket, BUCKETS - 1) : 0;
}

/** @param {number} bucket @returns {number} ms */
function valueOf(bucket) {
  return (2 * GROWTH ** bucket) / (GROWTH + 1) / 1000;
}
