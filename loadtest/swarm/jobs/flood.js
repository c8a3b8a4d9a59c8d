/**
 * Sends inputs as fast as the server takes them, in a closed loop: a fixed number is on its way at any time, by the
 * server's own count (`tellCount` of ../../bench/child.js). Each is a write of its own and connections take turns, so
 * that the server reads one message at a time, as it does from phones.
 */

/** @import { Connection } from '../connection.js' */
/** @import { Context, Job } from './job.js' */

import { connect } from 'node:net';
import { encodeFrame } from '../frames.js';
import { eventPacket } from '../packets.js';
import { problem } from '../errors.js';
import { checkNumbers, nothingSent } from './job.js';

/** One turn sends no more than this before incoming data is read. */
const MOST_AT_ONCE = 500;
const DOUBLE_BYTES = 8;

/**
 * @typedef {object} FloodOptions one of `bytes` and `payload` says what is sent
 * @property {number} countPort where the server tells its count
 * @property {number} [window] inputs on their way; 2,000
 * @property {number} [perMessage] inputs in a message; 1
 * @property {number[]} [bytes] a binary message as it is
 * @property {string} [event] `input`
 * @property {unknown} [payload]
 */

/** @param {FloodOptions} options @param {Context} context @returns {Job} */
export function createFlood(options, { namespace, members, part }) {
  const { countPort, window = 2000, perMessage = 1, bytes, event = 'input', payload } = options;
  checkNumbers({ window, perMessage }, { window: [1, 1e6], perMessage: [1, 1000] });
  const frame = encodeFrame(bytes ? Uint8Array.from(bytes) : eventPacket(namespace, event, [payload]));
  if (part.processes > 1)
    throw problem('option-bad', { option: 'kind', problem: 'cannot be "flood" in several processes' });
  const counts = nothingSent();
  let first = NaN;
  let taken = 0;
  let isEnding = false;
  let held = Buffer.alloc(0);

  const teller = connect({ port: countPort, host: '127.0.0.1' });
  teller.on('data', (chunk) => {
    held = Buffer.concat([held, chunk]);
    const whole = held.length - (held.length % DOUBLE_BYTES);
    if (whole === 0) return;
    const count = held.readDoubleLE(whole - DOUBLE_BYTES);
    held = held.subarray(whole);
    if (Number.isNaN(first)) first = count;
    taken = count - first;
    if (isEnding && pending() === 0) teller.destroy();
    pump();
  });
  teller.on('error', () => {});

  function pending() {
    return counts.sent * perMessage - taken;
  }

  /** Fills the window. @returns {boolean} whether there is more to send */
  function pump() {
    const all = members();
    if (isEnding || all.length === 0 || Number.isNaN(first)) return false;
    const room = Math.floor((window - pending()) / perMessage);
    const until = counts.sent + Math.max(0, Math.min(room, MOST_AT_ONCE));
    while (counts.sent < until) {
      const connection = /** @type {Connection} */ (all[counts.sent++ % all.length]);
      connection.write(frame);
    }
    counts.due = counts.sent;
    return room > MOST_AT_ONCE;
  }

  return {
    counts,
    turn: pump,
    waitMs: () => (isEnding ? Infinity : 0),
    regroup() {},
    sweep() {},
    end() {
      isEnding = true;
      if (pending() === 0) teller.destroy();
    },
    pending,
    onEvent: () => false,
    onAck() {},
    heard: () => ({ received: taken }),
    times: () => ({}),
  };
}
