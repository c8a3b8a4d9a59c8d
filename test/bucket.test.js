/** Token buckets: debts, and what a new rate changes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBucket } from '../lib/bucket.js';

test('what is owed is paid back before anything more is allowed', () => {
  const bucket = createBucket(10, 20, 0);
  bucket.owe(0, 25);
  assert.equal(bucket.tryConsume(0), false);
  assert.equal(bucket.waitMs(0), 600, 'the debt of five, and one more');
  assert.equal(bucket.tryConsume(599), false);
  assert.equal(bucket.tryConsume(600), true);
  assert.equal(bucket.tryConsume(600), false);
});

test('a debt of nothing lets the time before a new rate count at the old one', () => {
  const bucket = createBucket(10, 20, 0);
  bucket.owe(0, 20);
  bucket.owe(1000, 0);
  bucket.setRate(1000, 20);
  assert.equal(bucket.tryConsume(1000, 11), false);
  assert.equal(bucket.tryConsume(1000, 10), true);
});

test('no time fills a bucket beyond its brim', () => {
  const bucket = createBucket(10, 20, 0);
  assert.equal(bucket.isFull(0), true);
  bucket.owe(0, 1);
  assert.equal(bucket.isFull(99), false);
  assert.equal(bucket.isFull(100), true);
  assert.equal(bucket.tryConsume(1e6, 21), false);
  assert.equal(bucket.tryConsume(1e6, 20), true);
});
