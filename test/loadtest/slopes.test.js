/** How fast a figure grows over a soak, and how sure that is: by lines whose slope is known. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../lib/stage/random.js';
import { certainGrowth, slopeOf } from '../../loadtest/verdict/slope.js';

/** @param {number} count @param {(x: number) => number} y @returns {[number, number][]} */
const pointsOf = (count, y) => Array.from({ length: count }, (_none, x) => [x, y(x)]);

/** Draws from the normal distribution (Box and Muller). @param {() => number} random */
const normal = (random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

test('the slope of a straight line is exact, and its interval has no width', () => {
  assert.deepEqual(slopeOf(pointsOf(20, (x) => 3 * x + 7)), { perUnit: 3, lower: 3, upper: 3, points: 20 });
  assert.deepEqual(slopeOf(pointsOf(20, () => 7)), { perUnit: 0, lower: 0, upper: 0, points: 20 });
});

test('ties and ranks are as by hand', () => {
  // The flow of the Nile, 1871 to 1880: 45 pairs, three years alike, so that S has a variance of 2184 / 18 and the
  // interval goes from rank 11.7 to rank 34.3 of the slopes; the ranks outside are 11 and 35.
  const nile = [1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140];
  const slope = slopeOf(nile.map((flow, year) => [year, flow]));
  assert.deepEqual(slope, { perUnit: 10, lower: -37.5, upper: 52.5, points: 10 });
});

test('a quarter of the points may be anything', () => {
  const slope = slopeOf(pointsOf(60, (x) => (x % 4 === 0 ? 1e6 : 2 * x)));
  assert.ok(slope);
  assert.ok(Math.abs(slope.perUnit - 2) < 0.05, String(slope.perUnit));
});

test('the interval holds the true slope in about 95 of 100 runs', () => {
  const random = createRandom(3).next;
  let held = 0;
  for (let run = 0; run < 400; run++) {
    const slope = slopeOf(pointsOf(20, (x) => 0.5 * x + 4 * normal(random)));
    if (slope && slope.lower <= 0.5 && slope.upper >= 0.5) held += 1;
  }
  assert.ok(held >= 366 && held <= 396, `${held} of 400`);
});

test('growth is certain only where the interval is above 0', () => {
  const random = createRandom(5).next;
  const flat = slopeOf(pointsOf(60, () => 100 + 5 * normal(random)));
  const leak = slopeOf(pointsOf(60, (x) => 100 + x + 5 * normal(random)));
  assert.ok(flat && leak);
  assert.equal(certainGrowth(flat), 0);
  assert.ok(certainGrowth(leak) > 0.8 && certainGrowth(leak) < 1, JSON.stringify(leak));
  assert.equal(certainGrowth({ perUnit: -2, lower: -3, upper: -1, points: 9 }), 0);
});

test('too few points have no slope, and a figure that was not measured is left out', () => {
  assert.equal(slopeOf(pointsOf(7, (x) => x)), null);
  assert.equal(slopeOf(pointsOf(8, (x) => (x === 3 ? NaN : x))), null);
  assert.equal(slopeOf(pointsOf(9, (x) => (x === 3 ? NaN : x)))?.points, 8);
});
