import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createGate } from '../../lib/door/gate.js';
import { createKeys, generateOperatorKey, randomCode } from '../../lib/door/keys.js';

const HOUR = 3600_000;

test('a token names its player, in its room, for 24 hours', () => {
  let nowMs = 1e12;
  const keys = createKeys('secret', () => nowMs);
  const token = keys.playerToken('main', 'pid1');
  assert.equal(keys.readPlayerToken(token, 'main'), 'pid1');
  assert.equal(keys.readPlayerToken(token, 'other'), null);
  assert.equal(createKeys('another secret', () => nowMs).readPlayerToken(token, 'main'), null);
  nowMs += 24 * HOUR;
  assert.equal(keys.readPlayerToken(token, 'main'), null);
});

test('no changed token is taken', () => {
  const keys = createKeys('secret');
  const token = keys.playerToken('main', 'pid1');
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, sign) => {
      fc.pre(token[at] !== sign);
      const changed = token.slice(0, at) + sign + token.slice(at + 1);
      // The last character of base64url carries bits that do not count; there a change may be none.
      if (at < token.length - 1) assert.equal(keys.readPlayerToken(changed, 'main'), null);
    }),
    { numRuns: 3000 },
  );
  for (const wrong of [undefined, null, 7, '', '.', {}, 'x'.repeat(1e6)])
    assert.equal(keys.readPlayerToken(wrong, 'main'), null);
});

test('one kind of token does not pass for another', () => {
  const keys = createKeys('secret');
  assert.equal(keys.isDeviceToken(keys.playerToken('main', 'p')), false);
  assert.equal(keys.readPlayerToken(keys.deviceToken(), 'main'), null);
  assert.equal(keys.isPresenterKey(keys.presenterKey('main'), 'main'), true);
  assert.equal(keys.isPresenterKey(keys.presenterKey('main'), 'other'), false);
});

test('codes are made of letters that cannot be mistaken', () => {
  assert.match(randomCode(500), /^[2-9A-HJ-NP-Z]{500}$/);
  assert.match(generateOperatorKey(), /^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/);
});

test('guessers are stopped after 30 wrong keys; the operator gets in by the printed link and by a known device', () => {
  let nowMs = 0;
  const keys = createKeys('secret');
  const gate = createGate({ operatorKey: 'right-key', keys, now: () => nowMs });
  const device = gate.open('right-key', undefined);
  for (let i = 0; i < 30; i++) assert.throws(() => gate.open(`guess ${i}`, undefined), { code: 'key-wrong' });
  for (let i = 0; i < 1000; i++)
    assert.throws(() => gate.open(`guess ${i}`, 'd1.forged.x'), { code: 'key-wait' });
  assert.throws(
    () => gate.open('right-key', undefined),
    (/** @type {any} */ error) => error.code === 'key-wait' && error.retryAfterMs <= 121_000,
  );
  assert.equal(gate.open('right-key', device), device);
  assert.equal(gate.open('right-key', gate.printedDevice), gate.printedDevice);
  nowMs += 125_000;
  assert.ok(gate.open('right-key', undefined));
});

test('right keys cost nothing, wrong ones on a known device are slowed down too', () => {
  const keys = createKeys('secret');
  const gate = createGate({ operatorKey: 'right-key', keys, now: () => 0 });
  const device = keys.deviceToken();
  for (let i = 0; i < 200; i++) gate.open(' right-key ', device);
  for (let i = 0; i < 10; i++) assert.throws(() => gate.open(['right-key'], device), { code: 'key-wrong' });
  assert.throws(() => gate.open('right-key', device), { code: 'key-wait' });
});
