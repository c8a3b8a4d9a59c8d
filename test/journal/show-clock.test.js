import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createShowClock, goOn, readMachine } from '../../lib/journal/show-clock.js';

const [MIN_MS, HOUR_MS] = [60_000, 3_600_000];

/** @param {import('node:test').TestContext} t */
function newMachine(t) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const state = { wallMs: 1_000_000, upMs: 5000, bootId: 'first', monoMs: 0 };
  const warnings = /** @type {string[]} */ ([]);
  let saved = /** @type {string | undefined} */ (undefined);
  return {
    state,
    warnings,
    /** Lets time pass, as it does on all clocks. @param {number} ms */
    pass(ms) {
      state.monoMs += ms;
      state.wallMs += ms;
      state.upMs += ms;
      t.mock.timers.tick(ms);
    },
    open: () =>
      createShowClock({
        saved,
        save: async (mark) => void (saved = mark),
        log: { warn: (_room, text) => void warnings.push(text) },
        read: () => ({ ...state }),
        monoMs: () => state.monoMs,
      }),
  };
}

test('the clock of the show begins with the wall clock and goes on, whatever the wall clock is set to', (t) => {
  const { state, warnings, pass, open } = newMachine(t);
  const clock = open();
  assert.equal(clock.nowMs(), 1_000_000);
  pass(90_000);
  assert.equal(clock.nowMs(), 1_090_000);
  state.wallMs += 25 * HOUR_MS;
  pass(2 * MIN_MS);
  assert.equal(clock.nowMs(), 1_210_000);
  state.wallMs -= 49 * HOUR_MS;
  pass(2 * MIN_MS);
  assert.equal(clock.nowMs(), 1_330_000);
  state.wallMs += 59_000;
  pass(2 * MIN_MS);
  assert.deepEqual(
    warnings.map((text) => /^[^.]+\./.exec(text)?.[0]),
    [
      'The clock of this machine was set forward by 25 hours.',
      'The clock of this machine was set back by 49 hours.',
    ],
    'less than a minute is no jump',
  );
});

test('a machine that sleeps wakes later by all clocks', (t) => {
  const { state, warnings, pass, open } = newMachine(t);
  const clock = open();
  state.wallMs += HOUR_MS;
  state.upMs += HOUR_MS;
  pass(MIN_MS);
  assert.equal(clock.nowMs(), 1_000_000 + HOUR_MS + MIN_MS);
  assert.deepEqual(warnings, []);
});

test('a restart counts the time between, which nobody can set while the machine is up', (t) => {
  const { state, warnings, pass, open } = newMachine(t);
  open().stop();
  pass(HOUR_MS);
  state.wallMs += 25 * HOUR_MS;
  const clock = open();
  assert.equal(clock.nowMs(), 1_000_000 + HOUR_MS);
  assert.match(String(warnings), /forward by 25 hours/);
  clock.stop();

  // Off for two hours, and started again by the right time.
  Object.assign(state, { bootId: 'second', upMs: 1000, wallMs: state.wallMs + 2 * HOUR_MS });
  const next = open();
  assert.equal(next.nowMs(), 1_000_000 + 3 * HOUR_MS);
  next.stop();
  // A board without a battery begins in the past, and learns the time when it is up.
  Object.assign(state, { bootId: 'third', upMs: 1000, wallMs: 0 });
  const third = open();
  assert.equal(third.nowMs(), 1_000_000 + 3 * HOUR_MS);
  state.wallMs = 1_000_000 + 100 * HOUR_MS;
  pass(MIN_MS);
  assert.equal(third.nowMs(), 1_000_000 + 3 * HOUR_MS + MIN_MS);
  assert.equal(warnings.length, 3);
});

test('the clocks of this machine go on', () => {
  const first = readMachine();
  const { mark, jumpedMs } = goOn(JSON.stringify({ ...first, showMs: 5 }), readMachine());
  assert.ok(mark.showMs >= 5 && mark.bootId === first.bootId && first.upMs > 0);
  assert.ok(Math.abs(jumpedMs) < MIN_MS);
});
