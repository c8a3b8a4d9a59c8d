/** Tokens, keys and codes: each opens what it is for, and nothing else. */

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
} from '../../lib/door/keys-and-tokens.js';

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

/** @param {import('node:test').TestContext} t @param {{ isGenerated: boolean }} options */
function openGate(t, { isGenerated }) {
  const clock = { nowMs: 0 };
  const keys = createKeys('secret');
  const right = isGenerated ? generateOperatorKey() : 'right-key';
  /** @type {string[]} */
  const lines = [];
  /** @type {any[]} */
  const asked = [];
  const gate = createGate({
    lock: keys.operatorLock(right, isGenerated),
    keys,
    log: { warn: (_roomId, text) => void lines.push(text) },
    bus: { ask: async (_kind, request) => /** @type {never} */ (asked.push(request)) },
    now: () => clock.nowMs,
  });
  t.after(gate.stop);
  return { clock, keys, right, gate, lines, asked };
}

test('a chosen key: an address has 6 tries an hour, all together 60; printed link and known device always get in', (t) => {
  const { clock, gate, right } = openGate(t, { isGenerated: false });
  const device = gate.open(right, undefined, '10.0.0.1');
  const guess = (/** @type {string} */ address) => codeOf(() => gate.open('a guess', 'd1.x.y', address));
  const codes = Array.from({ length: 20 }, () => guess('10.0.0.1'));
  assert.equal(codes.filter((code) => code === 'key-wrong').length, 6);
  assert.ok(codes.slice(6).every((code) => code === 'key-wait'));
  assert.throws(
    () => gate.open(right, undefined, '10.0.0.1'),
    (/** @type {any} */ error) => error.code === 'key-wait' && error.retryAfterMs === 600_000,
  );
  const others = Array.from({ length: 1000 }, (_, i) => guess(`10.0.${i >> 8}.${i & 255}`));
  assert.equal(others.filter((code) => code === 'key-wrong').length, 54, 'from a thousand addresses');
  assert.equal(
    codeOf(() => gate.open(right, undefined, '10.9.9.9')),
    'key-wait',
  );
  for (const address of ['10.0.0.1', '10.9.9.9'])
    for (const known of [device, gate.printedDevice]) assert.equal(gate.open(right, known, address), known);
  clock.nowMs += 61_000;
  assert.ok(gate.open(right, undefined, '10.9.9.9'));
});

test('while nine others guess a chosen key without end, the operator gets in on a new device, even after two slips', (t) => {
  const { clock, gate, keys, right } = openGate(t, { isGenerated: false });
  const addresses = ['::ffff:10.0.0.2', ...[1, 3, 4, 5, 6, 7, 8].map((host) => `10.0.0.${host}`)];
  let evaluated = 0;
  for (let second = 0; second < 24 * 3600; second += 10) {
    clock.nowMs = second * 1000;
    for (const address of [...addresses, `fd00::${second.toString(16)}`])
      if (codeOf(() => gate.open('a guess', undefined, address)) === 'key-wrong') evaluated += 1;
  }
  assert.ok(evaluated <= 60 * 25, `${evaluated} guesses were evaluated in a day`);
  for (let slip = 0; slip < 2; slip++)
    assert.throws(() => gate.open('rihgt-key', undefined, '10.0.0.9'), { code: 'key-wrong' });
  assert.ok(keys.isDeviceToken(gate.open(right, undefined, '10.0.0.9')));
  assert.throws(() => gate.open(right, undefined, '10.0.0.1'), { code: 'key-wait' });
});

test('a generated key opens at any time, also at the address of guessers, who are slowed down', (t) => {
  const { clock, gate, keys, right } = openGate(t, { isGenerated: true });
  const guess = (/** @type {unknown} */ device) => codeOf(() => gate.open('a guess', device, '10.0.0.1'));
  for (const device of [undefined, keys.deviceToken()]) {
    const codes = Array.from({ length: 1000 }, () => guess(device));
    assert.equal(codes.filter((code) => code === 'key-wrong').length, 10);
    assert.ok(keys.isDeviceToken(gate.open(right, device, '10.0.0.1')));
  }
  clock.nowMs += 1000;
  assert.deepEqual([guess(undefined), guess(undefined)], ['key-wrong', 'key-wait'], 'one a second');
});

test('no key at all is no guess', (t) => {
  const { gate, lines, right } = openGate(t, { isGenerated: false });
  for (let i = 0; i < 1000; i++)
    for (const key of [undefined, null, '', ' ', 7, [right], { key: right }])
      assert.equal(
        codeOf(() => gate.open(key, undefined, '10.0.0.1')),
        'key-missing',
      );
  assert.ok(gate.open(right, undefined, '10.0.0.1'));
  assert.deepEqual(lines, []);
});

test('the log counts guesses by address in a line, and the panel gets an event often enough and no oftener', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { asked, clock, gate, lines } = openGate(t, { isGenerated: true });
  const guess = (/** @type {string} */ address, times = 1) => {
    for (let i = 0; i < times; i++) codeOf(() => gate.open('a guess', undefined, address));
  };
  const pass = (/** @type {number} */ ms) => {
    clock.nowMs += ms;
    t.mock.timers.tick(ms);
  };
  guess('10.0.0.8', 3);
  guess('10.0.0.7', 12);
  guess('fd00::1:2:3:4', 2);
  for (const host of [1, 2, 3, 4]) guess(`10.0.1.${host}`);
  pass(5000);
  const sources = '12 from 10.0.0.7, 3 from 10.0.0.8, 2 from fd00:0:0:0::/64, 4 from others';
  assert.deepEqual(lines, [`Operator keys refused: ${sources}.`]);
  const args = ['10.0.0.7, 10.0.0.8, fd00:0:0:0::/64, …'];
  assert.deepEqual(asked, [{ by: null, name: 'guessed', args }]);
  for (let i = 0; i < 720; i++) {
    guess('10.0.0.7');
    pass(5000);
  }
  assert.equal(lines.length, 721);
  assert.equal(lines.at(-1), 'Operator keys refused: 1 from 10.0.0.7.');
  assert.ok(asked.length >= 10 && asked.length <= 11, `${asked.length} events in an hour`);
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

test('right keys cost nothing, wrong ones on a known device are slowed down too', (t) => {
  const { gate, keys, right } = openGate(t, { isGenerated: false });
  const device = keys.deviceToken();
  for (let i = 0; i < 200; i++) gate.open(` ${right} `, device);
  for (let i = 0; i < 10; i++) assert.throws(() => gate.open('wrong-key', device), { code: 'key-wrong' });
  assert.throws(() => gate.open(right, device), { code: 'key-wait' });
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
  const lock = operatorLock(key, true);
  for (const typed of [key, key.toLowerCase(), key.replaceAll('-', ''), ` ${key.replaceAll('-', ' – ')} `])
    assert.equal(opens(typed, lock), true, typed);
  for (const typed of ['', '-', key.slice(1), `${key}2`, undefined, 7, { key }, lock])
    assert.equal(opens(typed, lock), false);
  assert.ok(!lock.includes(key) && createKeys('another secret').operatorLock(key, true) !== lock);
  for (const chosen of ['my secret-Key', 'SECRET', 'LIKE-ONES', key]) {
    assert.equal(opens(` ${chosen} `, operatorLock(chosen, false)), true);
    for (const typed of [chosen.toLowerCase(), chosen.replace('-', ''), ''].filter((each) => each !== chosen))
      assert.equal(opens(typed, operatorLock(chosen, false)), false, typed);
  }
});
