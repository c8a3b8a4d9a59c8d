/** Draws whole histograms as curves over percentiles, and writes their percentiles out. */

/** @import { Result, SavedHistogram, Table } from '../../types.js' */
/** @import { Chart, Series } from '../types.js' */

import { Histogram } from '../../histogram.js';
import { num } from '../fields.js';
import { short } from '../page/format.js';
import { styleAt } from './kit.js';

/** Points of a curve between a percentile and the one with one more nine. */
const STEPS = 10;
/** A damaged index must not make the sketch ask for all memory: 1,200 of either sign span a microsecond to hours. */
const MOST_BUCKETS = 5000;
const TIMES = { p50: 'p50Ms', p90: 'p90Ms', p95: 'p95Ms', p99: 'p99Ms', 'p99.9': 'p999Ms', Max: 'maxMs' };

/** @param {Result} result @returns {Chart} of all histograms; HdrHistogram plots them like this */
export function percentileChart({ histograms }) {
  const known = Object.entries(histograms);
  return {
    ...{ id: 'percentiles', title: 'Times by percentile', wide: true, heightPx: 360 },
    note: 'The whole histogram of each: at 99 % stands what 99 of 100 did not pass. Each curve ends at its maximum.',
    x: { label: 'Percentile', scale: 'log', isNines: true },
    y: { label: 'Time, ms', scale: 'log', toggle: true },
    series: known.map(([label, saved], index) => ({
      ...{ label, endLabel: label, points: curveOf(saved), ...styleAt(index, known.length) },
    })),
  };
}

/** @param {Result} result @returns {Table} */
export function percentileTable({ histograms }) {
  return {
    title: 'Times in full, ms',
    columns: ['', 'Count', ...Object.keys(TIMES)],
    rows: Object.entries(histograms).map(([name, { histogram: _whole, ...summary }]) => {
      const times = Object.values(TIMES).map((field) => num(summary, field));
      return [name, num(summary, 'count'), ...times.map((ms) => (ms === null ? null : short(ms)))];
    }),
  };
}

/** @param {SavedHistogram} saved @returns {Series['points']} denser towards the nines, up to the maximum; none of a damaged one */
function curveOf({ histogram: state }) {
  const { buckets, zeros, minMs, maxMs } = state ?? {};
  const isWhole =
    Array.isArray(buckets) &&
    [zeros, minMs, maxMs, ...buckets.flat()].every(Number.isFinite) &&
    buckets.every(([index]) => Math.abs(index) < MOST_BUCKETS);
  if (!isWhole) return [];
  const histogram = Histogram.from(state);
  const { count } = histogram;
  const steps = Array.from({ length: Math.ceil(STEPS * Math.log10(count)) }, (_none, step) => step / STEPS);
  const nines = [...steps.map((step) => 10 ** step), count];
  return nines.map((at) => [at, histogram.percentile(at === count ? 1 : 1 - 1 / at)]);
}
