/** The cost of a message in time of the event loop is learnt while there are many, and doubted when there are hardly any. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCost } from '../../lib/rates/cost.js';

const SAMPLE_MS = 250;
const QUIET = { workMs: 5, movingMs: 0, elapsedMs: SAMPLE_MS, messages: 4 };

/** A cost that was only ever seen while the machine was slow: 2 ms a message. */
function slowCost() {
  const cost = createCost(SAMPLE_MS);
  for (let n = 0; n < 10; n++)
    cost.see({ workMs: 240, movingMs: 0, elapsedMs: SAMPLE_MS, messages: 120 }, false);
  assert.equal(cost.ms, 2);
  return cost;
}

test('a hall that hardly sends gets its rates back within two minutes after a hiccup', () => {
  const cost = slowCost();
  for (let n = 0; n < 480; n++) cost.see(QUIET, true);
  assert.ok(cost.ms < 0.1, `${cost.ms} ms`);
});

test('it is never forgotten altogether, nor while the server is busy', () => {
  const cost = slowCost();
  for (let n = 0; n < 10_000; n++) cost.see({ ...QUIET, messages: 0 }, false);
  assert.ok(cost.ms > 1.5, `${cost.ms} ms`);
  for (let n = 0; n < 10_000; n++) cost.see(QUIET, true);
  assert.ok(cost.ms >= 0.049, `${cost.ms} ms`);
});
