/** A connection that sends what it may never notices the toll; one that floods is slowed, muted and cut in time. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MUTE_MS, SWEEP_MS, TARIFFS, Toll, phoneTariff, setPhoneRate, tollOf } from '../../lib/wire/toll.js';

/**
 * Plays one connection on a clock of its own: it sends at a steady rate, and is read whenever it is not paused.
 * @param {import('../../lib/wire/toll.js').Tariff} tariff @param {number} [phaseMs] of the sweeps
 */
function openSender(tariff, phaseMs = 0) {
  const toll = new Toll();
  toll.tariff = tariff;
  let nowMs = 0;
  let pausedUntilMs = 0;
  /** Sent, and not read yet. */
  let waiting = 0;
  let passed = 0;
  const happened = /** @type {{ verdict: string, atMs: number }[]} */ ([]);

  function read() {
    let thrownAway = 0;
    for (; waiting >= 1; waiting -= 1) {
      toll.spent += 1;
      if (thrownAway > 0 || (toll.spent > toll.most && toll.exceeds(nowMs))) thrownAway += 1;
      else passed += 1;
    }
    if (thrownAway === 0) return;
    const { verdict, ms } = toll.judge(thrownAway, nowMs);
    pausedUntilMs = nowMs + ms;
    if (verdict !== 'slow') happened.push({ verdict, atMs: nowMs });
  }

  function sweep() {
    const judgement = toll.sweep(nowMs, nowMs >= pausedUntilMs);
    if (!judgement) return;
    pausedUntilMs = nowMs + judgement.ms;
    happened.push({ verdict: judgement.verdict, atMs: nowMs });
  }

  return {
    toll,
    happened,
    get passed() {
      return passed;
    },
    /** @param {number} perS @param {number} forMs */
    send(perS, forMs) {
      for (const untilMs = nowMs + forMs; nowMs < untilMs; nowMs += 10) {
        waiting += perS / 100;
        if (nowMs % SWEEP_MS === phaseMs) sweep();
        if (nowMs >= pausedUntilMs && happened.at(-1)?.verdict !== 'cut') read();
      }
    },
  };
}

/** @param {number} sendHz */
function phonesAt(sendHz) {
  const tariff = phoneTariff();
  setPhoneRate(tariff, sendHz);
  return tariff;
}

test('a flood is muted within 3 s and cut within 15 s, whatever it is and however fast', () => {
  for (const [tariff, perS] of /** @type {const} */ ([
    [TARIFFS.stranger, 72],
    [TARIFFS.stranger, 10_000],
    [TARIFFS.screen, 60],
    [TARIFFS.extension, 1000],
    [phonesAt(10), 50],
    [phonesAt(1), 50],
    [phonesAt(20), 50],
    [phonesAt(20), 20_000],
  ])) {
    for (const phaseMs of [0, 130, 270]) {
      const sender = openSender(tariff, phaseMs);
      sender.send(perS, 20_000);
      const [muted, cut, ...more] = sender.happened;
      assert.equal(muted?.verdict, 'mute');
      assert.equal(cut?.verdict, 'cut');
      assert.deepEqual(more, []);
      // Half a second is left for those who watch from outside.
      assert.ok(muted.atMs <= 2500, `${tariff.name} at ${perS}/s were muted after ${muted.atMs} ms`);
      assert.ok(cut.atMs <= 15_000, `${tariff.name} at ${perS}/s were cut after ${cut.atMs} ms`);
    }
  }
});

test('a flood of half as much again as a phone may is found as soon, also when it comes in lumps', () => {
  for (let phaseMs = 0; phaseMs < SWEEP_MS; phaseMs += 50) {
    const sender = openSender(phonesAt(10), phaseMs);
    for (let lump = 0; lump < 20; lump++) {
      sender.send(600, 10);
      sender.send(0, 190);
    }
    const [muted] = sender.happened;
    assert.ok(muted && muted.atMs <= 2500, `it was muted after ${muted?.atMs} ms`);
  }
});

test('a phone is never muted at 20 a second, however low its rate is, nor at its rate with all it may do besides', () => {
  for (const sendHz of [0, 0.5, 1, 5, 10, 15, 20]) {
    const sender = openSender(phonesAt(sendHz));
    sender.send(Math.max(20, sendHz + 8), 120_000);
    assert.deepEqual(sender.happened, []);
  }
});

test('all that a phone sends at its rate goes through', () => {
  const sender = openSender(phonesAt(10));
  sender.send(18, 60_000);
  assert.ok(sender.passed >= 1079, `${sender.passed} of 1080`);
});

test('of a flood that is read slowly, the part that it may send goes through', () => {
  const sender = openSender(TARIFFS.panel);
  sender.send(2000, 10_000);
  assert.deepEqual(sender.happened, [], 'an operator is slowed, and never muted');
  assert.ok(sender.passed >= 1800, `${sender.passed} of 200 a second`);
  assert.ok(sender.passed <= 3200, `${sender.passed} of 200 a second`);
});

test('a phone whose network delivers ten seconds of inputs at once, time and again, is never muted', () => {
  const sender = openSender(phonesAt(20));
  for (let stall = 0; stall < 10; stall++) {
    sender.send(0, 10_000);
    sender.send(20_000, 10);
    sender.send(20, 3000);
  }
  assert.deepEqual(sender.happened, []);
});

test('a burst that ends is forgiven', () => {
  const sender = openSender(TARIFFS.stranger);
  sender.send(80, 350);
  sender.send(0, 10_000);
  sender.send(3, 60_000);
  assert.deepEqual(sender.happened, []);
  assert.equal(sender.toll.isOver, false);
});

test('a flood that stops when it is muted stays; one that comes back by another connection is cut at once', () => {
  const first = openSender(phonesAt(10));
  first.send(100, 4000);
  assert.deepEqual(
    first.happened.map(({ verdict }) => verdict),
    ['mute'],
  );
  first.send(0, MUTE_MS);
  first.send(10, 30_000);
  assert.equal(first.happened.length, 1);
  const second = openSender(phonesAt(10));
  second.toll.remember(first.toll.mutedAtMs);
  second.send(100, 5000);
  assert.deepEqual(
    second.happened.map(({ verdict }) => verdict),
    ['cut'],
  );
});

test('long messages and long work cost more, and one long pause of the process does not', () => {
  assert.equal(tollOf(20), 1);
  assert.equal(tollOf(8192), 9);
  const toll = new Toll();
  toll.payTime(0.2);
  assert.equal(toll.spent, 0);
  toll.payTime(1);
  assert.equal(toll.spent, 4);
  toll.payTime(5000);
  assert.equal(toll.spent, 12);
});

test('forgiving often forgives no more than forgiving rarely', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 50 }), (steps) => {
      const [often, rarely] = [new Toll(), new Toll()];
      for (const toll of [often, rarely]) toll.spent = 1_000_000;
      let nowMs = 0;
      for (const step of steps) often.forgive((nowMs += step));
      rarely.forgive(nowMs);
      assert.ok(Math.abs(often.spent - rarely.spent) <= 1);
    }),
  );
});
