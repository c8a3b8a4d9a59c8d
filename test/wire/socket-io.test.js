/** Socket.IO as this server sets it up: what a connection lets go of, and what ends it. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { isTextTooDeep, isTooDeep } from '../../lib/contract/nesting.js';
import { FastServer, fastSocketOf } from '../../lib/wire/fast-socket.js';
import { next, openSocket } from '../support/server.js';
import { until } from '../support/until.js';
import { serveSockets } from '../support/wire.js';

/** @param {import('node:test').TestContext} t */
function serve(t) {
  return serveSockets(t, {}, { wsEngine: FastServer });
}

/** @param {import('node:test').TestContext} t @param {Awaited<ReturnType<typeof serve>>} server */
async function join(t, { io, url }) {
  const client = openSocket(t, url);
  const [[socket]] = await Promise.all([once(io, 'connection'), next(client, 'connect')]);
  return { client, socket: /** @type {import('socket.io').Socket} */ (socket) };
}

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

test('the depth of a text is that of its value, whatever its strings and its end are', () => {
  const text = fc.string({ unit: fc.constantFrom('[', '{', ']', '"', '\\', 'a'), maxLength: 300 });
  fc.assert(
    fc.property(fc.nat(120), text, text, (levels, inner, end) => {
      /** @type {unknown} */
      let value = inner;
      for (let level = 0; level < levels; level++) value = level % 2 ? { [inner]: value } : [value, inner];
      assert.equal(isTextTooDeep(`42/players,${JSON.stringify(value)}`), isTooDeep(value));
      isTextTooDeep(JSON.stringify(value) + end);
    }),
  );
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
