/** The histogram of the load lab: percentiles to 1 %, whatever was recorded and however it was merged. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Histogram } from '../../loadtest/histogram.js';

const times = fc.array(fc.double({ min: 0.001, max: 3_600_000, noNaN: true }), {
  minLength: 1,
  maxLength: 200,
});
const SHARES = [0, 0.01, 0.5, 0.9, 0.95, 0.99, 0.999, 1];

/** @param {number[]} all */
function filled(all) {
  const histogram = new Histogram();
  for (const ms of all) histogram.record(ms);
  return histogram;
}

test('percentiles are at most 1 % off, mean and extremes exact', () => {
  fc.assert(
    fc.property(times, (all) => {
      const histogram = filled(all);
      const sorted = all.toSorted((a, b) => a - b);
      for (const share of SHARES) {
        const exact = Number(sorted[Math.max(1, Math.ceil(share * all.length)) - 1]);
        const off = Math.abs(histogram.percentile(share) - exact) / exact;
        assert.ok(off <= 0.01, `${share}: ${histogram.percentile(share)} for ${exact}`);
      }
      const mean = all.reduce((sum, ms) => sum + ms, 0) / all.length;
      assert.ok(Math.abs(histogram.meanMs - mean) <= mean * 1e-9);
      assert.equal(histogram.percentile(1), sorted.at(-1));
      const { p90Ms, p999Ms } = histogram.summary();
      assert.ok(Math.abs(Number(p90Ms) - histogram.percentile(0.9)) < 0.001);
      assert.ok(Math.abs(Number(p999Ms) - histogram.percentile(0.999)) < 0.001);
    }),
  );
});

test('merging is as good as recording in one, also over the wire', () => {
  fc.assert(
    fc.property(times, times, (left, right) => {
      const sent = Histogram.from(JSON.parse(JSON.stringify(filled(right))));
      const merged = filled(left).merge(sent);
      const whole = filled([...left, ...right]);
      assert.equal(merged.count, whole.count);
      for (const share of SHARES) assert.equal(merged.percentile(share), whole.percentile(share));
      assert.ok(Math.abs(merged.meanMs - whole.meanMs) <= whole.meanMs * 1e-9);
    }),
  );
});

test('an empty one says so, an odd time does no harm', () => {
  const histogram = new Histogram();
  assert.equal(histogram.summary().p99Ms, null);
  assert.equal(Histogram.from(histogram.toJSON()).merge(histogram).summary().maxMs, null);
  histogram.record(NaN);
  assert.equal(histogram.count, 0);
  histogram.record(-1);
  histogram.record(Infinity);
  assert.equal(histogram.percentile(0), 0);
  assert.equal(histogram.count, 2);
});
