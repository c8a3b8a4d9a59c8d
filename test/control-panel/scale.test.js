/** The steps of sliders, the ends of axes, and the words of health. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { healthOf } from '../../control-panel/parts/health.js';
import { niceAbove, stepOf } from '../../public/shared/scale.js';

test('a slider has about 200 round steps, whole numbers go one by one', () => {
  assert.equal(stepOf({ type: 'integer', minimum: 0, maximum: 5000 }), 1);
  assert.equal(stepOf({ type: 'number', minimum: 0, maximum: 1 }), 0.005);
  assert.equal(stepOf({ type: 'number', minimum: 0.5, maximum: 20 }), 0.1);
  assert.equal(stepOf({ type: 'number', minimum: 20, maximum: 160 }), 1);
  assert.ok(stepOf({ type: 'number', minimum: 3, maximum: 3 }) > 0);
});

test('a scale ends at a round number not below its highest value', () => {
  assert.deepEqual([0.3, 1, 1.2, 35, 74, 990, 1001].map(niceAbove), [0.3, 1, 1.5, 50, 75, 1000, 1500]);
});

test('health is one of three words', () => {
  assert.deepEqual([0, 19.9, 20, 59.9, 60, 900].map(healthOf), [
    'well',
    'well',
    'busy',
    'busy',
    'jammed',
    'jammed',
  ]);
});
