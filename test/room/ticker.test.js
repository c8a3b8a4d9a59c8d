import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTicker } from '../../lib/room/ticker.js';

/** A ticker whose clock the test turns, and which notes what left. @param {import('node:test').TestContext} t @param {{ isGoverned: boolean }} options */
function openTicker(t, { isGoverned }) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let nowMs = 0;
  const sent = /** @type {string[]} */ ([]);
  const scene = {
    epoch: 1,
    loaded: { game: {} },
    play: {
      send(/** @type {string} */ kind, /** @type {any} */ step) {
        if (kind === 'sweep') sent.push('sweep');
        if (kind !== 'step') return true;
        steps.push(step);
        if (step.isShown) sent.push('frame');
        if (step.isTold) sent.push('views');
        if (isQuick) ticker.played({ stageMs: 0, clears: 0 });
        return true;
      },
      fail: assert.fail,
    },
    sleep: () => void naps.push('sleep'),
    wake: () => void naps.push('wake'),
  };
  let isQuick = true;
  let isPaused = false;
  const naps = /** @type {string[]} */ ([]);
  const connected = new Set(['somebody']);
  const steps = /** @type {import('../../lib/play/types.js').Step[]} */ ([]);
  const pulses = /** @type {[number, number | null][]} */ ([]);
  const ticker = createTicker({
    scene: /** @type {any} */ (scene),
    players: /** @type {any} */ ({ counts: () => ({}), connected }),
    rates: /** @type {any} */ ({ granted: { tickHz: 10, noticeHz: 4 }, extras: 'on' }),
    pulse: { clears: 0, tick: (_time, atMs, lateMs) => void pulses.push([atMs, lateMs]) },
    joinInfo: () => /** @type {any} */ ({}),
    publish: (kind) => void sent.push(kind),
    collect: () => null,
    health: () => null,
    isGoverned,
    isPaused: () => isPaused,
    now: () => nowMs,
  });
  ticker.setScreens(1);
  ticker.start();
  return {
    ticker,
    /** @param {boolean} wanted */
    pause(wanted) {
      isPaused = wanted;
      if (!wanted) ticker.goOn();
    },
    steps,
    pulses,
    told: () => [...naps],
    /** @param {number} seconds */
    pass(seconds) {
      for (let n = 0; n < seconds; n++) {
        nowMs += 1000;
        t.mock.timers.tick(1000);
      }
    },
    /** The last player and the last screen go. */
    leave() {
      connected.clear();
      ticker.setScreens(0);
    },
    /** From now on a step is played when the test says so, by `played`. */
    slow: () => void (isQuick = false),
    /** Plays one beat that begins this late. @param {number} lateMs below 100, the time between two beats @returns {string[]} what left */
    beat(lateMs) {
      sent.length = 0;
      nowMs += 100 + lateMs;
      t.mock.timers.tick(100);
      nowMs -= lateMs;
      return [...sent];
    },
  };
}

test('a tick that is more than 30 ms late sends nothing that can be missed, but for one of four', (t) => {
  const { beat } = openTicker(t, { isGoverned: true });
  assert.deepEqual(beat(0), ['frame', 'views']);
  assert.deepEqual(beat(30), ['frame', 'views']);
  assert.deepEqual([beat(31), beat(99), beat(31)], [[], [], []]);
  assert.deepEqual(beat(31), ['frame', 'views']);
  assert.deepEqual(beat(31), []);
});

test('without a governor nothing is skipped', (t) => {
  const { beat } = openTicker(t, { isGoverned: false });
  assert.deepEqual(beat(99), ['frame', 'views']);
});

test('in a pause steps are still and four a second, and the one after it is as short as any', (t) => {
  const { beat, pass, pause, steps } = openTicker(t, { isGoverned: false });
  beat(0);
  pause(true);
  beat(0);
  const from = steps.length;
  pass(10);
  const still = steps.slice(from);
  assert.ok(still.length >= 10 && still.every(({ isStill, sum }) => isStill && sum === null));
  pause(false);
  beat(0);
  const after = steps.at(-1);
  assert.deepEqual([after?.isStill, Number(after?.elapsedMs) <= 100], [false, true]);
});

test('players who were here before a restart have 30 s to come back', (t) => {
  const { ticker, beat } = openTicker(t, { isGoverned: false });
  ticker.awaitReturns();
  const sweeps = Array.from({ length: 400 }, () => beat(0).includes('sweep'));
  assert.equal(sweeps.indexOf(true), 299);
  assert.equal(sweeps.lastIndexOf(true), 299, 'once');
});

test('join information leaves when it has changed, at most twice a second', (t) => {
  const { ticker, beat } = openTicker(t, { isGoverned: false });
  const sends = [];
  for (let beats = 0; beats < 10; beats++) {
    ticker.joinInfoChanged();
    sends.push(beat(0).includes('joinInfo'));
  }
  assert.equal(sends.filter(Boolean).length, 2);
});

test('a game that has not finished its step is given the next one when it has, and what was missed is in it', (t) => {
  const { ticker, beat, slow, steps, pulses } = openTicker(t, { isGoverned: true });
  beat(0);
  slow();
  for (let beats = 0; beats < 4; beats++) beat(0);
  assert.equal(steps.length, 2, 'one is being played');
  ticker.played({ stageMs: 0, clears: 0 });
  assert.equal(steps.length, 3, 'the next one leaves at once');
  assert.equal(steps[2]?.elapsedMs, 300);
  assert.equal(steps[2]?.isTold, false, 'late as it is, it sends nothing that can be missed');
  ticker.played({ stageMs: 0, clears: 0 });
  assert.equal(steps.length, 3, 'nothing is owed');
  assert.deepEqual(pulses.at(-1), [500, 200], 'the pulse tells how late it began');
});

test('a room that is empty for a minute lets its game sleep, and wakes it when somebody comes', (t) => {
  const { ticker, leave, pass, beat, told } = openTicker(t, { isGoverned: true });
  beat(0);
  leave();
  pass(59);
  assert.deepEqual(told(), []);
  pass(5);
  assert.deepEqual(told(), ['sleep'], 'once');
  ticker.setScreens(1);
  assert.deepEqual(told(), ['sleep', 'wake']);
});
