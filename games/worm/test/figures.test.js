/** The fold and the figures of a worm against the plain arithmetic of a list. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createEdge } from '../../../lib/stage/edge.js';
import game from '../game.js';
import { RESOLUTION, SEGMENTS, crowdFold } from '../rules/fold.js';
import { TRIM, errorOf, figuresOf, wholeOf } from '../rules/stats.js';
import { crowd } from '../../../test/support/worm.js';

const anyLevel = fc.double({ min: -1, max: 1, noNaN: true });
const sliderLevel = fc.integer({ min: -50, max: 50 }).map((step) => step / 50);
const levels = (/** @type {fc.Arbitrary<number>} */ level) =>
  fc.array(level, { minLength: 1, maxLength: 300 });
/** Rounding of sums. */
const TINY = 1e-9;

const sorted = (/** @type {number[]} */ list) => [...list].sort((a, b) => a - b);
const meanOf = (/** @type {number[]} */ list) => list.reduce((sum, y) => sum + y, 0) / list.length;
const near = (/** @type {number} */ a, /** @type {number} */ b, within = TINY) =>
  assert.ok(Math.abs(a - b) <= within, `${a} is not within ${within} of ${b}`);

/** @param {number[]} list */
function medianOf(list) {
  const order = sorted(list);
  const [low, high] = [Math.floor((list.length - 1) / 2), Math.floor(list.length / 2)];
  return (Number(order[low]) + Number(order[high])) / 2;
}

/** @param {number[]} list */
function trimmedOf(list) {
  const cut = Math.floor(list.length * TRIM);
  return meanOf(sorted(list).slice(cut, list.length - cut));
}

/** @param {number[]} list */
function deviationOf(list) {
  const mean = meanOf(list);
  return Math.sqrt(list.reduce((sum, y) => sum + (y - mean) ** 2, 0) / Math.max(1, list.length - 1));
}

describe('the figures of any levels', () => {
  test('the mean and the deviation are those of the list', () => {
    fc.assert(
      fc.property(levels(anyLevel), (list) => {
        const { n, mean, deviation } = figuresOf(wholeOf(crowd(list)));
        assert.equal(n, list.length);
        near(mean, meanOf(list));
        near(deviation, deviationOf(list), 1e-6);
      }),
    );
  });

  test('median and trimmed mean are at most half a bin off', () => {
    fc.assert(
      fc.property(levels(anyLevel), (list) => {
        const { median, trimmed } = figuresOf(wholeOf(crowd(list)));
        near(median, medianOf(list), RESOLUTION + TINY);
        near(trimmed, trimmedOf(list), RESOLUTION + TINY);
      }),
    );
  });

  test('for the positions of a phone’s slider they are exact', () => {
    fc.assert(
      fc.property(levels(sliderLevel), (list) => {
        const { median, trimmed } = figuresOf(wholeOf(crowd(list)));
        near(median, medianOf(list));
        near(trimmed, trimmedOf(list));
      }),
    );
  });

  test('a few at the stops pull the mean and leave the trimmed mean', () => {
    const { mean, trimmed, median } = figuresOf(wholeOf(crowd([...new Array(18).fill(0), 1, 1])));
    assert.deepEqual([mean, trimmed, median], [0.1, 0, 0]);
  });

  test('nobody has no figures, one has no error', () => {
    assert.deepEqual(figuresOf(wholeOf({})), { n: 0, mean: 0, median: 0, trimmed: 0, deviation: 0 });
    assert.equal(errorOf(figuresOf(wholeOf(crowd([0.4])))), 0);
  });

  test('the standard error is s / √n', () => {
    const figures = figuresOf(wholeOf(crowd([-1, 1, -1, 1])));
    near(errorOf(figures), Math.sqrt(4 / 3) / 2);
  });
});

test('an edge that scans its columns has, to the last bit, what adding one by one gives', () => {
  const person = fc.record({ y: anyLevel, s: fc.constantFrom(...SEGMENTS) });
  fc.assert(
    fc.property(fc.array(person, { maxLength: 80 }), (people) => {
      const edge = createEdge();
      edge.setGame(game);
      people.forEach((input, at) => {
        const seat = edge.sit({ id: `p${at}`, team: at % 2 ? 'left' : 'right' });
        assert.equal(edge.input(seat, input, 0), '');
      });
      const added = people.reduce((sum, input) => crowdFold.add(sum, input), crowdFold.empty());
      assert.deepEqual(edge.drain(0), crowdFold.merge(added, crowdFold.empty()));
    }),
    { numRuns: 50 },
  );
});

test('a level is forgotten after 25 s of silence', () => {
  const edge = createEdge();
  edge.setGame(game);
  const [early, late] = ['a', 'b'].map((id) => edge.sit({ id, team: 'left' }));
  edge.input(/** @type {any} */ (early), { y: 1, s: '-' }, 0);
  edge.input(/** @type {any} */ (late), { y: 0, s: '-' }, 20_000);
  assert.equal(wholeOf(/** @type {any} */ (edge.drain(25_000))).n, 2);
  assert.equal(wholeOf(/** @type {any} */ (edge.drain(25_001))).n, 1);
  assert.equal(wholeOf(/** @type {any} */ (edge.drain(45_001))).n, 0);
});
