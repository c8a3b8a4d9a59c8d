/** Sends inputs: every connection sends the same kind of message at the same rate, evenly spread. */

/** @import { Connection } from '../connection.js' */
/** @import { Context, Job } from './job.js' */

import { problem } from '../errors.js';
import { encodeFrame } from '../frames.js';
import { eventPacket } from '../packets.js';
import { checkNumbers, createSender } from './job.js';

/**
 * @typedef {object} InputOptions one of `payload`, `payloads`, `bytes`, `text` and `frameOf` says what is sent
 * @property {number} hz sends of each connection a second
 * @property {string} [event] `input`
 * @property {unknown} [payload] of the event
 * @property {unknown[]} [payloads] one after the other, each connection beginning at another one
 * @property {number[]} [bytes] a binary WebSocket message as it is: an encoded input, or what a rival takes
 * @property {number} [indexAt] where in `bytes` the connection's index stands, in two bytes, the low one first
 * @property {string} [text] a text message as it is, for bare connections
 * @property {(index: number) => Buffer} [frameOf] a frame of its own for each connection, from `encodeFrame`;
 *   in one process only
 */

/** @param {InputOptions} options @param {Context} context @returns {Job} */
export function createInput(options, { namespace, members, part }) {
  checkNumbers(options, { hz: [0.001, 10_000] });
  if (options.hz === undefined) throw problem('option-bad', { option: 'hz', problem: 'is missing' });
  const frameFor = createFrames(options, namespace);
  const sender = createSender({
    members,
    part,
    perS: (count) => count * options.hz,
    mayNot: (connection) => isThrottled(connection, options.hz),
    send: (connection, k) => connection.write(frameFor(connection, k)),
  });
  return {
    ...sender,
    sweep() {},
    pending: () => 0,
    onEvent: () => false,
    onAck() {},
    heard: () => ({}),
    times: () => ({}),
  };
}

/**
 * Saves up the allowed part of each send, so that the mean rate is exactly the smaller of the two rates.
 * @param {Connection} connection @param {number} hz
 */
function isThrottled(connection, hz) {
  if (!connection.obeys || connection.allowedHz >= hz) return false;
  connection.credit += connection.allowedHz / hz;
  if (connection.credit < 1) return true;
  connection.credit -= 1;
  return false;
}

/**
 * @param {InputOptions} options @param {string} namespace
 * @returns {(connection: Connection, k: number) => Buffer}
 */
function createFrames(options, namespace) {
  const { event = 'input', payload, payloads, bytes, text } = options;
  const frameOf = options.frameOf ?? indexed(options);
  if (frameOf) {
    /** @type {WeakMap<Connection, Buffer>} */
    const own = new WeakMap();
    return (connection) => {
      let frame = own.get(connection);
      if (!frame) own.set(connection, (frame = frameOf(connection.index)));
      return frame;
    };
  }
  const messages = bytes
    ? [Uint8Array.from(bytes)]
    : text !== undefined
      ? [text]
      : (payloads ?? [payload]).map((value) => eventPacket(namespace, event, [value]));
  if (messages.length === 0)
    throw problem('option-bad', { option: 'payloads', problem: 'has nothing to send' });
  const frames = messages.map((message) => encodeFrame(message));
  return (connection, k) => /** @type {Buffer} */ (frames[(connection.index + k) % frames.length]);
}

/** @param {InputOptions} options @returns {((index: number) => Buffer) | undefined} */
function indexed({ bytes, indexAt }) {
  if (!bytes || indexAt === undefined) return undefined;
  return (index) => {
    const own = Buffer.from(bytes);
    own.writeUInt16LE(index & 0xffff, indexAt);
    return encodeFrame(own);
  };
}
