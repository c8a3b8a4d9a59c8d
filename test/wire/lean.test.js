/** A connection holds no listeners, closures and tables that it does not need, and says all that it would with them. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { FastServer, fastSocketOf } from '../../lib/wire/fast-socket.js';
import { slim } from '../../lib/wire/lean-socket.js';
import { SingleMap } from '../../lib/wire/single-map.js';
import { next, openSocket } from '../support/server.js';
import { until } from '../support/until.js';
import { serveSockets } from '../support/wire.js';

/** @param {import('node:test').TestContext} t */
function serve(t) {
  return serveSockets(t, {}, { wsEngine: FastServer });
}

/**
 * Lets a client join, and slims its socket.
 * @param {import('node:test').TestContext} t @param {Awaited<ReturnType<typeof serve>>} server
 * @param {string[]} [transports]
 */
async function join(t, { io, url }, transports = ['websocket']) {
  const client = openSocket(t, url, {}, { transports });
  const [[socket]] = await Promise.all([once(io, 'connection'), next(client, 'connect')]);
  if (transports.length > 1) await once(socket.conn, 'upgrade');
  slim(socket);
  return { client, socket: /** @type {import('socket.io').Socket} */ (socket) };
}

/** @param {unknown} emitter @returns {string[]} the events of its own, twice where it has two listeners */
function eventsOf(emitter) {
  const { _events: table } = /** @type {{ _events?: Record<string, Function | Function[]> }} */ (emitter);
  return Object.entries(table ?? {}).flatMap(([event, listeners]) => [listeners].flat().map(() => event));
}

for (const transports of [['websocket'], ['polling', 'websocket']])
  test(`a connection by ${transports.join(' and ')} has no listeners of its own`, async (t) => {
    const server = await serve(t);
    const { client, socket } = await join(t, server, transports);
    assert.deepEqual(eventsOf(socket.conn.transport), []);
    assert.deepEqual(eventsOf(fastSocketOf(socket)), []);
    const other = await join(t, server, transports);
    for (const event of ['close', 'data', 'error', 'packet'])
      assert.deepEqual(socket.conn.listeners(event), other.socket.conn.listeners(event), event);

    socket.on('question', (number, answer) => answer(number + 1));
    assert.equal(await client.emitWithAck('question', 1), 2);
    client.on('back', (/** @type {number} */ number, /** @type {(n: number) => void} */ answer) =>
      answer(number * 2),
    );
    assert.equal(await socket.emitWithAck('back', 4), 8);
    const told = next(client, 'news');
    server.io.emit('news', { n: 1 });
    assert.deepEqual(await told, { n: 1 });

    const left = once(socket, 'disconnect');
    client.disconnect();
    assert.deepEqual(await left, ['client namespace disconnect', undefined]);
  });

test('the request of an upgrade does not outlive it, though what a handshake asks of it is there', async (t) => {
  setFlagsFromString('--expose-gc');
  /** @type {() => void} */
  const collect = runInNewContext('gc');
  const server = await serve(t);
  const asked = once(server.io.engine, 'initial_headers').then(([, request]) => new WeakRef(request));
  const client = openSocket(
    t,
    server.url,
    { name: 'Ada' },
    { extraHeaders: { 'x-forwarded-for': '10.0.0.1' } },
  );
  const [[{ handshake }]] = await Promise.all([once(server.io, 'connection'), next(client, 'connect')]);
  assert.equal(handshake.headers['x-forwarded-for'], '10.0.0.1');
  assert.deepEqual([handshake.auth, handshake.secure, handshake.xdomain], [{ name: 'Ada' }, false, false]);
  assert.match(handshake.url, /^\/socket\.io\//);
  const request = await asked;
  await until(
    () => {
      collect();
      return request.deref() === undefined;
    },
    Boolean,
    { about: 'the request is let go of' },
  );
});

test('a connection that is gone is forgotten, also by Engine.IO, and an error of its stream is its end alone', async (t) => {
  const server = await serve(t);
  const [first, second] = [await join(t, server), await join(t, server)];
  assert.equal(server.io.engine.clientsCount, 2);
  const left = once(first.socket, 'disconnect');
  fastSocketOf(first.socket)?.emit('error', new Error('broken'));
  const [reason] = await left;
  assert.equal(reason, 'transport error');
  assert.equal(server.io.engine.clientsCount, 1);
  const closed = once(second.socket, 'disconnect');
  fastSocketOf(second.socket)?.terminate();
  assert.equal((await closed)[0], 'transport close');
  assert.deepEqual(Object.keys(/** @type {any} */ (server.io.engine).clients), []);
});

test('an event that is nested too deeply ends its connection before anybody sees it, a shallow one is taken', async (t) => {
  const nested = (/** @type {number} */ levels) => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
  const { client, socket } = await join(t, await serve(t));
  /** @type {unknown[]} */
  const seen = [];
  socket.onAny((...args) => seen.push(args));
  const here = once(socket, 'nested');
  // The packet is a level by itself.
  client.emit('nested', nested(99));
  assert.deepEqual(await here, [nested(99)]);
  const gone = new Promise((resolve) => void socket.once('disconnect', resolve));
  client.emit('nested', nested(3000));
  assert.equal(await gone, 'forced close');
  assert.equal(seen.length, 1);
});

test('binary events come through whole, both ways', async (t) => {
  const { client, socket } = await join(t, await serve(t));
  const bytes = Buffer.from([1, 2, 3]);
  const here = once(socket, 'bytes');
  client.emit('bytes', { bytes }, bytes);
  assert.deepEqual(await here, [{ bytes }, bytes]);
  const there = next(client, 'bytes');
  socket.emit('bytes', { bytes });
  assert.deepEqual(Buffer.from((await there).bytes), bytes);
});

test('a single map answers as a map does', () => {
  const key = fc.constantFrom('a', 'b', 'c');
  const step = fc.oneof(
    fc.tuple(fc.constant('set'), key, fc.integer()),
    fc.tuple(fc.constantFrom('delete', 'get', 'has'), key),
    fc.tuple(fc.constant('clear')),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const [map, single] = [new Map(), new SingleMap()];
      for (const [name, ...args] of steps) {
        const call = (/** @type {any} */ one) => one[String(name)](...args);
        const [expected, given] = [call(map), call(single)];
        if (name !== 'set') assert.equal(given, expected);
        assert.equal(single.size, map.size);
        assert.deepEqual([...single], [...map]);
        assert.deepEqual([...single.values()], [...map.values()]);
      }
    }),
  );
});
