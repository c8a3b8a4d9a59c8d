/** Frames of the lean generator: what ws reads and writes, and any split of any sequence. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Decoder, FrameError, MASK, OPCODE, encodeClose, encodeFrame } from '../../loadtest/swarm/frames.js';

/**
 * @typedef {{ opcode: number, payload: string }} Message
 *
 * @typedef {object} Plan of a message
 * @property {number} opcode
 * @property {number[]} parts bytes of each
 * @property {{ opcode: number, size: number }} between a control frame, between its parts
 * @property {[number, number, number, number] | null} mask
 */

const byte = fc.integer({ min: 0, max: 255 });
const mask = fc.option(fc.tuple(byte, byte, byte, byte));
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
  mask,
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
  for (const { opcode, parts, between, mask } of messages) {
    const bodies = parts.map((bytes, i) => fill(bytes, i + bytes));
    bodies.forEach((body, i) => {
      const isFinal = i === bodies.length - 1;
      frames.push(encodeFrame(body, { opcode: i === 0 ? opcode : OPCODE.continuation, isFinal, mask }));
      if (isFinal) return;
      const said = fill(between.size, 7);
      frames.push(encodeFrame(said, { opcode: between.opcode, mask }));
      expected.push({ opcode: between.opcode, payload: said.toString('hex') });
    });
    expected.push({ opcode, payload: Buffer.concat(bodies).toString('hex') });
  }
  return { bytes: Buffer.concat(frames), expected };
}

/** @param {Buffer} bytes @param {readonly number[]} steps used in turn @param {number} [skipFromBytes] */
function decode(bytes, steps, skipFromBytes = Infinity) {
  /** @type {Message[]} */
  const heard = [];
  const decoder = new Decoder((opcode, buffer, start, end) =>
    heard.push({ opcode, payload: buffer.toString('hex', start, end) }),
  );
  decoder.skipFromBytes = skipFromBytes;
  // One buffer for all reads, as in a connection: what is kept must be copied.
  const chunk = Buffer.alloc(70_100 * 4);
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const step = Number(steps[i % steps.length]);
    const copied = bytes.copy(chunk, 3, at, at + step);
    decoder.push(chunk, 3, 3 + copied);
    chunk.fill(0xee);
    at += copied;
  }
  return { heard, messages: decoder.messages };
}

test('any split of any sequence gives the same messages', () => {
  fc.assert(
    fc.property(fc.array(message, { minLength: 1, maxLength: 4 }), cuts, (messages, steps) => {
      const { bytes, expected } = build(messages);
      assert.deepEqual(decode(bytes, steps), { heard: expected, messages: messages.length });
    }),
    { numRuns: 60 },
  );
});

test('messages that are not wanted are counted all the same, control frames come through', () => {
  fc.assert(
    fc.property(
      fc.array(message, { minLength: 1, maxLength: 4 }),
      cuts,
      fc.integer({ min: 0, max: 200 }),
      (messages, steps, skipFromBytes) => {
        const { bytes, expected } = build(messages);
        const { heard, messages: counted } = decode(bytes, steps, skipFromBytes);
        assert.equal(counted, messages.length);
        const isControl = (/** @type {Message} */ { opcode }) => opcode >= 8;
        assert.deepEqual(heard.filter(isControl), expected.filter(isControl));
        const whole = messages.filter(({ parts }) => parts.every((bytes) => bytes < skipFromBytes));
        assert.equal(heard.filter((each) => !isControl(each)).length, whole.length);
      },
    ),
    { numRuns: 60 },
  );
});

test('a frame is masked by the same mask, and unmasked to what it was', () => {
  const frame = encodeFrame('Grüße');
  assert.deepEqual([...frame.subarray(2, 6)], [...MASK]);
  assert.ok(!frame.includes('Gr'));
  assert.equal(encodeFrame('Hello', { mask: null }).toString('hex'), '810548656c6c6f');
  assert.equal(
    encodeFrame('Hello').toString('hex'),
    '818537fa213d7f9f4d5158',
    'the example of RFC 6455, 5.7',
  );
  assert.equal(decode(encodeClose(1001), [1]).heard[0]?.payload, '03e9');
});

test('what no server may send is refused with what is wrong', () => {
  /** @type {[Buffer, RegExp][]} */
  const bad = [
    [Buffer.from([0xc1, 0]), /reserved/],
    [Buffer.from([0x83, 0]), /unknown kind 3/],
    [Buffer.from([0x8b, 0]), /unknown kind 11/],
    [Buffer.from([0x09, 0]), /control frame/],
    [Buffer.from([0x89, 126, 0, 126]), /control frame/],
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
