/** HTTP takes its share of the loop and no more; pages are loaded beside a flood of requests from any address, and health is always answered. */

import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { createHttpShare } from '../../lib/http/share.js';
import { next, startServer } from '../support/server.js';
import { until } from '../support/until.js';

/**
 * Plays requests on a clock of its own: each takes 1 ms of it.
 * @param {import('node:test').TestContext} t
 */
function open(t) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const clock = { nowMs: 0, busyMs: 0, cpuMs: 0 };
  const share = createHttpShare({
    meter: { aside: { ms: 0 } },
    addressOf: (peer = '') => peer,
    now: () => clock.nowMs,
    busyMs: () => clock.busyMs,
    cpuMs: () => clock.cpuMs,
  });
  t.after(share.stop);
  const answered = new Map();
  /** @type {string[]} */
  const refused = [];

  /**
   * A connection that asks again as soon as it is answered.
   * @param {string} name @param {number} [most] requests @param {{ eachMs?: number, eachCpuMs?: number, address?: string }} [options]
   */
  function ask(name, most = Infinity, { eachMs = 1, eachCpuMs = eachMs, address = '10.0.0.1' } = {}) {
    const destroy = () => (socket.destroyed = true);
    const socket = /** @type {any} */ ({ destroyed: false, destroy, remoteAddress: address });
    const send = () => {
      const response = new EventEmitter();
      const run = () => {
        clock.nowMs += eachMs;
        clock.cpuMs += eachCpuMs;
        clock.busyMs += eachMs * 1.7;
        answered.set(name, (answered.get(name) ?? 0) + 1);
        response.emit('close');
        if (answered.get(name) < most) soon.push(send);
      };
      const refuse = () => {
        refused.push(name);
        response.emit('close');
      };
      share.admit(/** @type {any} */ ({ socket, headers: {} }), /** @type {any} */ (response), run, refuse);
    };
    soon.push(send);
    return { socket, send };
  }
  const soon = /** @type {(() => void)[]} */ ([]);

  return {
    share,
    answered,
    ask,
    refused,
    /** @param {number} seconds @param {number} others 0 to 1 of the loop */
    run(seconds, others = 0) {
      const untilMs = clock.nowMs + seconds * 1000;
      let lastMs = clock.nowMs;
      while (clock.nowMs < untilMs) {
        clock.nowMs += 5;
        clock.busyMs += (clock.nowMs - lastMs) * others;
        lastMs = clock.nowMs;
        t.mock.timers.tick(5);
        for (const send of soon.splice(0)) send();
      }
    },
  };
}

test('requests in a loop take their share, less when others need the loop, and never nothing', (t) => {
  const hall = open(t);
  for (let i = 0; i < 24; i++) hall.ask(`looper ${i}`);
  hall.run(5);
  const idleMs = hall.share.takenMs / 5;
  assert.ok(idleMs > 150 && idleMs <= 310, `${idleMs} ms a second of an idle loop`);
  hall.run(5, 0.6);
  const beforeMs = hall.share.takenMs;
  hall.run(5, 0.6);
  const busyMs = (hall.share.takenMs - beforeMs) / 5;
  assert.ok(busyMs > 40 && busyMs < 130, `${busyMs} ms a second of a busy loop`);
});

test('a page is loaded beside any number of requests in a loop', (t) => {
  const hall = open(t);
  for (let i = 0; i < 24; i++) hall.ask(`looper ${i}`);
  hall.run(10);
  for (let i = 0; i < 6; i++) hall.ask(`page ${i}`, 4);
  hall.run(0.5);
  for (let i = 0; i < 6; i++) assert.equal(hall.answered.get(`page ${i}`), 4);
});

test('a request in which the process stood still holds up those after it for a moment, and not for a minute', (t) => {
  const hall = open(t);
  hall.run(3, 1);
  hall.ask('stalled', 1, { eachMs: 3000 });
  hall.run(3.1, 1);
  for (let i = 0; i < 6; i++) hall.ask(`page ${i}`, 4);
  hall.run(2, 1);
  for (let i = 0; i < 6; i++) assert.equal(hall.answered.get(`page ${i}`), 4);
});

