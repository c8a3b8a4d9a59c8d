/** Which seconds the chart shows. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { windowOf } from '../playfield/layout.js';

const spanS = fc.integer({ min: 30, max: 900 });
const atS = fc.double({ min: 0, max: 14_400, noNaN: true });

test('a sweep goes across the screen in its span, 120 s in 2012, and begins anew on the left', () => {
  assert.deepEqual(windowOf({ view: 'sweep', spanS: 120 }, 119.9), [0, 120]);
  assert.deepEqual(windowOf({ view: 'sweep', spanS: 120 }, 120), [120, 240]);
  fc.assert(
    fc.property(spanS, atS, (span, now) => {
      const [from, to] = windowOf({ view: 'sweep', spanS: span }, now);
      assert.equal(to - from, span);
      assert.ok(from % span === 0 && from <= now && now < to);
    }),
  );
});

test('the other views end at now, and the whole one begins at the beginning', () => {
  fc.assert(
    fc.property(spanS, atS, (span, now) => {
      assert.equal(windowOf({ view: 'whole', spanS: span }, now)[0], 0);
      const [from, to] = windowOf({ view: 'scroll', spanS: span }, now);
      assert.ok(from >= 0 && now <= to && Math.abs(to - from - span) < 1e-9);
    }),
  );
});
