import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { createGate } from '../../lib/door/gate.js';
import { networkOf } from '../../lib/door/network.js';
import {
  codeOf as codeFrom,
  createKeys,
  generateOperatorKey,
  generatePid,
  randomCode,
} from '../../lib/door/keys.js';

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
  const key = keys.presenterKey('main', 0);
  assert.equal(keys.isPresenterKey(key, 'main', 0), true);
  assert.equal(keys.isPresenterKey(key, 'other', 0), false);
  assert.equal(keys.isPresenterKey(key, 'main', 1), false);
  assert.equal(keys.isPresenterKey(keys.presenterKey('main', 1), 'main', 1), true);
});

test('codes are made of letters that cannot be mistaken', () => {
  assert.match(randomCode(500), /^[2-9A-HJ-NP-Z]{500}$/);
  assert.match(generateOperatorKey(), /^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/);
});

test('no two identities are the same, however many are made', () => {
  const pids = Array.from({ length: 1000 }, generatePid);
  assert.equal(new Set(pids).size, 1000);
  for (const pid of pids) assert.equal(Buffer.from(pid, 'base64url').length, 16);
});

test('a public id follows from its secret, on every start', () => {
  const digest = createHash('sha256').update('a secret 0').digest();
  const letters = Array.from(digest.subarray(0, 6), (byte) => '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'[byte & 31]);
  assert.equal(codeFrom('a secret 0', 6), letters.join(''));
});

test('guessers are stopped after 30 wrong keys; the operator gets in by the printed link and by a known device', () => {
  let nowMs = 0;
  const keys = createKeys('secret');
  const gate = createGate({ lock: keys.operatorLock('right-key'), keys, now: () => nowMs });
  const device = gate.open('right-key', undefined);
  const codes = Array.from({ length: 1000 }, (_, i) =>
    codeOf(() => gate.open(`guess ${i}`, 'd1.x.y', `10.0.${i >> 8}.${i & 255}`)),
  );
  assert.equal(codes.filter((code) => code === 'key-wrong').length, 30, 'from a thousand addresses');
  assert.ok(codes.slice(30).every((code) => code === 'key-wait'));
  assert.throws(
    () => gate.open('right-key', undefined, '10.9.9.9'),
    (/** @type {any} */ error) => error.code === 'key-wait' && error.retryAfterMs <= 201_000,
  );
  assert.equal(gate.open('right-key', device), device);
  assert.equal(gate.open('right-key', gate.printedDevice), gate.printedDevice);
  nowMs += 205_000;
  assert.ok(gate.open('right-key', undefined));
});

test('while others guess without end, the operator gets in on a new device, even after two slips', () => {
  let nowMs = 0;
  const keys = createKeys('secret');
  const gate = createGate({ lock: keys.operatorLock('right-key'), keys, now: () => nowMs });
  let evaluated = 0;
  for (let second = 0; second < 24 * 3600; second += 10) {
    nowMs = second * 1000;
    for (const address of ['10.0.0.1', '::ffff:10.0.0.2', 'fd00::1:2:3:4', `fd00::${second.toString(16)}`])
      if (codeOf(() => gate.open('a guess', undefined, address)) === 'key-wrong') evaluated += 1;
  }
  assert.ok(evaluated <= 30 * 25, `${evaluated} guesses were evaluated in a day`);
  for (let slip = 0; slip < 2; slip++)
    assert.throws(() => gate.open('rihgt-key', undefined, '10.0.0.9'), { code: 'key-wrong' });
  assert.ok(keys.isDeviceToken(gate.open('right-key', undefined, '10.0.0.9')));
  assert.throws(() => gate.open('right-key', undefined, '10.0.0.1'), { code: 'key-wait' });
});

test('an address is a machine: mapped IPv4 is IPv4, and an IPv6 network counts as one', () => {
  assert.equal(networkOf('::ffff:10.0.0.2'), '10.0.0.2');
  assert.equal(networkOf('10.0.0.2'), '10.0.0.2');
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2');
  assert.equal(networkOf('2001:db8:1:2::6'), '2001:db8:1:2');
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0');
  assert.equal(networkOf('::1'), '0:0:0:0');
  assert.equal(networkOf(''), '');
});

test('right keys cost nothing, wrong ones on a known device are slowed down too', () => {
  const keys = createKeys('secret');
  const gate = createGate({ lock: keys.operatorLock('right-key'), keys, now: () => 0 });
  const device = keys.deviceToken();
  for (let i = 0; i < 200; i++) gate.open(' right-key ', device);
  for (let i = 0; i < 10; i++) assert.throws(() => gate.open(['right-key'], device), { code: 'key-wrong' });
  assert.throws(() => gate.open('right-key', device), { code: 'key-wait' });
});

/** @param {() => unknown} run @returns {string | undefined} the code of what it throws */
function codeOf(run) {
  try {
    run();
  } catch (error) {
    return /** @type {any} */ (error).code;
  }
  return undefined;
}

test('the key may be typed in small letters, with other dashes or none; one that somebody chose is meant to the letter', () => {
  const { operatorLock, opens } = createKeys('secret');
  const key = generateOperatorKey();
  const lock = operatorLock(key);
  for (const typed of [key, key.toLowerCase(), key.replaceAll('-', ''), ` ${key.replaceAll('-', ' – ')} `])
    assert.equal(opens(typed, lock), true, typed);
  for (const typed of ['', '-', key.slice(1), `${key}2`, undefined, 7, { key }, lock])
    assert.equal(opens(typed, lock), false);
  assert.ok(!lock.includes(key) && createKeys('another secret').operatorLock(key) !== lock);
  for (const chosen of ['my secret-Key', 'SECRET', 'LIKE-ONES']) {
    assert.equal(opens(` ${chosen} `, operatorLock(chosen)), true);
    for (const typed of [chosen.toLowerCase(), chosen.replace('-', ''), ''].filter((each) => each !== chosen))
      assert.equal(opens(typed, operatorLock(chosen)), false, typed);
  }
});
