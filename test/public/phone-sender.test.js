import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSender } from '../../public/phone/sender.js';

/** @import { Input } from '../../lib/contract/types.js' */

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

test('a level that was cleared is sent again when it changes or somebody touches it, and not before', () => {
  const phone = openPhone();
  let y = 1;
  phone.play({ hold: true, ask: () => ({ y }) });
  phone.sender.setRate(10);
  phone.run(1000);
  phone.sender.clear();
  const before = phone.sent.length;
  phone.run(60_000);
  assert.equal(phone.sent.length, before, 'no keep-alive either');
  phone.sender.forget();
  phone.run(5000);
  assert.equal(phone.sent.length, before, 'not after a reconnect');
  phone.sender.touched();
  phone.run(1000);
  assert.equal(phone.sent.length, before + 1, 'the same level, meant anew');
  phone.sender.clear();
  y = 2;
  phone.run(1000);
  assert.equal(phone.sent.length, before + 2, 'another level');
  phone.sender.clear();
  phone.play({ hold: false, ask: () => ({ y }) });
  phone.sender.clear();
  phone.run(1000);
  assert.ok(phone.sent.length > before + 10, 'events are not held');
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

test('taps made while the socket is not drained are all in the next message', () => {
  const phone = openPhone();
  let taps = 0;
  phone.play({
    hold: false,
    ask() {
      const sent = taps === 0 ? null : { taps };
      taps = 0;
      return sent;
    },
  });
  phone.sender.setRate(10);
  phone.isReady = false;
  for (let i = 0; i < 20; i++) {
    taps += 1;
    phone.sender.changed();
    phone.run(50);
  }
  phone.isReady = true;
  phone.run(1000);
  assert.deepEqual(
    phone.sent.map(({ input }) => input),
    [{ taps: 20 }],
  );
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

test('after a new connection a level is sent again', () => {
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

test('changed() before the rate allows brings a message forward, never puts it off', () => {
  const phone = openPhone();
  phone.play({ hold: false });
  phone.sender.setRate(2);
  phone.run(2000);
  const last = Number(phone.sent.at(-1)?.atMs);
  const before = phone.sent.length;
  while (phone.sent.length === before) {
    phone.sender.changed();
    phone.run(1);
  }
  assert.ok(Number(phone.sent.at(-1)?.atMs) - last <= 501);
});

test('whatever happens, two messages are never closer than 0.9 of the interval: at most 1.12 times the rate', () => {
  const happenings = fc.array(
    fc.record({
      what: fc.constantFrom('changed', 'setRate', 'setSource', 'forget', 'notReady', 'ready'),
      afterMs: fc.integer({ min: 0, max: 700 }),
    }),
    { minLength: 1, maxLength: 200 },
  );
  fc.assert(
    fc.property(
      fc.constantFrom(0.5, 2, 10, 20),
      fc.boolean(),
      fc.nat(),
      happenings,
      (hz, hold, seed, script) => {
        const phone = openPhone({ seed });
        let y = 0;
        const play = () => phone.play({ hold, ask: () => ({ y: ++y }) });
        play();
        phone.sender.setRate(hz);
        for (const { what, afterMs } of script) {
          phone.run(afterMs);
          if (what === 'changed') phone.sender.changed();
          if (what === 'setRate') phone.sender.setRate(hz);
          if (what === 'setSource') play();
          if (what === 'forget') phone.sender.forget();
          if (what === 'ready' || what === 'notReady') phone.isReady = what === 'ready';
        }
        for (const gap of phone.gaps()) assert.ok(gap >= 900 / hz - 1e-6, `${gap} ms at ${hz}/s`);
      },
    ),
    { numRuns: 200 },
  );
});

test('changed() sixty times a second stays at the rate', () => {
  for (const hz of [0.5, 2, 10]) {
    const phone = openPhone();
    let y = 0;
    phone.play({ hold: true, ask: () => ({ y }) });
    phone.sender.setRate(hz);
    for (let i = 0; i < 60 * 20; i++) {
      y = i;
      phone.sender.changed();
      phone.run(1000 / 60);
    }
    assert.ok(phone.sent.length <= 1.1 * hz * 20 + 1, `${phone.sent.length} in 20 s at ${hz}/s`);
    assert.ok(phone.sent.length >= 0.9 * hz * 20 - 1);
  }
});

test('a lower rate counts at once', () => {
  for (let seed = 0; seed < 20; seed++) {
    const phone = openPhone({ seed });
    phone.play({ hold: false });
    phone.sender.setRate(10);
    phone.run(3000 + seed * 7);
    phone.sender.setRate(2);
    const before = phone.sent.length;
    phone.run(10_000);
    const gaps = phone.gaps().slice(before - 1);
    assert.ok(Math.min(...gaps) >= 450 - 1e-6, 'from the last one at the old rate on');
    assert.ok(Math.abs(gaps.length - 20) <= 2, `${gaps.length} in 10 s`);
  }
});

test('a higher rate counts at once too, and the same one again changes nothing', () => {
  const phone = openPhone();
  phone.play({ hold: false });
  phone.sender.setRate(0.5);
  phone.run(4000);
  const before = phone.sent.length;
  phone.sender.setRate(10);
  phone.run(1000);
  assert.ok(phone.sent.length - before >= 9);
  const then = phone.sent.length;
  for (let i = 0; i < 10; i++) {
    phone.sender.setRate(10);
    phone.run(1000);
  }
  assert.ok(Math.abs(phone.sent.length - then - 100) <= 10);
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

test('however low the rate, a phone that joins sends within a second', () => {
  for (let seed = 0; seed < 20; seed++) {
    const phone = openPhone({ seed });
    phone.play({ hold: false });
    phone.sender.setRate(0.5);
    phone.run(1000);
    assert.equal(phone.sent.length, 1);
  }
});

test('when the server is silent for as long as its last rate holds, at most one a second', () => {
  const phone = openPhone();
  phone.play({ hold: false });
  phone.sender.setRate(10, 5000);
  phone.run(4900);
  phone.sender.setRate(10, 5000);
  phone.run(4900);
  assert.ok(phone.sent.length > 85, 'said again in time, nothing changes');
  phone.run(1200);
  const before = phone.sent.length;
  phone.run(10_000);
  const silent = phone.sent.length - before;
  assert.ok(silent >= 9 && silent <= 11, `${silent} in 10 s of silence`);
  phone.sender.setRate(10, 5000);
  phone.run(1000);
  assert.ok(phone.sent.length - before - silent >= 8, 'a word, and it is back');
});

test('silence speeds up no phone that was told to be calm, or to be slower', () => {
  for (const hz of [0, 0.5]) {
    const phone = openPhone();
    phone.play({ hold: false });
    phone.sender.setRate(hz, 5000);
    phone.run(30_000);
    assert.ok(phone.sent.length <= hz * 30 + 2, `${phone.sent.length} at ${hz}/s`);
  }
});

test('answers that take more than a second halve the rate, quick ones give it back', () => {
  const phone = openPhone();
  phone.play({ hold: false });
  phone.sender.setRate(8);
  const inTenSeconds = () => {
    const before = phone.sent.length;
    phone.run(10_000);
    return phone.sent.length - before;
  };
  const about = (/** @type {number} */ count, /** @type {number} */ wanted) =>
    assert.ok(Math.abs(count - wanted) <= 3 + wanted / 20, `${count}, not ${wanted}`);
  about(inTenSeconds(), 80);
  for (const wanted of [40, 20, 10, 10]) {
    phone.sender.measured(1500);
    about(inTenSeconds(), wanted);
  }
  for (const wanted of [20, 40, 80, 80]) {
    phone.sender.measured(100);
    about(inTenSeconds(), wanted);
  }
});

test('another game is asked next, with its first level even if the last game said the same', () => {
  const phone = openPhone();
  phone.play({ hold: true, ask: () => ({ y: 1 }) });
  phone.sender.setRate(10);
  phone.run(1000);
  phone.play({ hold: true, ask: () => ({ y: 1 }) });
  phone.run(110);
  assert.equal(phone.sent.length, 2);
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
      send: (input) =>
        void sent.push({
          atMs: nowMs,
          input: { .../** @type {import('../../lib/contract/types.js').Input} */ (input) },
        }),
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
