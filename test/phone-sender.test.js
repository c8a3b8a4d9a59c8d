import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSender } from '../public/phone/sender.js';

/** @import { Input } from '../lib/types.js' */

test('sends at the rate: a random phase first, then 10 % early or late', () => {
  const phone = openPhone();
  phone.play({ hold: false });
  phone.sender.setRate(10);
  phone.run(60_000);
  const gaps = phone.gaps();
  assert.ok(Number(phone.sent[0]?.atMs) <= 100, 'the first within one interval');
  assert.ok(Math.min(...gaps) >= 90 - 1e-6 && Math.max(...gaps) <= 110 + 1e-6, 'jitter stays in bounds');
  assert.ok(Math.abs(phone.sent.length - 600) < 12, `${phone.sent.length} in a minute`);
  assert.ok(new Set(gaps.map(Math.round)).size > 10, 'no two phones stay in step');
});

test('phones told the same rate at the same moment start spread over the interval', () => {
  const firstMs = Array.from({ length: 50 }, (_, seed) => {
    const phone = openPhone({ seed });
    phone.play({ hold: false });
    phone.sender.setRate(2);
    phone.run(500);
    return Number(phone.sent[0]?.atMs);
  });
  assert.ok(Math.max(...firstMs) > 400 && Math.min(...firstMs) < 100);
});

test('nothing piles up: while the socket is not drained the game is not even asked', () => {
  const phone = openPhone();
  phone.play({ hold: false });
  phone.sender.setRate(10);
  phone.isReady = false;
  phone.run(5000);
  phone.sender.changed();
  assert.equal(phone.asked, 0, 'so a game that counts loses no tap');
  phone.isReady = true;
  phone.run(110);
  assert.equal(phone.sent.length, 1, 'one message, however long it took');
});

test('a game with nothing to say sends nothing', () => {
  const phone = openPhone();
  phone.play({ hold: false, ask: () => null });
  phone.sender.setRate(10);
  phone.run(5000);
  assert.equal(phone.sent.length, 0);
});

test('a level is sent when it changes, and once in 5 s otherwise', () => {
  const phone = openPhone();
  let y = 0;
  phone.play({ hold: true, ask: () => ({ y }) });
  phone.sender.setRate(10);
  phone.run(19_000);
  assert.equal(phone.sent.length, 4, 'at 0, 5, 10 and 15 s');
  assert.ok(
    phone.gaps().every((gap) => gap >= 5000 && gap <= 5200),
    'the first turn after 5 s',
  );
  y = 1;
  phone.run(110);
  assert.deepEqual(phone.sent.at(-1)?.input, { y: 1 });
});

test('after a new connection a level is said again', () => {
  const phone = openPhone();
  phone.play({ hold: true, ask: () => ({ y: 1 }) });
  phone.sender.setRate(10);
  phone.run(1000);
  assert.equal(phone.sent.length, 1);
  phone.sender.forget();
  phone.run(110);
  assert.equal(phone.sent.length, 2);
});

test('changed() sends at once after a pause, and at the earliest allowed moment otherwise', () => {
  const phone = openPhone();
  let y = 0;
  phone.play({ hold: true, ask: () => ({ y }) });
  phone.sender.setRate(2);
  phone.run(2000);
  y = 1;
  phone.sender.changed();
  assert.equal(phone.sent.at(-1)?.atMs, 2000, 'at once');
  phone.run(10);
  y = -1;
  phone.sender.changed();
  phone.run(480);
  assert.deepEqual(phone.sent.at(-1)?.input, { y: 1 }, 'not within the interval');
  phone.run(10);
  assert.deepEqual(phone.sent.at(-1), { atMs: 2500, input: { y: -1 } }, 'exactly when it has passed');
});

test('changed() twenty times a second does not beat the rate', () => {
  const phone = openPhone();
  let y = 0;
  phone.play({ hold: true, ask: () => ({ y }) });
  phone.sender.setRate(2);
  for (let i = 0; i < 200; i++) {
    y = i;
    phone.sender.changed();
    phone.run(50);
  }
  assert.ok(phone.sent.length <= 22, `${phone.sent.length} in 10 s at 2/s`);
  assert.ok(Math.min(...phone.gaps()) >= 450);
});

test('a lower rate counts at once', () => {
  const phone = openPhone();
  phone.play({ hold: false });
  phone.sender.setRate(10);
  phone.run(3000);
  phone.sender.setRate(2);
  const before = phone.sent.length;
  phone.run(10_000);
  assert.ok(Math.abs(phone.sent.length - before - 20) <= 2, `${phone.sent.length - before} in 10 s`);
});

test('0/s sends nothing, and a rate after it starts again', () => {
  const phone = openPhone();
  phone.play({ hold: false });
  phone.sender.setRate(0);
  phone.run(10_000);
  phone.sender.changed();
  assert.equal(phone.sent.length, 0);
  phone.sender.setRate(1);
  phone.run(1000);
  assert.equal(phone.sent.length, 1);
});

test('without a game nothing is asked, and no timer is left', () => {
  const phone = openPhone();
  phone.play({ hold: false });
  phone.sender.setRate(10);
  phone.run(500);
  phone.sender.setSource(null);
  const before = phone.sent.length;
  phone.run(5000);
  phone.sender.changed();
  assert.equal(phone.sent.length, before);
  assert.equal(phone.timers, 0);
});

/** A sender with a clock of its own. @param {{ seed?: number }} [options] */
function openPhone({ seed = 1 } = {}) {
  let nowMs = 0;
  /** @type {Map<number, { atMs: number, run: () => void }>} */
  const timers = new Map();
  let ids = 0;
  let state = (seed + 1) * 2654435761;
  const random = () => (state = (state * 1664525 + 1013904223) % 2 ** 32) / 2 ** 32;

  /** @type {{ atMs: number, input: Input }[]} */
  const sent = [];

  const phone = {
    isReady: true,
    asked: 0,
    sent,
    sender: createSender({
      /** @returns {boolean} */
      isReady: () => phone.isReady,
      send: (input) => void sent.push({ atMs: nowMs, input: { ...input } }),
      now: () => nowMs,
      random,
      setTimer: (run, ms) => (timers.set(++ids, { atMs: nowMs + ms, run }), ids),
      clearTimer: (id) => timers.delete(id),
    }),
    get timers() {
      return timers.size;
    },
    /** @param {{ hold: boolean, ask?: () => Input | null }} game */
    play({ hold, ask = () => ({ taps: 1 }) }) {
      phone.sender.setSource({ hold, ask: () => ((phone.asked += 1), ask()) });
    },
    /** @param {number} ms */
    run(ms) {
      const untilMs = nowMs + ms;
      for (;;) {
        const next = [...timers].sort(([, a], [, b]) => a.atMs - b.atMs)[0];
        if (!next || next[1].atMs > untilMs) break;
        timers.delete(next[0]);
        nowMs = next[1].atMs;
        next[1].run();
      }
      nowMs = untilMs;
    },
    gaps: () => sent.slice(1).map(({ atMs }, index) => atMs - Number(sent[index]?.atMs)),
  };
  return phone;
}
