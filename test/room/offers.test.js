/** The offer of a pause: for a host who went away, and for half of the phones that go at once. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOffers } from '../../lib/room/offers.js';

/** A room that a panel looks at four times a second. */
function openRoom() {
  let nowMs = 0;
  const state = { isPlaying: true, isHosted: false, phones: 20 };
  /** @type {string[]} */
  const told = [];
  const offers = createOffers(({ kind }) => told.push(kind));
  const look = () => offers.look({ nowMs, ...state });
  return {
    state,
    told,
    offers,
    /** @param {number} ms @returns {ReturnType<typeof look>} what the last look gave */
    watch(ms) {
      let found = null;
      for (const endMs = nowMs + ms; nowMs < endMs; nowMs += 250) found = look();
      return found;
    },
    /** No panel is open. @param {number} ms */
    away: (ms) => void (nowMs += ms),
    nowMs: () => nowMs,
  };
}

test('nobody watched for twenty seconds: it is offered for a minute, told once', () => {
  const room = openRoom();
  assert.equal(room.watch(30_000), null);
  room.away(19_000);
  assert.equal(room.watch(1000), null);
  room.away(25_000);
  assert.deepEqual(room.watch(30_000), { kind: 'host-lost', forS: 25 });
  assert.equal(room.watch(40_000), null);
  assert.deepEqual(room.told, ['host-lost']);
});

test('neither where a remote is open, nor in the lobby or a pause, nor when the server has just begun', () => {
  const room = openRoom();
  assert.equal(room.watch(250), null);
  room.state.isHosted = true;
  room.away(60_000);
  assert.equal(room.watch(250), null);
  Object.assign(room.state, { isHosted: false, isPlaying: false });
  room.away(60_000);
  assert.equal(room.watch(250), null);
  assert.deepEqual(room.told, []);
});

test('half of the phones gone at once, until most are back; a few that go one by one are none', () => {
  const room = openRoom();
  room.watch(5000);
  for (; room.state.phones > 9; room.state.phones -= 1) assert.equal(room.watch(5000), null);
  room.state.phones = 20;
  room.watch(12_000);
  room.state.phones = 10;
  assert.deepEqual(room.watch(500), { kind: 'phones-gone', gone: 10, before: 20 });
  room.state.phones = 15;
  assert.notEqual(room.watch(1000), null);
  room.state.phones = 16;
  assert.equal(room.watch(1000), null);
});

test('who does not want it is not asked again for the same', () => {
  const room = openRoom();
  room.watch(5000);
  room.state.phones = 5;
  assert.notEqual(room.watch(500), null);
  room.offers.dismiss(room.nowMs());
  assert.equal(room.watch(30_000), null);
});
