/** Contrast as WCAG counts it, and colours that are moved until they can be read. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { contrastOf, distanceOf, hexOf, readableOn } from '../../public/shared/contrast.js';

const colour = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 })
  .map(hexOf);

test('contrast is what WCAG says of it', () => {
  assert.equal(contrastOf('#000000', '#ffffff'), 21);
  assert.equal(contrastOf('#777777', '#777777'), 1);
  assert.equal(contrastOf('#767676', '#ffffff').toFixed(2), '4.54');
  assert.equal(contrastOf('#ffffff', '#767676').toFixed(2), '4.54');
});

test('any colour can be read on any ground after it was moved, and one that can be read stays', () => {
  fc.assert(
    fc.property(colour, fc.constantFrom('#07060c', '#100e18', '#ffffff', '#f4f2fa'), (any, ground) => {
      const moved = readableOn(any, ground);
      assert.ok(contrastOf(moved, ground) >= 4.5, `${any} became ${moved} on ${ground}`);
      if (contrastOf(any, ground) >= 4.5) assert.equal(moved, any);
    }),
  );
});

test('a colour is at no distance from itself, and black is furthest from white', () => {
  assert.equal(distanceOf('#ff5630', '#ff5630'), 0);
  assert.equal(distanceOf('#000000', '#ffffff').toFixed(3), '1.000');
  assert.ok(distanceOf('#ff5630', '#9a66ff') > 0.16);
  assert.ok(distanceOf('#ff5630', '#ff6040') < 0.16);
});
