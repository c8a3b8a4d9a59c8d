/** The rate teller keeps the law by which a phone that sends, and hears nothing for 5 s, slows down. */

/** @import { EdgeRoom } from '../../lib/namespaces/edge-rooms.js' */
/** @import { Session } from '../../lib/namespaces/session.js' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NEVER, TTL_MS, createRateTeller } from '../../lib/namespaces/rate-teller.js';

const CALL_MS = 250;

/** A room with phones, of which the test says who sends. @param {number} count */
function openRoom(count) {
  const room = /** @type {EdgeRoom} */ (/** @type {unknown} */ ({ throttle: { sendHz: 10 } }));
  const sessions = Array.from({ length: count }, (_, number) => {
    const socket = { number, connected: true, conn: { transport: { writable: true } } };
    const session = { number, room, socket, toldTurn: NEVER, isOwed: false };
    return /** @type {Session} */ (/** @type {unknown} */ (session));
  });
  /** @type {number[]} */
  let told = [];
  const teller = createRateTeller({
    sendThrottle: (_room, sockets) =>
      void told.push(...sockets.map((socket) => Number(Object(socket).number))),
    sessionsOf: () => sessions,
    ttlMs: TTL_MS,
  });
  return {
    ...{ room, sessions, teller },
    /** Calls once, after these have sent something. @param {readonly Session[]} speaking @returns {number[]} who was told */
    call(speaking = []) {
      told = [];
      for (const session of speaking) teller.owe(session);
      teller.sendNext(room);
      return told;
    },
    /** @param {'sendAll' | 'sendChange'} how @returns {number[]} who was told */
    change(how) {
      told = [];
      teller[how](room);
      return told;
    },
  };
}

test('a phone that sends all the time is told well within 5 s, again and again', () => {
  const { sessions, call } = openRoom(40);
  const lastMs = sessions.map(() => 0);
  let times = 0;
  for (let nowMs = CALL_MS; nowMs <= 60_000; nowMs += CALL_MS) {
    for (const number of call(sessions)) {
      assert.ok(nowMs - Number(lastMs[number]) <= TTL_MS / 2 + CALL_MS, `${number} at ${nowMs}`);
      lastMs[number] = nowMs;
      times += 1;
    }
  }
  assert.ok(lastMs.every((ms) => ms > 60_000 - TTL_MS));
  assert.ok(times < (40 * 60_000) / (5 * CALL_MS), `not more often than it must: ${times}`);
});

test('those who begin together are not told together for ever', () => {
  const { sessions, call } = openRoom(40);
  let most = 0;
  for (let calls = 0; calls < 200; calls++) {
    const { length } = call(sessions);
    if (calls > 100) most = Math.max(most, length);
  }
  assert.ok(most < 40, String(most));
});

test('a phone that comes is told at the next call, and nobody who is silent ever again', () => {
  const { sessions, call } = openRoom(3);
  assert.deepEqual(call(sessions), [0, 1, 2]);
  for (let calls = 0; calls < 100; calls++) assert.deepEqual(call(), []);
  assert.deepEqual(
    call(sessions.slice(1, 2)),
    [1],
    'its first input is answered with its rate at the next call',
  );
});

test('what is set is told to all at once, and then to nobody twice', () => {
  const { sessions, call, change } = openRoom(3);
  call(sessions);
  call(sessions.slice(0, 1));
  assert.deepEqual(change('sendAll'), [0, 1, 2]);
  for (let calls = 0; calls < 30; calls++) assert.deepEqual(call(), []);
});

/** @param {Session | undefined} session @param {boolean} isReading */
function setReading(session, isReading) {
  assert.ok(session);
  Object.assign(session.socket.conn.transport, { writable: isReading });
}

test('a phone that does not read is left out, and told as soon as it reads, whether it sends or not', () => {
  const { sessions, call, change } = openRoom(2);
  call(sessions);
  setReading(sessions[0], false);
  for (let times = 0; times < 3; times++) assert.deepEqual(change('sendAll'), [1]);
  for (let calls = 0; calls < 20; calls++) assert.deepEqual(call(), []);
  setReading(sessions[0], true);
  assert.deepEqual(call(), [0]);
  for (let calls = 0; calls < 20; calls++) assert.deepEqual(call(), [], 'and not twice');
});

test('a phone that has gone before it read is forgotten', () => {
  const { sessions, call, change } = openRoom(1);
  call(sessions);
  setReading(sessions[0], false);
  change('sendAll');
  Object.assign(Object(sessions[0]).socket, { connected: false });
  assert.deepEqual(call(), []);
  setReading(sessions[0], true);
  assert.deepEqual(call(), []);
});

test('a change is told to those who send at once, and to another one when it sends again', () => {
  const { sessions, call, change } = openRoom(3);
  call(sessions);
  assert.deepEqual(change('sendChange'), [], 'nobody has sent anything');
  assert.deepEqual(call(sessions.slice(2)), [2], 'at the next call, though it was told a moment ago');
  for (let calls = 0; calls < 4; calls++) assert.deepEqual(call(sessions), calls === 0 ? [0, 1] : []);
  assert.deepEqual(change('sendChange').sort(), [0, 1, 2], 'all of them send by now');
  for (let calls = 0; calls < 30; calls++) assert.deepEqual(call(), []);
});
