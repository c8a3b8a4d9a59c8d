/** Where ws, Engine.IO or Node.js are not as the fast parts of the wire expect, those are off and the show goes on. */

import assert from 'node:assert/strict';
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
    _handle: { reading: true, onread() {}, readStop() {}, readStart() {} },
    _readableState: { highWaterMark: 16_384 },
  };
  const receiver = { write() {}, _buffers: [], _bufferedBytes: 0 };
  const ws = { _receiver: receiver, send: () => void (stream.bytesWritten += 3) };
  return { stream, ws, conn: { writeBuffer: [], upgrading: false }, closers: [() => {}] };
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
