/** A payload that is JSON text already: spliced into the packet as it is, and understood by every kind of connection. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { Server } from 'socket.io';
import { createFanOut } from '../../lib/wire/fan-out.js';
import { FastServer } from '../../lib/wire/fast-socket.js';
import { noticeText, personalText } from '../../lib/wire/json-text.js';
import { createMeter } from '../../lib/wire/meter.js';
import { next, openSocket } from '../support/server.js';

test('phones get it as a WebSocket, by polling, and when Socket.IO sends it', async (t) => {
  const http = createServer();
  const io = new Server(http, { wsEngine: FastServer, perMessageDeflate: false });
  const meter = createMeter();
  const fanOut = createFanOut({ namespace: '/players', meter });
  const text = '{ "kept" : ["as it is", "é", null] }';
  io.of('/players').on('connection', (socket) => {
    fanOut.add(socket);
    socket.emit('in', personalText({ epoch: 1, seq: 2, text }));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  t.after(async () => {
    meter.stop();
    await io.close();
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (http.address());
  const url = `http://127.0.0.1:${port}/players`;
  const phones = [openSocket(t, url), openSocket(t, url, {}, { transports: ['polling'], upgrade: false })];
  const json = JSON.parse(text);
  for (const first of await Promise.all(phones.map((phone) => next(phone, 'in'))))
    assert.deepEqual(first, { epoch: 1, seq: 2, personal: json });

  const [phone] = phones;
  const packets = /** @type {string[]} */ ([]);
  /** @type {any} */ (phone).io.engine.transport.ws.on('message', (/** @type {Buffer} */ data) =>
    packets.push(String(data)),
  );
  const heard = Promise.all(phones.map((one) => next(one, 'notice')));
  fanOut.send('notice', noticeText({ epoch: 3, seq: 4, text }));
  for (const notice of await heard) assert.deepEqual(notice, { epoch: 3, seq: 4, notice: json });
  assert.deepEqual(packets, [`42/players,["notice",{"epoch":3,"seq":4,"notice":${text}}]`]);
});
