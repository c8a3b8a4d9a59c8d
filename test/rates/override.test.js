/** The rates that an operator sets, and when they end. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOverride } from '../../lib/rates/override.js';

const MINUTE = 60_000;
const CALM = { hardForMs: 0 };

test('it is automatic to begin with, at the usual rates, and never ends', () => {
  const override = createOverride(null, 0);
  assert.deepEqual(override.setting, {
    mode: 'AUTO',
    sendHz: 10,
    tickHz: 30,
    endsAtMs: null,
    forcedUntilMs: null,
  });
  assert.equal(override.check(CALM, 1e12), '');
});

test('every other mode ends after ten minutes, and ten minutes later when it is set again', () => {
  for (const mode of ['MAX', 'PIN']) {
    const override = createOverride(null, 0);
    override.set({ mode, sendHz: 5 }, 1000);
    assert.equal(override.check(CALM, 9 * MINUTE), '');
    override.set({ mode }, 9 * MINUTE);
    assert.equal(override.setting.sendHz, 5);
    assert.equal(override.check(CALM, 18 * MINUTE), '');
    assert.equal(override.check(CALM, 19 * MINUTE), 'ended');
    assert.equal(override.setting.mode, 'AUTO');
    assert.equal(override.check(CALM, 40 * MINUTE), '', 'it is told once');
  }
});

test('MAX without a rate allows the highest rates', () => {
  const override = createOverride(null, 0);
  override.set({ mode: 'MAX' }, 0);
  assert.deepEqual([override.setting.sendHz, override.setting.tickHz], [20, 30]);
});

test('a server about to jam for 2 s beats PIN, and nothing else', () => {
  for (const [mode, reason] of [
    ['PIN', 'beaten'],
    ['MAX', ''],
  ]) {
    const override = createOverride(null, 0);
    override.set({ mode, sendHz: 20 }, 0);
    assert.equal(override.check({ hardForMs: 1900 }, 5000), '');
    assert.equal(override.check({ hardForMs: 2000 }, 5000), reason);
  }
});

test('force holds PIN for 60 s against that, also while its slider moves', () => {
  const override = createOverride(null, 0);
  override.set({ mode: 'PIN', sendHz: 20, force: true }, 0);
  override.set({ mode: 'PIN', sendHz: 19 }, 30_000);
  assert.equal(override.check({ hardForMs: 50_000 }, 59_000), '');
  assert.equal(override.check({ hardForMs: 60_000 }, 60_001), 'beaten');
});

test('an impossible wish is refused by name, and changes nothing', () => {
  const override = createOverride(null, 0);
  for (const [wish, named] of /** @type {[unknown, RegExp][]} */ ([
    ['PIN', /object/],
    [{ mode: 'FAST' }, /"FAST", must be one of AUTO, MAX, PIN/],
    [{ mode: 'PIN', sendHz: 0.1 }, /sendHz is 0.1, must be a number from 0.5 to 20/],
    [{ mode: 'MAX', tickHz: 31 }, /tickHz is 31/],
    [{ mode: 'PIN', sendHz: NaN }, /sendHz/],
    [{ mode: 'PIN', force: 'yes' }, /force is "yes"/],
    [{ mode: 'MAX', force: true }, /force is for PIN only/],
  ])) {
    assert.throws(() => override.set(wish, 0), { code: 'throttle-bad', message: named });
  }
  assert.equal(override.setting.mode, 'AUTO');
});

test('it goes on after a restart with the time that is left, and reads what older versions saved', () => {
  const override = createOverride(null, 0);
  override.set({ mode: 'PIN', sendHz: 3, force: true }, 0);
  const again = createOverride(JSON.parse(JSON.stringify(override.save())), 4 * MINUTE);
  assert.deepEqual([again.setting.mode, again.setting.sendHz], ['PIN', 3]);
  assert.equal(again.setting.forcedUntilMs, null);
  assert.equal(again.check(CALM, 10 * MINUTE), 'ended');

  assert.equal(
    createOverride({ mode: 'CALM', sendHz: 0, tickHz: 30 }, 0).setting.mode,
    'AUTO',
    'of an older version',
  );
  assert.equal(createOverride({ mode: 'PIN', sendHz: 4, tickHz: 20 }, 0).check(CALM, 10 * MINUTE), 'ended');
  assert.equal(
    createOverride({ mode: 'PIN', sendHz: 3, endsAtMs: 9e15 }, 0).check(CALM, 10 * MINUTE),
    'ended',
  );
  for (const broken of [7, 'AUTO', { mode: 'SPIN' }, { mode: 'PIN', sendHz: -1 }]) {
    assert.equal(createOverride(broken, 0).setting.mode, 'AUTO');
  }
});
