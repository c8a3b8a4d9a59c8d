/** A turn of the event loop that goes on and on is noticed by messages, because no timer can. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createMeter } from '../../lib/wire/meter.js';
import { createSignals } from '../../lib/overload/signals.js';
import { createStallWatch } from '../../lib/wire/stall.js';

/** @param {import('node:test').TestContext} t */
function watch(t) {
  const clock = { ms: 0, calls: 0 };
  const stall = createStallWatch({ onLong: () => (clock.calls += 1), longMs: 60, now: () => clock.ms });
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

test('a loop that goes round is never long, however long it has run', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { clock, receive } = watch(t);
  for (let turns = 0; turns < 5; turns++) {
    clock.ms += 50;
    t.mock.timers.tick(50);
    receive(100);
  }
  assert.equal(clock.calls, 0);
});

test('a turn that is longer than a sample counts as a delay, though the monitor saw nothing of it', (t) => {
  const { clock, signals } = openSignals(t);
  signals.sample();
  clock.ms += 400;
  const { d50Ms, d95Ms } = signals.sample();
  assert.deepEqual([d50Ms, d95Ms], [150, 150]);
});

test('time that yields to the show is not counted against the phones', async (t) => {
  // Before its first turn a loop has no utilisation.
  await setImmediate();
  const { clock, meter, signals } = openSignals(t);
  signals.sample();
  clock.ms += 300;
  assert.equal(signals.sample().utilisation, 1);
  clock.ms += 300;
  meter.aside.ms += 300;
  const { utilisation, workMs } = signals.sample();
  assert.deepEqual([utilisation, workMs], [0, 0]);
});

/** Signals within one turn of the loop, which is busy all the time therefore. @param {import('node:test').TestContext} t */
function openSignals(t) {
  const clock = { ms: 0 };
  const meter = createMeter();
  const slices = { usedMs: 0, waitMs: () => 0 };
  const signals = createSignals({ meter, slices, now: () => clock.ms });
  t.after(() => {
    signals.stop();
    meter.stop();
  });
  return { clock, meter, signals };
}
