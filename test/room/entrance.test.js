import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEntrance } from '../../lib/room/entrance.js';
import { until } from '../support/until.js';

const STRANGER = Object.freeze({ pid: null, network: 'hall' });

/** @param {{ isLocked?: boolean, asksCode?: boolean }} [saved] */
function newEntrance({ isLocked = false, asksCode = false } = {}) {
  let nowMs = 1000;
  let changes = 0;
  const stored = /** @type {object[]} */ ([]);
  const own = {
    asksCode,
    async set(/** @type {any} */ changed) {
      Object.assign(own, changed);
      stored.push(changed);
    },
  };
  const entrance = createEntrance({
    ...{ id: 'main', isLocked, own, now: () => nowMs },
    join: { url: 'http://192.168.1.20:8080', qr: '<svg>plain</svg>' },
    save: async () => void stored.push({ locked: entrance.isLocked }),
    onChange: () => (changes += 1),
    log: /** @type {any} */ ({ info: () => {}, error: assert.fail }),
  });
  return {
    entrance,
    stored,
    changes: () => changes,
    /** @param {number} s */
    pass(s) {
      nowMs += s * 1000;
      entrance.turn();
    },
    code: () => String(entrance.code),
    /** @param {string | undefined} code @param {object} [more] @returns {string} of the refusal; '': let in */
    knock(code, more) {
      try {
        entrance.check({ ...STRANGER, ...(code !== undefined && { code }), ...more });
        return '';
      } catch (error) {
        return /** @type {any} */ (error).code;
      }
    },
  };
}

/** @param {string} digits @returns {string} others */
const otherThan = (digits) => String((Number(digits) + 1) % 1e6).padStart(6, '0');

test('a locked room lets in those who were here and phones of a rehearsal, and nobody else', async () => {
  const { entrance, stored, knock } = newEntrance();
  assert.equal(knock(undefined), '');
  await entrance.lock(true);
  assert.deepEqual(stored, [{ locked: true }]);
  assert.equal(knock(undefined), 'room-locked');
  assert.equal(knock(undefined, { isExpected: true }), 'room-locked', 'it was locked while they waited');
  assert.equal(knock(undefined, { pid: 'known or forgotten' }), '');
  assert.equal(knock(undefined, { isVirtual: true }), '');
});

test('while a code is asked for, only strangers need it', async () => {
  const { entrance, stored, code, knock } = newEntrance();
  assert.equal(entrance.code, null);
  assert.equal(entrance.describe().entry, null);
  await entrance.askCode(true);
  assert.deepEqual(stored, [{ asksCode: true }]);
  assert.match(code(), /^\d{6}$/);
  assert.equal(knock(undefined), 'code-needed');
  assert.equal(knock(''), 'code-needed');
  assert.equal(knock(otherThan(code())), 'code-wrong');
  assert.equal(knock(code()), '');
  assert.equal(knock(undefined, { isExpected: true }), '', 'they had it before they waited');
  assert.equal(knock(undefined, { pid: 'known' }), '');
  assert.equal(knock(undefined, { isVirtual: true }), '');
  await entrance.askCode(false);
  assert.equal(entrance.code, null);
  assert.equal(knock(undefined), '');
});

test('a code is shown for half a minute and good for half a minute more', async () => {
  const { entrance, pass, code, knock } = newEntrance({ asksCode: true });
  const first = code();
  pass(29);
  assert.equal(code(), first);
  pass(1);
  const second = code();
  assert.notEqual(second, first);
  assert.deepEqual([knock(first), knock(second)], ['', '']);
  pass(30);
  assert.deepEqual([knock(first), knock(second)], ['code-wrong', '']);
  pass(3600);
  assert.equal(knock(second), 'code-wrong', 'also after a time without a tick');
  await entrance.askCode(false);
  await entrance.askCode(true);
  assert.equal(knock(second), 'code-wrong', 'and none of before');
});

test('screens are shown the digits and an address with a code of its own, drawn', async () => {
  const { entrance, changes, pass, code } = newEntrance();
  await entrance.askCode(true);
  await until(() => entrance.describe().entry !== null);
  const { qr, locked, entry } = entrance.describe();
  assert.equal(qr, '<svg>plain</svg>', 'which is printed, and shown to everybody');
  assert.equal(locked, false);
  assert.equal(entry?.digits, code());
  assert.match(String(entry?.qr), /^<svg/);
  assert.equal(changes(), 2, 'at once, and when it is drawn');
  pass(30);
  await until(() => entrance.describe().entry?.digits === code());
  assert.notEqual(entrance.describe().entry?.qr, entry?.qr);
  pass(1);
  assert.equal(changes(), 3, 'and nothing is sent in between');
});

test('who tries codes is stopped with their network, and no other one', () => {
  const { pass, code, knock } = newEntrance({ asksCode: true });
  const wrong = () => knock(otherThan(code()));
  for (let tries = 0; tries < 60; tries++) assert.equal(wrong(), 'code-wrong');
  assert.equal(wrong(), 'code-wait');
  assert.equal(knock(code()), 'code-wait', 'or the answer would say which one is right');
  assert.equal(knock(code(), { network: 'elsewhere' }), '');
  pass(1);
  assert.equal(knock(code()), '');
});
