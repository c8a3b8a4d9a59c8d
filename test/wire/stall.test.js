/** A turn of the event loop that goes on and on is noticed by messages, because no timer can. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMeter } from '../../lib/wire/meter.js';
import { createSignals } from '../../lib/overload/signals.js';
import { createStallWatch } from '../../lib/wire/stall.js';

/** @param {import('node:test').TestContext} t */
function watch(t) {
  const clock = { ms: 0, calls: 0, readings: 0 };
  const stall = createStallWatch({
    onLong: () => (clock.calls += 1),
    longMs: 60,
    now: () => ((clock.readings += 1), clock.ms),
  });
  t.after(stall.stop);
  const receive = (/** @type {number} */ messages) => {
    for (let i = 0; i < messages; i++) stall.onMessage();
  };
  return { clock, receive };
}

test('a turn that is long is noticed by its messages, and again while it goes on', (t) => {
  const { clock, receive } = watch(t);
  clock.ms = 59;
  receive(1000);
  assert.equal(clock.calls, 0);
  clock.ms = 60;
  receive(16);
  assert.equal(clock.calls, 1);
  receive(1000);
  assert.equal(clock.calls, 1, 'not for every message');
  clock.ms = 80;
  receive(16);
  assert.equal(clock.calls, 2);
});

test('a loop that goes round is never long, however long it has run', async (t) => {
  const { clock, receive } = watch(t);
  for (let turns = 0; turns < 5; turns++) {
    clock.ms += 50;
    const { readings } = clock;
    while (clock.readings === readings) await new Promise((resolve) => setTimeout(resolve, 5));
    receive(100);
  }
  assert.equal(clock.calls, 0);
});

test('a turn that is longer than a sample counts as a delay, though the monitor saw nothing of it', (t) => {
  const { signals } = openSignals(t);
  signals.sample();
  const startMs = performance.now();
  while (performance.now() - startMs < 400);
  const { d50Ms, d95Ms, elapsedMs } = signals.sample();
  assert.ok(d50Ms >= 150 && d95Ms >= 150, `${d50Ms} and ${d95Ms} ms of ${elapsedMs}`);
});

test('time that yields to the show is not counted against the phones', (t) => {
  const { meter, signals } = openSignals(t);
  const stay = (/** @type {number} */ ms) => {
    const startMs = performance.now();
    while (performance.now() - startMs < ms);
    return performance.now() - startMs;
  };
  signals.sample();
  stay(300);
  assert.ok(signals.sample().utilisation > 0.9);
  meter.aside.ms += stay(300);
  const { utilisation, workMs } = signals.sample();
  assert.ok(utilisation < 0.1 && workMs < 30, `${utilisation} of the loop, ${workMs} ms`);
});

/** @param {import('node:test').TestContext} t */
function openSignals(t) {
  const meter = createMeter();
  const slices = { usedMs: 0, waitMs: () => 0 };
  const signals = createSignals({ meter, connections: () => ({ stuck: 0, open: 0 }), slices });
  t.after(() => {
    signals.stop();
    meter.stop();
  });
  return { meter, signals };
}
