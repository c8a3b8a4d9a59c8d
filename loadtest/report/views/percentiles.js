/** Draws whole histograms as curves over percentiles, and writes their percentiles out. */

/** @import { Result, SavedHistogram, Table } from '../../types.js' */
/** @import { Chart, Series } from '../types.js' */

import { Histogram } from '../../histogram.js';
import { num } from '../fields.js';
import { short } from '../page/format.js';

/** Points of a curve between a percentile and the one with one more nine. */
const STEPS = 10;
const TONES = 10;
/** A damaged index must not make the sketch ask for all memory. */
const MOST_BUCKETS = 5000;
/** @type {[head: string, share: number, field: string][]} */
const FIELDS = [
  ['p50', 0.5, 'p50Ms'],
  ['p90', 0.9, 'p90Ms'],
  ['p95', 0.95, 'p95Ms'],
  ['p99', 0.99, 'p99Ms'],
  ['p99.9', 0.999, 'p999Ms'],
  ['Max', 1, 'maxMs'],
];

/** @param {Result} result @returns {Chart[]} one of all histograms; HdrHistogram plots them like this */
export function percentileCharts({ histograms }) {
  const known = Object.entries(histograms).flatMap(([name, saved]) => read(name, saved));
  if (known.length === 0) return [];
  return [
    {
      ...{ id: 'percentiles', title: 'Times by percentile', wide: true, heightPx: 360 },
      note: 'The whole histogram of each: at 99 % stands what 99 of 100 did not pass. Each curve ends at its maximum.',
      x: { label: 'Percentile', scale: 'log', isNines: true },
      y: { label: 'Time, ms', scale: 'log', toggle: true },
      series: known.map(([label, histogram], index) => curveOf(label, histogram, index, known.length)),
    },
  ];
}

/** @param {Result} result @returns {Table} */
export function percentileTable({ histograms }) {
  return {
    title: 'Times in full, ms',
    columns: ['', 'Count', ...FIELDS.map(([head]) => head)],
    rows: Object.entries(histograms).flatMap(([name, saved]) => {
      const summary = /** @type {any} */ (saved ?? {});
      const [, histogram] = read(name, saved)[0] ?? [];
      // Artillery keeps percentiles and no histogram.
      const times = FIELDS.map(([, share, field]) => histogram?.percentile(share) ?? num(summary, field));
      const count = histogram?.count ?? num(summary, 'count');
      return count ? [[name, count, ...times.map((ms) => (ms === null ? null : short(ms)))]] : [];
    }),
  };
}

/** @param {string} name @param {SavedHistogram} saved @returns {[string, Histogram][]} none of an empty or a damaged one */
function read(name, saved) {
  const { buckets, zeros, minMs, maxMs } = saved?.histogram ?? {};
  const isWhole =
    Array.isArray(buckets) &&
    buckets.every((one) => Array.isArray(one) && isBucket(one)) &&
    [zeros, minMs, maxMs].every((value) => Number.isFinite(value) && Number(value) >= 0);
  if (!isWhole) return [];
  const histogram = Histogram.from(saved.histogram);
  return histogram.count > 0 ? [[name, histogram]] : [];
}

/** @param {unknown[]} bucket some 1,200 of either sign span a microsecond to hours @returns {boolean} */
function isBucket([index, count]) {
  return (
    Number.isInteger(index) &&
    Math.abs(Number(index)) < MOST_BUCKETS &&
    Number.isSafeInteger(count) &&
    Number(count) > 0
  );
}

/** @param {string} label @param {Histogram} histogram @param {number} index @param {number} of @returns {Series} */
function curveOf(label, histogram, index, of) {
  const { count } = histogram;
  /** @type {[number, number][]} */
  const points = [];
  for (let step = 0; 10 ** (step / STEPS) < count; step++) {
    const nines = 10 ** (step / STEPS);
    points.push([nines, histogram.percentile(1 - 1 / nines)]);
  }
  points.push([count, histogram.percentile(1)]);
  const tone = of <= 4 ? ['a', 'b', 'c', 'd'][index] : `s${Math.round((index / (of - 1)) * (TONES - 1))}`;
  const line = /** @type {const} */ (['solid', 'dashed', 'dotted', 'dashdot'])[index % 4];
  // Only the maximum bears the mark, because the curve is dense.
  return { label, tone: tone ?? 'a', line, endLabel: label, points };
}
