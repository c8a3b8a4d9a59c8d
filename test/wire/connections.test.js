/** A client that does not read is cut off, so is one that floods, and the others do not notice. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import WebSocket from 'ws';
import { SKIP_BYTES } from '../../lib/wire/fan-out.js';
import { FastServer, fastSocketOf, frameOf } from '../../lib/wire/fast-socket.js';
import { SWEEP_MS, TARIFFS } from '../../lib/wire/toll.js';
import { encodeFrame } from '../../loadtest/swarm/frames.js';
import { joinAsPhone, next, openControl, openSocket, startServer } from '../support/server.js';
import { until } from '../support/until.js';
import { serveSockets } from '../support/wire.js';

/**
 * @param {import('node:test').TestContext} t
 * @param {{ stuckMs?: number, now?: () => number, packets?: { perS: number, burst: number } }} [options]
 * @param {Partial<import('socket.io').ServerOptions>} [engine]
 */
function serve(t, options = {}, engine = {}) {
  return serveSockets(t, options, { transports: ['websocket'], ...engine });
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

test('a time in which this process stood still counts against nobody', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let nowMs = 0;
  const { io, connections, url } = await serve(t, { now: () => nowMs });
  const sweepAfter = (/** @type {number} */ ms) => {
    nowMs += ms;
    t.mock.timers.tick(SWEEP_MS);
  };
  const ws = await openRaw(t, url);
  ws.pause();
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const [conn] = Object.values(/** @type {any} */ (io.engine).clients);
  while (!connections.of(conn)?.isStuck) {
    io.emit('blob', 'x'.repeat(100_000));
    await turn();
  }
  sweepAfter(SWEEP_MS);
  sweepAfter(60_000);
  // The end of a connection is known in the turn after that.
  for (let turns = 0; turns < 3; turns += 1) await turn();
  assert.equal(io.engine.clientsCount, 1, 'it may have been read, which this process could not see');
  for (let ms = 0; ms < 10_000; ms += SWEEP_MS) sweepAfter(SWEEP_MS);
  await until(() => io.engine.clientsCount === 0);
});

test('who has joined nothing is out after ten seconds, however it came to that', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let nowMs = 0;
  const { io, url } = await serve(t, { now: () => nowMs });
  const [staying, leaving] = [openSocket(t, url), openSocket(t, url)];
  await Promise.all([next(staying, 'connect'), next(leaving, 'connect')]);
  const silent = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  t.after(() => silent.terminate());
  await once(silent, 'open');
  // Its namespace sends it away, and its connection stays.
  io.sockets.sockets.get(String(leaving.id))?.disconnect();
  await until(() => io.engine.clientsCount === 3 && io.sockets.sockets.size === 1);
  const sweepFor = (/** @type {number} */ ms) => {
    for (let passed = 0; passed < ms; passed += SWEEP_MS) {
      nowMs += SWEEP_MS;
      t.mock.timers.tick(SWEEP_MS);
    }
  };
  sweepFor(9000);
  assert.equal(io.engine.clientsCount, 3);
  sweepFor(2000);
  await until(() => io.engine.clientsCount === 1);
  assert.equal(staying.connected, true);
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

test('a flood is read more slowly, muted, and cut; others are not touched', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let nowMs = 0;
  const { io, meter, connections, url } = await serve(t, { now: () => nowMs }, { wsEngine: FastServer });
  const happened = /** @type {string[]} */ ([]);
  connections.onFlood({
    slowed: () => void happened.push('slowed'),
    muted: () => void happened.push('muted'),
    cut(connection) {
      happened.push('cut');
      connection.cut();
    },
  });
  let heard = 0;
  io.on('connection', (socket) => socket.on('x', () => (heard += 1)));
  const honest = openSocket(t, url);
  await next(honest, 'connect');
  const ws = await openRaw(t, url);
  const [, conn] = Object.values(/** @type {any} */ (io.engine).clients);
  const frame = encodeFrame('42["x"]');
  const flood = Buffer.concat(Array.from({ length: 200 }, () => frame));
  for (let sent = 200; !happened.includes('cut'); sent += 200) {
    /** @type {any} */ (ws)._socket.write(flood);
    await new Promise(setImmediate);
    // Time passes when all is read, or nothing is at the moment.
    await until(() => heard + meter.counts.thrownAway >= sent || connections.of(conn)?.pausedUntilMs !== 0);
    nowMs += 100;
    t.mock.timers.tick(100);
  }
  assert.deepEqual(happened, ['slowed', 'muted', 'slowed', 'cut']);
  assert.ok(nowMs <= 15_000, `cut after ${nowMs} ms of its clock`);
  assert.ok(meter.counts.thrownAway > heard, `${meter.counts.thrownAway} thrown away, ${heard} heard`);
  assert.ok(heard <= 16 + (4 * nowMs) / 1000, `${heard} were heard`);
  assert.equal(honest.connected, true);
});

test('without an inlet a flood is slowed when it is parsed, and long polling is read as often as it is sent to', async (t) => {
  let nowMs = 0;
  const { io, meter, url } = await serve(t, { now: () => nowMs }, { pingInterval: 60_000 });
  io.on('connection', (socket) => socket.onAny(() => {}));
  const ws = await openRaw(t, url);
  const [conn] = Object.values(/** @type {any} */ (io.engine).clients);
  for (let i = 0; i < 40; i++) ws.send('42["x"]');
  await until(() => conn.transport.socket.isPaused);
  assert.ok(meter.counts.messagesIn >= 16);
  await until(() => {
    nowMs += 100;
    return meter.counts.messagesIn === 41;
  });
  assert.equal(ws.readyState, WebSocket.OPEN);
});

