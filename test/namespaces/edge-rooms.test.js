/** The rooms of an edge before its home has opened any, and after. */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { Server } from 'socket.io';
import { createLocalBus } from '../../lib/bus/local.js';
import { serveControl } from '../../lib/namespaces/control.js';
import { createEdgeRooms } from '../../lib/namespaces/edge-rooms.js';
import { listen } from '../support/process.js';
import { next, openSocket } from '../support/server.js';

test('a client that comes before there is any room is asked to come again, and does not hear that its room is none', () => {
  const rooms = createEdgeRooms({ bus: createLocalBus().connect('edge'), games: new Map() });
  for (const room of [undefined, 'main', 'ABCD'])
    assert.throws(
      () => rooms.get(room),
      (/** @type {any} */ error) => error.code === 'draining' && error.retryAfterMs > 0,
    );
});

test('a panel that comes so early is refused for a moment, instead of being let in and told nothing', async (t) => {
  const http = createServer();
  const io = new Server(http);
  const bus = createLocalBus().connect('edge');
  const any = /** @type {any} */ ({});
  const control = serveControl({
    ...any,
    ...{ namespace: io.of('/control'), bus, rooms: createEdgeRooms({ bus, games: new Map() }) },
    passes: { open: async () => ({ by: 'operator', link: null, device: '' }) },
    addressOf: () => '127.0.0.1',
    added: { commands: {}, status: () => ({}) },
    feed: { take: () => [] },
    log: { error: (/** @type {unknown} */ _room, /** @type {string} */ text) => assert.fail(text) },
  });
  t.after(control.stop);
  const { url } = await listen(t, http, () => io.close());
  const { data } = await next(openSocket(t, `${url}/control`, { key: 'K' }), 'connect_error');
  assert.equal(data.code, 'draining');
  assert.ok(data.retryAfterMs > 0);
});

test('an edge that meets its home again learns that keys were called back meanwhile', () => {
  const { home, connect } = createLocalBus();
  const rooms = createEdgeRooms({ bus: connect('edge'), games: new Map() });
  const pulse = { epoch: 1, clears: 0, ms: 0, isStill: false };
  const state = { id: 'main', title: 'Main', locked: false, keyVersion: 0, scene: { epoch: 1 }, pulse };
  const opened = /** @type {import('../../lib/bus/contract.js').Opened} */ (/** @type {unknown} */ (state));
  home.publish('opened', opened);
  /** @type {unknown[]} */
  const heard = [];
  rooms.get().subscribe((kind, value) => kind !== 'pulse' && heard.push([kind, value]));
  home.publish('opened', opened);
  assert.deepEqual(heard, []);
  home.publish('opened', { ...opened, keyVersion: 2 });
  assert.deepEqual(heard, [['keyVersion', { keyVersion: 2 }]]);
  assert.equal(rooms.get().keyVersion, 2);
});
