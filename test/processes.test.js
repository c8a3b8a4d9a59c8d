/** Several processes measure, and are read as one; the strictest of their grants holds. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countsOf, mergeCounts, percentileOf } from '../lib/delay-counts.js';
import { createProcesses } from '../lib/processes.js';
import { createStrictest, strictestOf } from '../lib/rates/strictest.js';

const delays = fc.array(fc.double({ min: 0.01, max: 8000, noNaN: true }), { minLength: 1, maxLength: 60 });

/** Every delay is a point of its own, as in the exact histogram. @param {number[]} ms */
function exactly(ms) {
  const sorted = [...ms].sort((a, b) => a - b);
  return countsOf(
    sorted.map((one, at) => [((at + 1) / sorted.length) * 100, one]),
    sorted.length,
  );
}

test('a percentile of merged histograms is that of all delays, and at most 41 % too high', () => {
  fc.assert(
    fc.property(
      fc.array(delays, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 100 }),
      (all, p) => {
        const merged = mergeCounts(all.map(exactly));
        const sorted = all.flat().sort((a, b) => a - b);
        const exact = /** @type {number} */ (sorted[Math.ceil((p / 100) * sorted.length) - 1]);
        const found = percentileOf(merged, p);
        assert.ok(
          found >= exact - 0.06 && found <= Math.max(1, exact * Math.SQRT2) + 0.06,
          `${found} for ${exact}`,
        );
        assert.deepEqual(merged, exactly(all.flat()));
      },
    ),
  );
});

test('sums are added, delays are those of the worst process, and one that is gone counts no more', () => {
  const processes = createProcesses();
  const reading = (/** @type {object} */ some) =>
    /** @type {any} */ ({ connections: 0, loopP99Ms: 0, ...some });
  assert.equal(processes.together(), null);
  const first = reading({ connections: 3, loopP99Ms: 9 });
  processes.note('a', { reading: first });
  assert.equal(processes.together(), first, 'of one process it is that one');
  processes.note('b', { reading: reading({ connections: 4, loopP99Ms: 2 }) });
  assert.deepEqual(processes.together(), { connections: 7, loopP99Ms: 9 });
  assert.equal(processes.together(), processes.together());
  processes.forget('a');
  assert.deepEqual(processes.together(), { connections: 4, loopP99Ms: 2 });
});

const grants = fc.record(
  {
    rates: fc.record(
      {
        sendHz: fc.double({ min: 0, max: 20, noNaN: true }),
        noticeHz: fc.double({ min: 0, max: 4, noNaN: true }),
        tickHz: fc.integer({ min: 5, max: 30 }),
      },
      { noNullPrototype: true },
    ),
    extras: fc.constantFrom(/** @type {'on' | 'digest' | 'off'} */ ('on'), 'digest', 'off'),
    hardForMs: fc.nat(10_000),
  },
  { noNullPrototype: true },
);

test('no edge is asked for more than it grants, whatever the order, and an edge that is gone holds nobody back', () => {
  fc.assert(
    fc.property(fc.array(grants, { minLength: 1, maxLength: 6 }), (all) => {
      const strictest = createStrictest();
      const order = ['on', 'digest', 'off'];
      let last;
      all.forEach((grant, at) => (last = strictest.of('main', `edge-${at}`, grant)));
      assert.deepEqual(last, strictestOf([...all].reverse()));
      for (const { rates, extras, hardForMs } of all) {
        const now = strictestOf(all);
        for (const rate of /** @type {const} */ (['sendHz', 'noticeHz', 'tickHz']))
          assert.ok(now.rates[rate] <= rates[rate]);
        assert.ok(order.indexOf(now.extras) >= order.indexOf(extras) && now.hardForMs >= hardForMs);
      }
      all.slice(1).forEach((_grant, at) => strictest.forgetEdge(`edge-${at + 1}`));
      assert.deepEqual(strictest.of('main', 'edge-0', /** @type {any} */ (all[0])), all[0]);
    }),
  );
});

test('edges that grant again and again, and come and go, count as they are now', () => {
  const steps = fc.record({ edge: fc.nat(3), grant: grants, leaves: fc.boolean() });
  fc.assert(
    fc.property(fc.array(steps, { minLength: 1, maxLength: 30 }), (all) => {
      const strictest = createStrictest();
      /** @type {Map<number, any>} */
      const now = new Map();
      for (const { edge, grant, leaves } of all) {
        now.set(edge, grant);
        assert.deepEqual(strictest.of('main', `edge-${edge}`, grant), strictestOf([...now.values()]));
        // An edge that says the same again changes nothing.
        assert.deepEqual(strictest.of('main', `edge-${edge}`, grant), strictestOf([...now.values()]));
        if (!leaves) continue;
        now.delete(edge);
        strictest.forgetEdge(`edge-${edge}`);
      }
    }),
  );
});
