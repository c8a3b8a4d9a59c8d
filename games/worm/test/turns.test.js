/** Peaks and drops by their rule. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { follow, interrupt, newTurns } from '../rules/turns.js';

const RISE = 0.15;

/** @param {readonly number[]} values @param {number} [rise] */
function turnsOf(values, rise = RISE) {
  const turns = newTurns();
  values.forEach((value, atS) => follow(turns, atS, value, rise));
  return turns.found.map(({ atS, kind, value }) => ({ atS, kind, value }));
}

const line = fc
  .array(fc.integer({ min: -100, max: 100 }), { maxLength: 200 })
  .map((list) => list.map((at) => at / 100));

describe('peaks and drops', () => {
  test('of a hill and a valley', () => {
    assert.deepEqual(turnsOf([0, 0.1, 0.3, 0.25, 0.1, -0.2, -0.1, 0.2]), [
      { atS: 2, kind: 'peak', value: 0.3 },
      { atS: 5, kind: 'drop', value: -0.2 },
    ]);
  });

  test('where a line begins is none, however far it falls', () => {
    assert.deepEqual(turnsOf([0.5, 0, -0.5, -0.9]), []);
  });

  test('a tremble below the rise is none', () => {
    const tremble = Array.from({ length: 100 }, (_, at) => (at % 2 ? 0.07 : -0.07));
    assert.deepEqual(turnsOf(tremble), []);
  });

  test('they take turns, and two in a row differ by the rise at least', () => {
    fc.assert(
      fc.property(line, fc.integer({ min: 2, max: 100 }), (values, rise) => {
        const found = turnsOf(values, rise / 100);
        found.slice(1).forEach((turn, at) => {
          const before = found[at];
          assert.notEqual(turn.kind, before?.kind);
          assert.ok(turn.atS > Number(before?.atS));
          assert.ok(Math.abs(turn.value - Number(before?.value)) >= rise / 100 - 1e-12);
        });
      }),
    );
  });

  test('each is the utmost between its neighbours', () => {
    fc.assert(
      fc.property(line, (values) => {
        const found = turnsOf(values);
        found.forEach(({ atS, kind, value }, at) => {
          assert.equal(value, values[atS]);
          const from = found[at - 1]?.atS ?? 0;
          const stretch = values.slice(at === 0 ? atS : from, (found[at + 1]?.atS ?? atS) + 1);
          const utmost = kind === 'peak' ? Math.max(...stretch) : Math.min(...stretch);
          assert.equal(value, utmost);
        });
      }),
    );
  });

  test('upside down, peaks are drops', () => {
    fc.assert(
      fc.property(line, (values) => {
        const upside = turnsOf(values.map((value) => -value));
        const turned = upside.map(({ atS, kind, value }) => [
          atS,
          kind === 'peak' ? 'drop' : 'peak',
          value === 0 ? 0 : -value,
        ]);
        assert.deepEqual(
          turned,
          turnsOf(values).map(({ atS, kind, value }) => [atS, kind, value === 0 ? 0 : value]),
        );
      }),
    );
  });

  test('a gap is no fall: after it the line begins anew', () => {
    const turns = newTurns();
    [0, 0.5].forEach((value, atS) => follow(turns, atS, value, RISE));
    interrupt(turns);
    [-0.5, -0.5].forEach((value, at) => follow(turns, 60 + at, value, RISE));
    assert.deepEqual(turns.found, []);
  });
});
