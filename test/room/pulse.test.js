/** The pulse of a room: when stage time began, and when levels were cleared. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPulse } from '../../lib/room/pulse.js';

test('a pulse tells when stage time was 0, and levels that were cleared at once', () => {
  /** @type {any[]} */
  const sent = [];
  const pulse = createPulse({
    epoch: () => 3,
    isStill: () => false,
    publish: (_kind, value) => sent.push(value),
    now: () => 9000,
  });
  pulse.tick({ stageMs: 5000, clears: 0 }, 8990, 4);
  const first = { epoch: 3, zeroMs: 3990, stageMs: 5000, clears: 0, sentMs: 9000 };
  assert.deepEqual(sent, [{ lateMs: 4, pulse: first }]);
  pulse.cleared({ stageMs: 5010, clears: 2 });
  assert.deepEqual(sent.slice(1), [{ lateMs: null, pulse: { ...first, clears: 2 } }]);
  assert.equal(pulse.clears, 2);
  assert.deepEqual(pulse.latest(), { ...first, clears: 2 });
});

test('another game begins at its own time', () => {
  /** @type {any[]} */
  const sent = [];
  const pulse = createPulse({
    epoch: () => 4,
    isStill: () => false,
    publish: (_kind, value) => sent.push(value),
    now: () => 100,
  });
  pulse.begin({ stageMs: 30, clears: 1 });
  assert.deepEqual(sent, [
    { lateMs: null, pulse: { epoch: 4, zeroMs: 70, stageMs: 30, clears: 1, sentMs: 100 } },
  ]);
});
