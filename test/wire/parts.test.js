/** Where ws, Engine.IO or Node.js are not as the fast parts of the wire expect, those are off and the show goes on. */

import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { ALL_PARTS, NO_PARTS, findParts, missingOf, partsWithout } from '../../lib/wire/parts.js';

/** Keeps what is logged. */
function keepLog() {
  /** @type {string[]} */
  const lines = [];
  return {
    lines,
    log: { warn: (/** @type {unknown} */ _room, /** @type {string} */ text) => void lines.push(text) },
  };
}

/** A connection that has all that is asked for. @returns {any} */
function completeLive() {
  const stream = {
    bytesWritten: 0,
    _events: {},
    _handle: { reading: true, onread() {}, readStop() {}, readStart() {} },
    _readableState: { highWaterMark: 16_384 },
  };
  const receiver = { write() {}, _buffers: [], _bufferedBytes: 0 };
  const ws = { _events: {}, _receiver: receiver, send: () => void (stream.bytesWritten += 3) };
  const run = () => {};
  const transport = Object.assign(new EventEmitter(), { onData: run, onError: run, onClose: run });
  const conn = Object.assign(new EventEmitter().on('close', run), {
    ...{ onPacket: run, onDrain: run, flush: run, onError: run, onClose: run },
    ...{ id: 'one', writeBuffer: [], cleanupFn: [], sentCallbackFn: [], upgrading: false, transport },
  });
  Object.assign(conn, { server: { clients: { one: conn }, clientsCount: 1 } });
  return { stream, ws, conn, closers: [run] };
}

test('all that the fast parts lean on is in the versions that are installed', async () => {
  const { lines, log } = keepLog();
  assert.deepEqual(await findParts(false, log), ALL_PARTS);
  assert.deepEqual(lines, []);
  assert.deepEqual(await findParts(true, log), NO_PARTS);
});

for (const [part, name, spoil] of /** @type {[keyof typeof ALL_PARTS, string, (live: any) => void][]} */ ([
  ['inlet', 'WebSocket._receiver.write', ({ ws }) => delete ws._receiver.write],
  ['inlet', 'WebSocket._receiver.write', ({ ws }) => delete ws._receiver],
  ['frames', 'Socket.writeBuffer', ({ conn }) => delete conn.writeBuffer],
  ['frames', 'a write by WebSocket.send at once', ({ ws }) => (ws.send = () => {})],
  ['lean', 'the methods of a Socket', ({ conn }) => delete conn.flush],
  ['lean', 'the lists of a Socket', ({ conn }) => delete conn.cleanupFn],
  ['lean', 'EventEmitter._events', ({ ws }) => delete ws._events],
  ['lean', 'one listener of Engine.IO', ({ conn }) => conn.on('close', () => {})],
  ['lean', 'Server.clients', ({ conn }) => delete conn.server.clients.one],
  ['goodbyes', 'Socket._handle.onread', ({ stream }) => delete stream._handle],
  ['goodbyes', 'one listener of ws', ({ closers }) => closers.push(() => {})],
  ['pauses', 'Socket._readableState', ({ stream }) => delete stream._readableState],
]))
  test(`without ${name} "${part}" alone is off, and one line of the log says so: ${spoil}`, () => {
    const { lines, log } = keepLog();
    const live = completeLive();
    assert.deepEqual(partsWithout(missingOf(live), log), ALL_PARTS);
    spoil(live);
    assert.deepEqual(partsWithout(missingOf(live), log), { ...ALL_PARTS, [part]: false });
    assert.equal(lines.length, 1);
    assert.ok(lines[0]?.includes(`"${part}"`) && lines[0].includes(name), lines[0]);
  });
