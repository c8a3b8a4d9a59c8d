/** The lines of the chart in runs, and their names, which do not cover each other. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { moveApart, runsOf } from '../playfield/runs.js';

describe('lines in runs', () => {
  const points = fc.array(fc.option(fc.integer({ min: 0, max: 9 })));

  test('hold each point once, in order, and break at gaps alone', () => {
    fc.assert(
      fc.property(points, (values) => {
        const runs = runsOf(values, (value, before) =>
          value === null ? null : before !== null && value - before > 3,
        );
        assert.deepEqual(
          runs.flat(),
          values.filter((value) => value !== null),
        );
        assert.ok(runs.every(({ length }) => length > 0));
        const breaks = values.filter((value, at) => {
          const before = values[at - 1];
          if (value === null || at === 0) return value !== null;
          const last = values.slice(0, at).findLast((one) => one !== null);
          return before === null || (typeof last === 'number' && value - last > 3);
        });
        assert.equal(runs.length, breaks.length);
      }),
    );
  });

  test('have names that stand apart, in their order, and inside where they fit', () => {
    const wanted = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 8 });
    fc.assert(
      fc.property(wanted, (places) => {
        const placed = moveApart(places, 10, 0, 100);
        const sorted = [...placed].sort((a, b) => a - b);
        sorted.forEach((place, at) => {
          assert.ok(place >= -1e-9 && place <= 100 + 1e-9);
          if (at > 0) assert.ok(place - Number(sorted[at - 1]) >= 10 - 1e-9);
        });
        places.forEach((one, at) =>
          places.forEach((other, to) => one < other && assert.ok(Number(placed[at]) < Number(placed[to]))),
        );
      }),
    );
  });
});
