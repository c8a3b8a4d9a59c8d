import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTicker } from '../../lib/room/ticker.js';

/** A ticker whose clock the test turns, and which notes what left. @param {import('node:test').TestContext} t @param {{ isGoverned: boolean }} options */
function openTicker(t, { isGoverned }) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let nowMs = 0;
  const sent = /** @type {string[]} */ ([]);
  const stage = { apply() {}, frame: () => ({ nowMs, view: null }), clears: () => 0 };
  const ticker = createTicker({
    scene: /** @type {any} */ ({
      epoch: 1,
      loaded: { game: {} },
      onStage: (/** @type {(on: any) => unknown} */ run) => run(stage),
      checkpoint() {},
    }),
    players: /** @type {any} */ ({ counts: () => ({}), connected: new Set(['somebody']) }),
    attendance: /** @type {any} */ ({ sweep: () => void sent.push('sweep') }),
    rates: /** @type {any} */ ({ granted: { tickHz: 10, noticeHz: 4 }, extras: 'on' }),
    pulse: { tick() {} },
    backdrop: { tick() {} },
    notice: { tick: () => void sent.push('views') },
    personal: { tick() {} },
    joinInfo: () => ({}),
    publish: (kind) => void sent.push(kind),
    collect: () => null,
    health: () => null,
    isGoverned,
    now: () => nowMs,
  });
  ticker.setScreens(1);
  ticker.start();
  return {
    ticker,
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
