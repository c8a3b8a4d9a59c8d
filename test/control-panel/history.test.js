/** The readings that the charts of the panel show. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHistory } from '../../control-panel/session/history.js';

const reading = (/** @type {number} */ connections) => ({
  connections,
  inputsPerS: 0,
  framesPerS: 0,
  loopP50Ms: 0,
  loopP95Ms: 0,
  utilisation: 0,
  cpu: 0,
  rssMb: 0,
  heapMb: 0,
});

test('the history keeps the newest readings and no more than its capacity', () => {
  const history = createHistory({ capacity: 3 });
  for (let n = 1; n <= 5; n++) history.push(n * 250, reading(n));
  assert.deepEqual(history.times, [0.75, 1, 1.25]);
  assert.deepEqual(history.columns.connections, [3, 4, 5]);
  assert.equal(history.columns.heapMb.length, 3);
});

test('a silence becomes a gap', () => {
  const history = createHistory({ gapMs: 1000 });
  history.push(1000, reading(1));
  history.push(5000, reading(2));
  assert.deepEqual(history.columns.connections, [1, null, 2]);
  assert.deepEqual(history.times, [1, 1.001, 5]);
});

test('a reading that is not newer is ignored, as after a clock that was set back', () => {
  const history = createHistory();
  history.push(1000, reading(1));
  history.push(1000, reading(2));
  history.push(900, reading(3));
  assert.deepEqual(history.columns.connections, [1]);
});

test('clear forgets all columns', () => {
  const history = createHistory();
  history.push(1000, reading(1));
  history.clear();
  assert.deepEqual([history.times, history.columns.connections], [[], []]);
});
