import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOverride } from '../../lib/rates/override.js';

const MINUTE = 60_000;
const CALM = { hardForMs: 0 };

test('is automatic to begin with, at the usual rates, and never ends', () => {
  const dial = createOverride(null, 0);
  assert.deepEqual(dial.setting, {
    mode: 'AUTO',
    sendHz: 10,
    tickHz: 30,
    endsAtMs: null,
    forcedUntilMs: null,
  });
  assert.equal(dial.check(CALM, 1e12), '');
});

test('whatever else ends after ten minutes, and ten more when it is turned again', () => {
  for (const mode of ['MAX', 'PIN', 'CALM']) {
    const dial = createOverride(null, 0);
    dial.turn({ mode, sendHz: 5 }, 1000);
    assert.equal(dial.check(CALM, 9 * MINUTE), '');
    dial.turn({ mode }, 9 * MINUTE);
    assert.equal(dial.setting.sendHz, 5);
    assert.equal(dial.check(CALM, 18 * MINUTE), '');
    assert.equal(dial.check(CALM, 19 * MINUTE), 'ended');
    assert.equal(dial.setting.mode, 'AUTO');
    assert.equal(dial.check(CALM, 40 * MINUTE), '', 'it is said once');
  }
});

test('MAX without a rate allows all there is', () => {
  const dial = createOverride(null, 0);
  dial.turn({ mode: 'MAX' }, 0);
  assert.deepEqual([dial.setting.sendHz, dial.setting.tickHz], [20, 30]);
});

test('a server about to jam for 2 s beats PIN, and nothing else', () => {
  for (const [mode, reason] of [
    ['PIN', 'beaten'],
    ['MAX', ''],
    ['CALM', ''],
  ]) {
    const dial = createOverride(null, 0);
    dial.turn({ mode, sendHz: 20 }, 0);
    assert.equal(dial.check({ hardForMs: 1900 }, 5000), '');
    assert.equal(dial.check({ hardForMs: 2000 }, 5000), reason);
  }
});

test('force holds PIN for 60 s against that, also while its slider moves', () => {
  const dial = createOverride(null, 0);
  dial.turn({ mode: 'PIN', sendHz: 20, force: true }, 0);
  dial.turn({ mode: 'PIN', sendHz: 19 }, 30_000);
  assert.equal(dial.check({ hardForMs: 50_000 }, 59_000), '');
  assert.equal(dial.check({ hardForMs: 60_000 }, 60_001), 'beaten');
});

test('what cannot be is refused by name, and changes nothing', () => {
  const dial = createOverride(null, 0);
  for (const [wish, named] of /** @type {[unknown, RegExp][]} */ ([
    ['PIN', /object/],
    [{ mode: 'FAST' }, /"FAST", must be one of AUTO, MAX, PIN, CALM/],
    [{ mode: 'PIN', sendHz: 0.1 }, /sendHz is 0.1, must be a number from 0.5 to 20/],
    [{ mode: 'MAX', tickHz: 31 }, /tickHz is 31/],
    [{ mode: 'PIN', sendHz: NaN }, /sendHz/],
    [{ mode: 'PIN', force: 'yes' }, /force is "yes"/],
    [{ mode: 'MAX', force: true }, /force is for PIN only/],
  ])) {
    assert.throws(() => dial.turn(wish, 0), { code: 'throttle-bad', message: named });
  }
  assert.equal(dial.setting.mode, 'AUTO');
});

test('goes on after a restart with the time that is left, and takes what older versions saved', () => {
  const dial = createOverride(null, 0);
  dial.turn({ mode: 'PIN', sendHz: 3, force: true }, 0);
  const again = createOverride(JSON.parse(JSON.stringify(dial.save())), 4 * MINUTE);
  assert.deepEqual([again.setting.mode, again.setting.sendHz], ['PIN', 3]);
  assert.equal(again.setting.forcedUntilMs, null);
  assert.equal(again.check(CALM, 10 * MINUTE), 'ended');

  assert.equal(createOverride({ mode: 'CALM', sendHz: 0, tickHz: 30 }, 0).setting.mode, 'CALM');
  assert.equal(createOverride({ mode: 'PIN', sendHz: 4, tickHz: 20 }, 0).check(CALM, 10 * MINUTE), 'ended');
  assert.equal(
    createOverride({ mode: 'PIN', sendHz: 3, endsAtMs: 9e15 }, 0).check(CALM, 10 * MINUTE),
    'ended',
  );
  for (const broken of [7, 'AUTO', { mode: 'SPIN' }, { mode: 'PIN', sendHz: -1 }]) {
    assert.equal(createOverride(broken, 0).setting.mode, 'AUTO');
  }
});
