/** Rooms of Socket.IO without one for each socket: all that is used of them still works. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { Server } from 'socket.io';
import { LeanAdapter } from '../../lib/wire/lean-adapter.js';
import { listen } from '../support/process.js';
import { next, openSocket } from '../support/server.js';

test('a socket is in no room until it joins one; both emits reach whom they should; nothing is left', async (t) => {
  const http = createServer();
  const io = new Server(http, { adapter: LeanAdapter });
  const { url } = await listen(t, http, () => io.close());
  const open = async () => {
    const client = openSocket(t, `${url}/`);
    await next(client, 'connect');
    return {
      client,
      server: /** @type {import('socket.io').Socket} */ (io.sockets.sockets.get(String(client.id))),
    };
  };
  const [inside, outside] = [await open(), await open()];
  const { adapter } = io.of('/');
  assert.deepEqual([inside.server.rooms.size, adapter.rooms.size, adapter.sids.size], [0, 0, 2]);

  await inside.server.join('stage');
  assert.deepEqual([...inside.server.rooms], ['stage']);
  assert.equal(outside.server.rooms.size, 0, 'what one joins is not joined by all');
  const received = /** @type {string[]} */ ([]);
  inside.client.on('said', (word) => received.push(`in ${word}`));
  outside.client.on('said', (word) => received.push(`out ${word}`));
  io.to('stage').emit('said', 'a');
  io.emit('said', 'b');
  await Promise.all([next(inside.client, 'said', (word) => word === 'b'), next(outside.client, 'said')]);
  assert.deepEqual(received.sort(), ['in a', 'in b', 'out b']);

  await inside.server.leave('stage');
  assert.equal(adapter.rooms.size, 0);
  const setOf = (/** @type {import('socket.io').Socket} */ { id }) => adapter.sids.get(id);
  assert.equal(setOf(inside.server), setOf(outside.server), 'its set is given back');
  await inside.server.join('stage');
  assert.deepEqual([inside.server.rooms.size, outside.server.rooms.size], [1, 0]);
  await inside.server.leave('stage');
  const gone = Promise.all([once(inside.server, 'disconnect'), once(outside.server, 'disconnect')]);
  inside.client.disconnect();
  outside.client.disconnect();
  await gone;
  assert.deepEqual([adapter.rooms.size, adapter.sids.size], [0, 0]);
});
