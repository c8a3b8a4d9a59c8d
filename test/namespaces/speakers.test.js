/** The speakers of a room are compared with a walk past all phones, which is what it saves. */

/** @import { Session } from '../../lib/namespaces/session.js' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Speakers, turnOf } from '../../lib/namespaces/speakers.js';

const TURN_MS = 256;
const ACTIVE_TURNS = Math.ceil(25_000 / TURN_MS);

/** @param {number} number @returns {Session} as far as it matters here */
function phone(number) {
  return /** @type {any} */ ({ player: { id: `p${number}` }, turn: 0, checkedAt: 0, isActive: true });
}

/** Makes the same chance each time. @param {number} seed */
function chance(seed) {
  return () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
}

test('those who count as active are those that a walk would find', () => {
  const random = chance(7);
  const speakers = new Speakers(() => {});
  /** The turn in which each was last heard. @type {Map<Session, number>} */
  const heard = new Map();
  let nowMs = 1_000_000;
  for (let step = 0; step < 5000; step++) {
    nowMs += random() < 0.001 ? 60_000 * random() : 300 * random();
    const turn = turnOf(nowMs);
    const [someone] = [...heard.keys()].sort(() => random() - 0.5);
    if (!someone || random() < 0.1) {
      const newcomer = phone(step);
      speakers.add(newcomer, nowMs);
      heard.set(newcomer, turn);
    } else if (random() < 0.08) {
      speakers.delete(someone);
      heard.delete(someone);
    } else {
      speakers.note(someone, turn);
      heard.set(someone, turn);
    }
    speakers.changes(nowMs);
    const active = [...heard.keys()].filter(({ isActive }) => isActive);
    const walked = [...heard.keys()].filter((one) => turn - Number(heard.get(one)) < ACTIVE_TURNS);
    assert.deepEqual(active, walked, `step ${step}`);
  }
  assert.ok(heard.size > 10);
});

test('a phone is reported once when it falls silent, and once when it speaks again', () => {
  const speakers = new Speakers(() => {});
  const [loud, quiet, gone] = [phone(1), phone(2), phone(3)];
  for (const each of [loud, quiet, gone]) speakers.add(each, 0);
  /** @type {string[]} */
  const told = [];
  for (let nowMs = 0; nowMs < 120_000; nowMs += 1000) {
    speakers.note(loud, turnOf(nowMs));
    if (nowMs === 10_000) speakers.delete(gone);
    if (nowMs === 60_000) speakers.note(quiet, turnOf(nowMs));
    const { active = [], idle = [] } = speakers.changes(nowMs) ?? {};
    told.push(...active.map((id) => `${id} speaks at ${nowMs / 1000}`));
    told.push(...idle.map((id) => `${id} silent at ${nowMs / 1000}`));
  }
  assert.deepEqual(told, ['p2 silent at 26', 'p2 speaks at 60', 'p2 silent at 85']);
  assert.deepEqual([loud.isActive, quiet.isActive], [true, false]);
});

test('after a pause of the process, however long, everybody silent is found', () => {
  const speakers = new Speakers(() => {});
  const all = Array.from({ length: 50 }, (_, number) => phone(number));
  all.forEach((each, number) => speakers.add(each, number * 400));
  speakers.changes(20_000);
  assert.equal(speakers.changes(10_000_000)?.idle.length, 50);
  assert.equal(speakers.changes(10_001_000), null);
});

test('the first message of each turn is passed on, and none of a phone that has left', () => {
  /** @type {string[]} */
  const spoke = [];
  const speakers = new Speakers(({ player }) => spoke.push(player.id));
  const one = phone(1);
  speakers.add(one, 0);
  for (let nowMs = 0; nowMs < 4 * TURN_MS; nowMs += 10) speakers.note(one, turnOf(nowMs));
  assert.equal(spoke.length, 3, 'it counts as heard in the turn in which it came');
  speakers.delete(one);
  speakers.note(one, turnOf(100_000));
  assert.equal(spoke.length, 3);
});
