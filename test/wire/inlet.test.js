/** Messages that a connection sends beyond its allowance are thrown away as a whole, and ws never notices. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openInlet } from '../../lib/wire/inlet.js';
import { OPCODE, encodeFrame } from '../../loadtest/swarm/frames.js';
import { TAG } from '../../public/shared/codec.js';

const WRITTEN = Symbol('written');

/** A receiver that keeps what it is given. The inlet finds the way on in its prototype, as with the one of ws. */
class Sink {
  destroyed = false;
  [WRITTEN] = /** @type {Buffer[]} */ ([]);
  /** @param {Buffer} chunk */
  write(chunk) {
    this[WRITTEN].push(Buffer.from(chunk));
    return true;
  }
}

/** @param {number} allowance messages */
function open(allowance) {
  const receiver = new Sink();
  const taken = /** @type {Buffer[]} */ ([]);
  const seen = { lost: 0, paid: 0, terminated: false };
  const socket = /** @type {any} */ ({
    _receiver: receiver,
    readyState: 1,
    inbox: {
      acceptBytes: (/** @type {Buffer} */ bytes, /** @type {number} */ start, /** @type {number} */ end) =>
        taken.push(Buffer.from(bytes.subarray(start, end))),
    },
    watcher: {
      pay: (/** @type {number} */ cost) => (seen.paid += cost) <= allowance,
      payTime() {},
      thrownAway: (/** @type {number} */ count) => void (seen.lost += count),
      onMessage() {},
    },
    terminate: () => (seen.terminated = true),
  });
  const inlet = /** @type {import('../../lib/wire/inlet.js').Inlet} */ (openInlet(socket));
  return {
    inlet,
    seen,
    taken,
    socket,
    write: (/** @type {Buffer} */ chunk) => receiver.write(chunk),
    written: () => Buffer.concat(receiver[WRITTEN]),
  };
}

/** @param {Buffer} bytes @param {number[]} cuts */
function pieces(bytes, cuts) {
  const ends = [...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
  return ends.map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end));
}

/** Reads bytes as ws would. @param {Buffer} bytes @returns {string[]} the kinds and lengths of the frames, each whole */
function framesIn(bytes) {
  const found = [];
  for (let at = 0; at < bytes.length;) {
    const short = /** @type {number} */ (bytes[at + 1]) & 0x7f;
    const [length, size] = short === 126 ? [bytes.readUInt16BE(at + 2), 8] : [short, 6];
    assert.ok(at + size + length <= bytes.length, 'a frame is cut');
    found.push(`${/** @type {number} */ (bytes[at]).toString(16)} ${length}`);
    at += size + length;
  }
  return found;
}

const text = fc.integer({ min: 2, max: 300 }).map((length) => [encodeFrame('x'.repeat(length))]);
const pong = fc.constant([encodeFrame('3')]);
const control = fc.constantFrom(OPCODE.ping, OPCODE.pong).map((opcode) => [encodeFrame('p', { opcode })]);
const fragments = fc.integer({ min: 2, max: 5 }).map((count) =>
  Array.from({ length: count }, (_, index) =>
    encodeFrame('fragment', {
      opcode: index === 0 ? OPCODE.text : OPCODE.continuation,
      isFinal: index === count - 1,
    }),
  ),
);
const input = fc.constant([encodeFrame(Buffer.from([TAG, 1, 5]))]);

test('in any pieces and at any allowance ws gets whole frames and whole messages', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(text, pong, control, fragments, input), { minLength: 1, maxLength: 30 }),
      fc.array(fc.nat(1500), { maxLength: 12 }),
      fc.nat(40),
      (messages, cuts, allowance) => {
        const bytes = Buffer.concat(messages.flat());
        const sent = framesIn(bytes);
        const inlet = open(allowance);
        for (const piece of pieces(bytes, cuts)) inlet.write(Buffer.from(piece));
        const got = framesIn(inlet.written());
        assert.equal(
          got.length + inlet.taken.length + inlet.seen.lost,
          sent.length,
          'every frame is somewhere',
        );
        // A continuation follows the beginning of its message, or another continuation.
        let isWithin = false;
        for (const frame of got.filter((one) => Number.parseInt(one, 16) % 16 < 8)) {
          const first = Number.parseInt(frame, 16);
          assert.equal(first % 16 === OPCODE.continuation, isWithin, got.join(', '));
          isWithin = first < 0x80;
        }
        assert.equal(isWithin, false);
      },
    ),
    { numRuns: 1000 },
  );
});

test('with enough allowance nothing changes at all', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(text, pong, control, fragments), { minLength: 1, maxLength: 20 }),
      fc.array(fc.nat(1500), { maxLength: 12 }),
      (messages, cuts) => {
        const bytes = Buffer.concat(messages.flat());
        const inlet = open(Infinity);
        for (const piece of pieces(bytes, cuts)) inlet.write(Buffer.from(piece));
        assert.deepEqual(inlet.written(), bytes);
      },
    ),
  );
});

test('who sends too much is still seen to be there: an answer to a ping, and the goodbye, go through', () => {
  const inlet = open(0);
  const flood = Array.from({ length: 100 }, () => encodeFrame('42["x"]'));
  const close = encodeFrame(Buffer.from([3, 232]), { opcode: OPCODE.close });
  inlet.write(Buffer.concat([...flood, encodeFrame('3'), encodeFrame('3'), close]));
  assert.deepEqual(framesIn(inlet.written()), ['81 1', '88 2']);
  assert.equal(inlet.seen.lost, 101);
});

test('a connection that Engine.IO does not know yet may say little', () => {
  const inlet = open(Infinity);
  inlet.socket.watcher = null;
  inlet.socket.inbox = null;
  inlet.write(Buffer.concat(Array.from({ length: 16 }, () => encodeFrame('2probe'))));
  assert.equal(inlet.seen.terminated, false);
  inlet.write(encodeFrame('2probe'));
  assert.equal(inlet.seen.terminated, true);
});

test('bytes one by one are paid for, though no frame is whole', () => {
  const inlet = open(Infinity);
  inlet.socket.inbox = null;
  for (const byte of encodeFrame('x'.repeat(100))) inlet.write(Buffer.from([byte]));
  assert.ok(inlet.seen.paid >= 100, `${inlet.seen.paid} were paid for 106 reads`);
});

test('what begins with a goodbye is handed over, behind the inputs before it', () => {
  const goodbyes = {
    'a close frame': encodeFrame(Buffer.alloc(2), { opcode: OPCODE.close }),
    'the end of Engine.IO': encodeFrame('1'),
    'the end of a namespace': encodeFrame('41/players,'),
  };
  const level = encodeFrame(Buffer.from([TAG, 1, 5]));
  for (const [way, goodbye] of Object.entries(goodbyes)) {
    const { inlet, taken, write, written } = open(Infinity);
    const waiting = /** @type {Buffer[]} */ ([]);
    inlet.onGoodbye = (of, chunk) => {
      assert.equal(of, inlet);
      waiting.push(Buffer.from(chunk));
    };
    assert.equal(write(Buffer.concat([level, level, goodbye])), false, `${way}: nothing more is read`);
    assert.equal(taken.length, 2);
    assert.deepEqual(waiting, [goodbye]);
    assert.equal(written().length, 0);
    assert.equal(inlet.take(goodbye), true);
    assert.deepEqual(written(), goodbye);
    assert.equal(write(Buffer.from(encodeFrame('42["1"]'))), true, 'a message is no goodbye');
    assert.equal(waiting.length, 1);
  }
});