test('on a machine that others fill, a request owes the processor time that it got', (t) => {
  const hall = open(t);
  hall.run(3, 1);
  for (let i = 0; i < 6; i++) hall.ask(`page ${i}`, 8, { eachMs: 20, eachCpuMs: 1 });
  hall.run(3, 1);
  for (let i = 0; i < 6; i++) assert.equal(hall.answered.get(`page ${i}`), 8);
});

test('a page is loaded beside thousands of connections of another address, which lose the requests that are too many', (t) => {
  const hall = open(t);
  for (let i = 0; i < 3000; i++) hall.ask(`stranger ${i}`, 1);
  hall.run(0.02);
  for (let i = 0; i < 6; i++) hall.ask(`page ${i}`, 4, { address: '10.0.0.2' });
  hall.run(0.5);
  for (let i = 0; i < 6; i++) assert.equal(hall.answered.get(`page ${i}`), 4);
  assert.ok(hall.refused.length > 0 && hall.refused.every((name) => name.startsWith('stranger')));
});

test('a page is loaded beside connections of the same address that ask once each: it is asked for again over the connection that was refused', (t) => {
  const hall = open(t);
  for (let i = 0; i < 3000; i++) hall.ask(`stranger ${i}`, 1);
  hall.run(0.02);
  // They fill the queue again in the moment in which the pages come.
  for (let i = 0; i < 100; i++) hall.ask(`another ${i}`, 1);
  const pages = Array.from({ length: 6 }, (_, i) => hall.ask(`page ${i}`, 4));
  hall.run(0.01);
  assert.equal(hall.refused.filter((name) => name.startsWith('page')).length, 6);
  for (const { send } of pages) send();
  hall.run(0.5);
  for (let i = 0; i < 6; i++) assert.equal(hall.answered.get(`page ${i}`), 4);
  assert.ok(hall.share.waiting > 1000, 'the others still wait');
});

test('too many that wait are refused, and a connection that does not wait for answers is ended', (t) => {
  const hall = open(t);
  for (let i = 0; i < 3000; i++) hall.ask(`one ${i}`, 1);
  hall.run(0.02);
  const { length } = hall.refused;
  assert.ok(length > 900 && length <= 1000, `${length} of 3,000 were refused`);
  const { socket, send } = hall.ask('pipeline', 1, { address: '10.0.0.2' });
  for (let i = 0; i < 8; i++) send();
  assert.equal(socket.destroyed, false);
  send();
  assert.equal(socket.destroyed, true);
});

test('a server that is asked in a loop tells its health, gives pages, and keeps those that poll', async (t) => {
  const app = await startServer(t);
  const { hostname, port } = new URL(app.url);
  const loopers = Array.from({ length: 24 }, () => {
    const socket = connect(Number(port), hostname);
    t.after(() => socket.destroy());
    const ask = () => socket.write('GET /public/phone/phone.js HTTP/1.1\r\nHost: x\r\n\r\n');
    socket.on('data', (chunk) => chunk.toString('latin1').includes('HTTP/1.1 ') && ask());
    socket.on('error', () => {});
    ask();
    return socket;
  });
  await Promise.all(loopers.map((socket) => once(socket, 'data')));
  for (let i = 0; i < 5; i++) {
    assert.equal(await (await fetch(`${app.url}/healthz`)).text(), 'ok');
    assert.match(await (await fetch(app.url)).text(), /<!doctype html>/i);
  }
  const { io } = await import('socket.io-client');
  const phone = io(`${app.url}/players`, { transports: ['polling'], forceNew: true, reconnection: false });
  t.after(() => phone.disconnect());
  let why = '';
  phone.on('disconnect', (reason) => (why = reason));
  await next(phone, 'welcome');
  // The governor may lower the rate of a server that is asked so much; each input is sent until it counts.
  for (let i = 0; i < 10; i++)
    await until(async () => (await phone.timeout(60_000).emitWithAck('input', { taps: 1, x: 0 })).ok);
  assert.equal(why, '', 'it stays');
});
