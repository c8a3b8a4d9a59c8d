/** The clock of a room: it keeps its rate, takes a new one at once, stops when it is told to, and survives a throw. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClock } from '../../lib/room/clock.js';

/** @param {import('node:test').TestContext} t @param {{ stepMs?: number, onBeat?: (beats: number) => void }} [options] */
function open(t, { stepMs = 10, onBeat = () => {} } = {}) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const clock = { ms: 0, stepMs, late: /** @type {number[]} */ ([]) };
  const pacer = createClock({
    stepMs: () => clock.stepMs,
    onBeat(lateMs) {
      clock.late.push(lateMs);
      onBeat(clock.late.length);
    },
    now: () => clock.ms,
  });
  t.after(pacer.stop);
  /** @param {number} ms */
  const pass = (ms) => {
    for (let i = 0; i < ms; i++) {
      clock.ms += 1;
      t.mock.timers.tick(1);
    }
  };
  return { clock, pacer, pass };
}

test('it beats at its rate, and one that was late does not delay the next', (t) => {
  const { clock, pacer, pass } = open(t);
  pacer.start();
  pass(30);
  assert.deepEqual(clock.late, [0, 0, 0]);
  clock.ms += 6; // the loop was held up
  pass(10);
  assert.equal(clock.late.at(-1), 6);
  pass(4);
  assert.equal(clock.late.length, 5, 'due at 50, though the one due at 40 came at 46');
});

test('a new rate counts at once after a wake, and there is still one clock', (t) => {
  const { clock, pacer, pass } = open(t, { stepMs: 1000 });
  pacer.start();
  pass(5);
  clock.stepMs = 10;
  pacer.wake();
  pass(100);
  assert.ok(clock.late.length >= 9 && clock.late.length <= 10, `${clock.late.length} beats in 100 ms`);
});

test('woken or stopped within a beat, it runs once or not at all', (t) => {
  const woken = open(t, { onBeat: () => woken.pacer.wake() });
  woken.pacer.start();
  woken.pass(100);
  assert.equal(woken.clock.late.length, 10);
  t.mock.timers.reset();

  const stopped = open(t, { onBeat: (beats) => beats === 3 && stopped.pacer.stop() });
  stopped.pacer.start();
  stopped.pass(100);
  assert.equal(stopped.clock.late.length, 3);
  stopped.pacer.wake();
  stopped.pass(100);
  assert.equal(stopped.clock.late.length, 3, 'a wake starts nothing');
});

test('a beat that throws does not stop the clock', (t) => {
  // Not mock timers: they call a callback that threw again.
  /** @type {(() => void)[]} */
  const timeouts = [];
  t.mock.method(globalThis, 'setTimeout', (/** @type {() => void} */ run) => timeouts.push(run));
  let beats = 0;
  const clock = createClock({
    stepMs: () => 10,
    onBeat() {
      beats += 1;
      if (beats === 2) throw new Error('boom');
    },
    now: () => 0,
  });
  clock.start();
  timeouts.shift()?.();
  assert.throws(() => timeouts.shift()?.(), /boom/);
  timeouts.shift()?.();
  assert.equal(beats, 3);
  assert.equal(timeouts.length, 1, 'and there is still one clock');
});
