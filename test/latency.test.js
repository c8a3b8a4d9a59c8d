/** What a phone's way is granted: measured by the server's own pings, never more than 150 ms. */

import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { watchLatency } from '../lib/latency.js';

function openPhone() {
  const conn = new EventEmitter();
  const clock = { ms: 0 };
  const creditMs = watchLatency(/** @type {any} */ (conn), () => clock.ms);
  /** @param {number} ms */
  const ping = (ms) => {
    conn.emit('packetCreate', { type: 'ping' });
    clock.ms += ms;
    conn.emit('heartbeat');
  };
  return { conn, clock, creditMs, ping };
}

test('half of the best of the last 8 round trips; nothing until there is one', () => {
  const { creditMs, ping } = openPhone();
  assert.equal(creditMs(), 0);
  ping(80);
  assert.equal(creditMs(), 40);
  ping(50);
  ping(200);
  assert.equal(creditMs(), 25, 'to hold back an answer gains nothing');
  for (let n = 0; n < 8; n++) ping(100);
  assert.equal(creditMs(), 50, 'old ones are forgotten');
});

test('at most 150 ms, whoever holds back all of them', () => {
  const { creditMs, ping } = openPhone();
  for (let n = 0; n < 20; n++) ping(9000);
  assert.equal(creditMs(), 150);
});

test('a pong that nobody asked for measures nothing', () => {
  const { conn, clock, creditMs, ping } = openPhone();
  ping(80);
  clock.ms += 1;
  conn.emit('heartbeat');
  conn.emit('heartbeat');
  assert.equal(creditMs(), 40);
});
