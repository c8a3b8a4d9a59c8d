/** A phone may send at its rate with some slack, and two seconds of it at once, over all its connections. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPhoneLimits } from '../../lib/namespaces/phone-limits.js';

/** @param {import('../../lib/namespaces/phone-limits.js').Limits} limits @param {number} nowMs @returns {number} how many inputs it lets in */
function taken({ inputs }, nowMs) {
  let count = 0;
  while (inputs.tryConsume(nowMs)) count += 1;
  return count;
}

test('two seconds of the rate may come at once, and a quarter more than the rate after that', () => {
  const limits = createPhoneLimits().take('p', 2, 0);
  assert.deepEqual([taken(limits, 0), taken(limits, 399), taken(limits, 400)], [4, 0, 1]);
  assert.equal(taken(limits, 1e6), 4);
});

test('who comes back finds what they had left', () => {
  const all = createPhoneLimits();
  const limits = all.take('p', 10, 0);
  assert.equal(taken(limits, 0), 20);
  all.giveBack('p', limits, 0);
  assert.equal(taken(all.take('p', 10, 80), 80), 1);
});
