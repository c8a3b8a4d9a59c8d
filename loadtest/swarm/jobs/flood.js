/**
 * Sends inputs as fast as the server takes them, in a closed loop: a fixed number is on its way at any time, by the
 * server's own count (`tellCount` of ../../bench/child.js). Each is a write of its own and connections take turns, so
 * that the server reads one message at a time, as it does from phones.
 */

/** @import { Context, Job, Message } from './job.js' */

import { connect } from 'node:net';
import { badOption } from '../errors.js';
import { checkNumbers, createSender, frameOf } from './job.js';

const DOUBLE_BYTES = 8;

/**
 * @typedef {object} FloodOptions and those of `Message`
 * @property {number} countPort where the server tells its count
 * @property {number} [window] inputs on their way; 2,000
 * @property {number} [perMessage] inputs in a message; 1
 */

/** @param {FloodOptions & Message} options @param {Context} context @returns {Job} */
export function createFlood({ countPort, window = 2000, perMessage = 1, ...message }, context) {
  checkNumbers({ window, perMessage }, { window: [1, 1e6], perMessage: [1, 1000] });
  if (context.part.processes > 1) throw badOption('kind', 'cannot be "flood" in several processes');
  const frame = frameOf(message, context.namespace);
  let first = NaN;
  let taken = 0;
  let isEnding = false;
  let held = Buffer.alloc(0);
  const sender = createSender(context, {
    // No pace: the server's count sets it.
    perS: () => 0,
    hasRoom: () => !Number.isNaN(first) && pending() + perMessage <= window,
    send: (connection) => connection.socket.write(frame),
  });

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
    sender.refill();
  });
  teller.on('error', () => {});

  function pending() {
    return sender.counts.sent * perMessage - taken;
  }

  return {
    ...sender,
    end(nowMs) {
      isEnding = true;
      sender.end(nowMs);
      if (pending() === 0) teller.destroy();
    },
    pending,
    back: () => ({ received: taken }),
  };
}
