/** Frames of the lean generator: what ws reads and writes, and any split of any sequence. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Decoder, FrameError, GOODBYE, MASK, OPCODE, encodeFrame } from '../../loadtest/swarm/frames.js';

/**
 * @typedef {{ opcode: number, payload: string }} Message
 *
 * @typedef {object} Plan of a message
 * @property {number} opcode
 * @property {number[]} parts bytes of each
 * @property {{ opcode: number, size: number }} between a control frame, between its parts
 */

const size = fc.oneof(
  fc.integer({ min: 0, max: 130 }),
  fc.constantFrom(125, 126, 127, 65_535, 65_536, 70_000),
);
const control = fc.record({
  opcode: fc.constantFrom(OPCODE.ping, OPCODE.pong, OPCODE.close),
  size: fc.integer({ min: 0, max: 125 }),
});
const message = fc.record({
  opcode: fc.constantFrom(OPCODE.text, OPCODE.binary),
  parts: fc.array(size, { minLength: 1, maxLength: 3 }),
  between: control,
});
const cuts = fc.array(fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 40_000 })), {
  minLength: 1,
  maxLength: 50,
});

/** Makes a buffer whose bytes differ from place to place. @param {number} bytes @param {number} seed */
function fill(bytes, seed) {
  return Buffer.from(Array.from({ length: bytes }, (_, i) => (i * 31 + seed) & 255));
}

/**
 * The bytes of messages, each in parts with a control frame between them; and what must come out.
 * @param {Plan[]} messages
 */
function build(messages) {
  /** @type {Buffer[]} */
  const frames = [];
  /** @type {Message[]} */
  const expected = [];
  for (const { opcode, parts, between } of messages) {
    const bodies = parts.map((bytes, i) => fill(bytes, i + bytes));
    bodies.forEach((body, i) => {
      const isFinal = i === bodies.length - 1;
      frames.push(encodeFrame(body, { opcode: i === 0 ? opcode : OPCODE.continuation, isFinal, mask: null }));
      if (isFinal) return;
      const said = fill(between.size, 7);
      frames.push(encodeFrame(said, { opcode: between.opcode, mask: null }));
      expected.push({ opcode: between.opcode, payload: said.toString('hex') });
    });
    expected.push({ opcode, payload: Buffer.concat(bodies).toString('hex') });
  }
  return { bytes: Buffer.concat(frames), expected };
}

/** @param {Buffer} bytes @param {readonly number[]} steps used in turn */
function decode(bytes, steps) {
  /** @type {Message[]} */
  const heard = [];
  const decoder = new Decoder((opcode, buffer, start, end) =>
    heard.push({ opcode, payload: buffer.toString('hex', start, end) }),
  );
  // One buffer for all reads, as in a connection: what is kept must be copied.
  const chunk = Buffer.alloc(70_100 * 4);
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const step = Number(steps[i % steps.length]);
    const copied = bytes.copy(chunk, 3, at, at + step);
    decoder.push(chunk, 3, 3 + copied);
    chunk.fill(0xee);
    at += copied;
  }
  return heard;
}

test('any split of any sequence gives the same messages', () => {
  fc.assert(
    fc.property(fc.array(message, { minLength: 1, maxLength: 4 }), cuts, (messages, steps) => {
      const { bytes, expected } = build(messages);
      assert.deepEqual(decode(bytes, steps), expected);
    }),
    { numRuns: 60 },
  );
});

test('a frame is masked by the same mask', () => {
  const frame = encodeFrame('Grüße');
  assert.deepEqual([...frame.subarray(2, 6)], [...MASK]);
  assert.ok(!frame.includes('Gr'));
  assert.equal(encodeFrame('Hello', { mask: null }).toString('hex'), '810548656c6c6f');
  assert.equal(
    encodeFrame('Hello').toString('hex'),
    '818537fa213d7f9f4d5158',
    'the example of RFC 6455, 5.7',
  );
  assert.deepEqual([...GOODBYE.subarray(6)], [0x03 ^ 0x37, 0xe8 ^ 0xfa]);
});

test('what no server may send is refused with what is wrong', () => {
  /** @type {[Buffer, RegExp][]} */
  const bad = [
    [Buffer.from([0xc1, 0]), /reserved/],
    [Buffer.from([0x83, 0]), /unknown kind 3/],
    [Buffer.from([0x8b, 0]), /unknown kind 11/],
    [Buffer.from([0x09, 0]), /control frame/],
    [Buffer.from([0x89, 126, 0, 126]), /control frame/],
    [Buffer.from([0x81, 0x80]), /masked/],
    [Buffer.from([0x80, 0]), /fragment of no message/],
    [Buffer.concat([Buffer.from([0x01, 0]), Buffer.from([0x81, 0])]), /inside another/],
    [Buffer.from([0x82, 127, 0, 0, 0, 1, 0, 0, 0, 0]), /4294967296 bytes/],
  ];
  for (const [bytes, sentence] of bad)
    for (const step of [1, 99])
      assert.throws(
        () => decode(bytes, [step]),
        (error) => error instanceof FrameError && sentence.test(error.message),
      );
});
