/** A client that does not read is cut off, one that floods is read more slowly, and the others do not notice. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { createServer } from 'node:http';
import { Server } from 'socket.io';
import WebSocket from 'ws';
import { watchConnections } from '../../lib/wire/connections.js';
import { createMeter } from '../../lib/wire/meter.js';
import { joinAsPhone, next, openSocket, startServer } from '../support/server.js';

/**
 * @param {import('node:test').TestContext} t
 * @param {{ stuckMs?: number, now?: () => number }} [options]
 * @param {Partial<import('socket.io').ServerOptions>} [engine]
 */
async function serve(t, options = {}, engine = {}) {
  const http = createServer();
  const io = new Server(http, { transports: ['websocket'], ...engine });
  const meter = createMeter();
  const connections = watchConnections({ engine: io.engine ?? io.attach(http).engine, meter, ...options });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  t.after(async () => {
    connections.stop();
    meter.stop();
    connections.cutAll();
    await io.close();
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (http.address());
  return { io, meter, connections, url: `http://127.0.0.1:${port}` };
}

/** @param {import('node:test').TestContext} t @param {string} url */
async function openRaw(t, url) {
  const ws = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  t.after(() => ws.terminate());
  await once(ws, 'open');
  ws.send('40');
  await once(ws, 'message');
  return ws;
}

/** @param {() => boolean} isTrue */
async function until(isTrue) {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
}

test('a client that stops reading is cut off, and one that reads is not', async (t) => {
  const { io, url } = await serve(t, { stuckMs: 300 });
  const reader = openSocket(t, url);
  await next(reader, 'connect');
  const ws = await openRaw(t, url);
  await until(() => io.engine.clientsCount === 2);
  ws.pause();
  let received = 0;
  reader.on('blob', () => (received += 1));
  const text = 'x'.repeat(100_000);
  for (let sent = 1; io.engine.clientsCount === 2; sent++) {
    io.emit('blob', text);
    await until(() => received === sent);
  }
  assert.equal(io.engine.clientsCount, 1);
  assert.equal(reader.connected, true);
});

test('more than 256 KB that wait end a client; the load lab’s is spared, and so is one with less', async (t) => {
  const { io, connections, url } = await serve(t);
  const [spared, ended] = [openSocket(t, url), openSocket(t, url)];
  await Promise.all([next(spared, 'connect'), next(ended, 'connect')]);
  const server = io.sockets.sockets.get(String(spared.id));
  assert.ok(server);
  connections.lift(server.conn);
  const gone = new Promise((resolve) => ended.once('disconnect', resolve));
  const text = 'x'.repeat(1000);
  const few = next(ended, 'line', ({ line }) => line === 199);
  for (let line = 0; line < 200; line++) io.emit('line', { line, text });
  await few;
  const last = next(spared, 'line', ({ line }) => line === 999);
  for (let line = 200; line < 1000; line++) io.emit('line', { line, text });
  await Promise.all([gone, last]);
  assert.equal(spared.connected, true);
});

test('a flood is read more slowly, and all of it in the end', async (t) => {
  let nowMs = 0;
  let readings = 0;
  const now = () => ((readings += 1), nowMs);
  // The shorter the time to be stuck, the more often all connections are swept: that must not forgive a flood sooner.
  const { io, meter, url } = await serve(t, { stuckMs: 10, now }, { pingInterval: 60_000 });
  const sweeps = async (/** @type {number} */ count) => {
    const enough = readings + count;
    await until(() => readings >= enough);
  };
  io.on('connection', (socket) => socket.onAny(() => {}));
  const ws = await openRaw(t, url);
  const [conn] = Object.values(/** @type {any} */ (io.engine).clients);
  const isPaused = () => conn.transport.socket.isPaused;
  for (let i = 0; i < 800; i++) ws.send('42["x"]');
  await until(isPaused);
  await sweeps(10);
  assert.equal(isPaused(), true, 'no time has passed, so nothing is forgiven');
  const above = meter.counts.messagesIn - 600;
  nowMs += (above / 100) * 1000;
  await sweeps(10);
  assert.equal(isPaused(), true, 'at 100 a second it is still at its burst');
  ws.send('42["x"]');
  await until(() => {
    nowMs += 100;
    return meter.counts.messagesIn === 802;
  });
  assert.equal(ws.readyState, WebSocket.OPEN);
});

test('a flooding phone does not slow another, and reconnecting does not refill its limit', async (t) => {
  const app = await startServer(t);
  const honest = await joinAsPhone(t, app.url);
  let { socket, welcome } = await joinAsPhone(t, app.url);
  const answers = [];
  for (let round = 0; round < 5; round++) {
    for (let i = 0; i < 20; i++) answers.push(socket.timeout(5000).emitWithAck('input', { taps: 1, x: 0 }));
    await Promise.all(answers);
    socket.disconnect();
    ({ socket, welcome } = await joinAsPhone(t, app.url, { token: welcome.player.token }));
  }
  const taken = (await Promise.all(answers)).filter(({ ok }) => ok).length;
  assert.ok(taken >= 20 && taken < 60, `${taken} of 100 were taken`);
  assert.equal((await honest.socket.timeout(2000).emitWithAck('input', { taps: 1, x: 0 })).ok, true);
});

test('a paused connection is not read for a while, loses nothing, and the others are read meanwhile', async (t) => {
  const { io, connections, url } = await serve(t);
  const heard = /** @type {string[]} */ ([]);
  io.on('connection', (socket) => socket.on('say', (who) => void heard.push(who)));
  const paused = await openRaw(t, url);
  const [conn] = Object.values(/** @type {any} */ (io.engine).clients);
  const other = openSocket(t, url);
  await next(other, 'connect');
  connections.pauseReads([conn], 400);
  connections.pauseReads([conn], 100);
  for (let i = 0; i < 5; i++) paused.send('42["say","paused"]');
  other.emit('say', 'other');
  await until(() => heard.length > 0);
  assert.deepEqual(heard, ['other'], 'a shorter pause does not end a longer one');
  await until(() => heard.length === 6);
  assert.equal(heard.filter((who) => who === 'paused').length, 5);
});

test('counts the connections that do not take what they are sent', { timeout: 30_000 }, async (t) => {
  const { io, connections, url } = await serve(t);
  const reader = openSocket(t, url);
  await next(reader, 'connect');
  const ws = await openRaw(t, url);
  assert.deepEqual(connections.stuck(), { stuck: 0, open: 2 });
  ws.pause();
  // Less than what ends a connection, so that it is seen before.
  const text = 'x'.repeat(100_000);
  let received = 0;
  reader.on('blob', () => (received += 1));
  for (let sent = 1; connections.stuck().stuck !== 1 || received < sent - 1; sent++) {
    io.emit('blob', text);
    await until(() => received === sent);
  }
  assert.deepEqual(connections.stuck(), { stuck: 1, open: 2 });
});

test('after a pause of many, all that was sent meanwhile comes through', async (t) => {
  const { io, connections, url } = await serve(t);
  const heard = /** @type {string[]} */ ([]);
  io.on('connection', (socket) => socket.on('word', (word) => void heard.push(word)));
  const phones = await Promise.all(
    Array.from({ length: 80 }, async () => {
      const socket = openSocket(t, url);
      await next(socket, 'connect');
      return socket;
    }),
  );
  const conns = [...io.sockets.sockets.values()].map(({ conn }) => conn);
  connections.pauseReads(conns, 300);
  phones.forEach((phone, index) => phone.emit('word', String(index)));
  const asked = openSocket(t, url);
  await next(asked, 'connect');
  assert.deepEqual(heard, [], 'a new phone joins meanwhile, and they are not read');
  await until(() => heard.length === 80);
  assert.deepEqual(new Set(heard), new Set(phones.map((_, index) => String(index))));
});

test('the way from a phone is measured by the pings that are there anyway', async (t) => {
  const { io, connections, url } = await serve(t, {}, { pingInterval: 20 });
  await next(openSocket(t, url), 'connect');
  const [socket] = io.sockets.sockets.values();
  assert.ok(socket);
  await until(() => (connections.latencyOf(socket.conn)?.creditMs ?? 0) > 0);
});
