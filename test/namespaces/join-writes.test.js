/** Each write costs the system more than most of what a join does, so that there may be no more of them than answers. */

import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { joinAsPhone, startServer } from '../support/server.js';

test('a join is two writes: the handshake, and everything that the phone is told when it is let in', async (t) => {
  const server = await startServer(t, { WIRE: 'fast' });
  // Private, as every write of Node passes it; where it is gone the count is 0.
  const { mock } = t.mock.method(/** @type {any} */ (Socket.prototype), '_writeGeneric');
  const phone = await joinAsPhone(t, server.url);
  const port = Number(new URL(server.url).port);
  /** @type {{ this: Socket }[]} */
  const calls = mock.calls;
  const writes = calls.filter(({ this: stream }) => stream.localPort === port);
  assert.equal(writes.length, 2);
  assert.equal(phone.welcome.room.id, 'main');
});