test('a flooding phone does not slow another, and reconnecting does not refill its limit', async (t) => {
  const app = await startServer(t);
  const { ask } = await openControl(t, app);
  await ask('throttle', { mode: 'PIN', sendHz: 0.5 });
  const honest = await joinAsPhone(t, app.url);
  let { socket, welcome } = await joinAsPhone(t, app.url);
  const answers = [];
  for (let round = 0; round < 40; round++) {
    for (let i = 0; i < 4; i++) answers.push(socket.timeout(60_000).emitWithAck('input', { taps: 1, x: 0 }));
    await Promise.all(answers);
    socket.disconnect();
    ({ socket, welcome } = await joinAsPhone(t, app.url, { token: welcome.player.token }));
  }
  const taken = (await Promise.all(answers)).filter(({ ok }) => ok).length;
  // Two at a time, and less than 40 in the minute that a test has: if each connection had a limit of its own, they were 80.
  assert.ok(taken >= 2 && taken < 40, `${taken} of 160 were taken`);
  assert.equal((await honest.socket.timeout(60_000).emitWithAck('input', { taps: 1, x: 0 })).ok, true);
});

test('a connection that rests loses nothing, the next ones rest after it, and none twice before all have', async (t) => {
  let nowMs = 1000;
  const { io, connections, url } = await serve(t, { now: () => nowMs });
  const received = /** @type {string[]} */ ([]);
  io.on('connection', (socket) => socket.on('say', (who) => void received.push(who)));
  const sockets = [];
  for (let count = 0; count < 4; count++) sockets.push(await openRaw(t, url));
  const conns = /** @type {any[]} */ (Object.values(/** @type {any} */ (io.engine).clients));
  const resting = () => conns.map((conn) => Number(conn.transport.socket.isPaused)).join('');
  connections.permit(conns[1], TARIFFS.panel);
  connections.rest(0.25, 100);
  assert.equal(resting(), '1000');
  sockets[0]?.send('42["say","rested"]');
  sockets[1]?.send('42["say","other"]');
  await until(() => received.length > 0);
  assert.deepEqual(received, ['other']);
  connections.rest(0.25, 100);
  assert.equal(resting(), '1010', 'an operator never rests');
  connections.rest(0.5, 100);
  assert.equal(resting(), '1011', 'none begins again before half a second is over');
  nowMs += 101;
  await until(() => resting() === '0000' && received.length === 2);
  connections.rest(1, 100);
  assert.equal(resting(), '0000');
  nowMs += 400;
  connections.rest(1, 100);
  assert.equal(resting(), '1011');
});

test('who does not answer a goodbye is ended soon', async (t) => {
  const server = new FastServer({ port: 0 }, { closeMs: 50 });
  t.after(() => void server.close());
  server.on('connection', (socket) => socket.close());
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const client = connect(port, '127.0.0.1');
  client.write(
    'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  client.resume();
  // ws ends its own half, and waits for ours for as long as it may.
  await once(client, 'close');
});

test('what is written beside Engine.IO counts as well, until it is read', { timeout: 300_000 }, async (t) => {
  const { io, connections, url } = await serve(t, {}, { wsEngine: FastServer });
  const ws = await openRaw(t, url);
  const [socket] = io.sockets.sockets.values();
  assert.ok(socket);
  const wire = fastSocketOf(socket);
  assert.ok(wire);
  ws.pause();
  const frame = frameOf('x'.repeat(60_000));
  for (; wire.waitingBytes <= SKIP_BYTES; await new Promise(setImmediate)) wire.writeFrames(frame);
  assert.equal(connections.of(socket.conn)?.isStuck, true);
  ws.resume();
  await until(() => connections.of(socket.conn)?.isStuck === false);
});

test('a client that reads no answers to its pings is cut off', { timeout: 300_000 }, async (t) => {
  const packets = { perS: 1e6, burst: 1e6 };
  const { io, url } = await serve(t, { stuckMs: 100, packets }, { wsEngine: FastServer });
  const ws = await openRaw(t, url);
  ws.pause();
  const { transport } = Object.values(/** @type {any} */ (io.engine).clients)[0];
  await until(() => {
    // So much ends it when it is looked at, once in six seconds; more would only cost time.
    if (transport.socket.bufferedAmount <= SKIP_BYTES)
      for (let more = 0; more < 2000; more++) ws.ping('x'.repeat(125));
    return io.engine.clientsCount === 0;
  });
});

test('after a pause of many, all that was sent meanwhile comes through', async (t) => {
  let nowMs = 0;
  const { io, connections, url } = await serve(t, { now: () => nowMs });
  const received = /** @type {string[]} */ ([]);
  io.on('connection', (socket) => socket.on('word', (word) => void received.push(word)));
  const phones = await Promise.all(
    Array.from({ length: 80 }, async () => {
      const socket = openSocket(t, url);
      await next(socket, 'connect');
      return socket;
    }),
  );
  connections.rest(1, 1500);
  phones.forEach((phone, index) => phone.emit('word', String(index)));
  const asked = openSocket(t, url);
  await next(asked, 'connect');
  assert.deepEqual(received, [], 'a new phone joins meanwhile, and they are not read');
  nowMs += 1500;
  await until(() => received.length === 80);
  assert.deepEqual(new Set(received), new Set(phones.map((_, index) => String(index))));
});

test('the way from a phone is measured by the pings that are there anyway', async (t) => {
  const { io, connections, url } = await serve(t, {}, { pingInterval: 20 });
  await next(openSocket(t, url), 'connect');
  const [socket] = io.sockets.sockets.values();
  assert.ok(socket);
  await until(() => (connections.latencyOf(socket.conn)?.creditMs ?? 0) > 0);
});
