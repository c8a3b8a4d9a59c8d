/** The history of a worm: what is packed comes back, two hours fit, and what is shown is thinned and not changed. */

/** @import { Line, Row } from '../rules/history.js' */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { SEGMENTS } from '../rules/fold.js';
import { UNIT, append, coarseRowsOf, emptyHistory, pack, rowAt, rowsOf, unpack } from '../rules/history.js';

const LINES = /** @type {Line[]} */ (['*', ...SEGMENTS]);
const figure = fc.integer({ min: -UNIT, max: UNIT }).map((part) => part / UNIT);
const figures = fc.record({
  n: fc.integer({ min: 1, max: 100_000 }),
  mean: figure,
  median: figure,
  trimmed: figure,
  deviation: figure,
});
const row = fc.record({
  atS: fc.nat(20_000),
  mediaS: fc.option(fc.nat(900_000).map((part) => part / 100)),
  lines: fc.dictionary(fc.constantFrom(...LINES), figures).map((lines) => ({ ...lines })),
});

/** @param {number} atS @returns {Row} eight segments */
function fullRow(atS) {
  const mean = Math.sin(atS / 60);
  const one = { n: 120, mean, median: mean, trimmed: mean, deviation: 0.4321 };
  return { atS, mediaS: atS + 0.25, lines: Object.fromEntries(LINES.map((line) => [line, one])) };
}

describe('the history', () => {
  test('a row comes back as it was', () => {
    fc.assert(
      fc.property(row, (one) => {
        const back = unpack(pack(/** @type {Row} */ (one)));
        assert.deepEqual(
          JSON.parse(JSON.stringify(back)),
          JSON.parse(JSON.stringify(one).replaceAll('-0,', '0,').replaceAll('-0}', '0}')),
        );
      }),
    );
  });

  test('all rows come back in their order, and any stretch of them, whatever gaps there are', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(1000), { maxLength: 200 }),
        fc.nat(1000),
        fc.nat(1000),
        (seconds, a, b) => {
          const history = emptyHistory();
          const order = seconds.sort((one, other) => one - other);
          for (const atS of order) append(history, fullRow(atS));
          assert.deepEqual(
            rowsOf(history).map(({ atS }) => atS),
            order,
          );
          const [from, to] = [Math.min(a, b), Math.max(a, b)];
          assert.deepEqual(
            rowsOf(history, from, to).map(({ atS }) => atS),
            order.filter((atS) => atS >= from && atS <= to),
          );
          const last = order.findLast((atS) => atS <= to);
          assert.equal(rowAt(history, to)?.atS, last !== undefined && last >= to - 3 ? last : undefined);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('two hours of eight segments fit into 2 MB, and the coarse rows into 240', () => {
    const history = emptyHistory();
    for (let atS = 0; atS < 7200; atS++) append(history, fullRow(atS));
    assert.equal(rowsOf(history).length, 7200);
    assert.ok(JSON.stringify(history).length < 2_000_000, `${JSON.stringify(history).length} characters`);
    assert.deepEqual(
      coarseRowsOf(history).map(({ atS }) => atS),
      Array.from({ length: 240 }, (_, at) => 30 * at),
    );
  });
});
