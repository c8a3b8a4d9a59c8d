/** A phone is credited the latency that the server measures with its own pings, but never more than 150 ms. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Latency } from '../../lib/wire/latency.js';

function openPhone() {
  const latency = new Latency();
  const clock = { ms: 0 };
  /** @param {number} ms */
  const ping = (ms) => {
    latency.sent(clock.ms);
    clock.ms += ms;
    latency.answered(clock.ms);
  };
  return { latency, clock, creditMs: () => latency.creditMs, ping };
}

test('half of the best of the last round trips; nothing until there is one', () => {
  const { creditMs, ping } = openPhone();
  assert.equal(creditMs(), 0);
  ping(80);
  assert.equal(creditMs(), 40);
  ping(50);
  ping(200);
  assert.equal(creditMs(), 25, 'to hold back an answer gains nothing');
  for (let n = 0; n < 8; n++) ping(100);
  assert.equal(creditMs(), 50, 'old ones are forgotten');
});

test('at most 150 ms, no matter who holds back all of them', () => {
  const { creditMs, ping } = openPhone();
  for (let n = 0; n < 20; n++) ping(9000);
  assert.equal(creditMs(), 150);
});

test('a pong that nobody asked for measures nothing', () => {
  const { latency, clock, creditMs, ping } = openPhone();
  ping(80);
  clock.ms += 1;
  latency.answered(clock.ms);
  latency.answered(clock.ms);
  assert.equal(creditMs(), 40);
});
