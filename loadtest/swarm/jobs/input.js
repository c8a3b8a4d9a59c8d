/** Sends inputs: every connection sends the same kind of message at the same rate, evenly spread. */

/** @import { Connection } from '../connection.js' */
/** @import { Context, Job, Message } from './job.js' */

import { badOption } from '../errors.js';
import { encodeFrame } from '../frames.js';
import { checkNumbers, createSender, frameOf } from './job.js';

/**
 * @typedef {object} InputOptions and those of `Message`
 * @property {number} hz sends of each connection a second
 * @property {number} [indexAt] where in `bytes` the connection's index stands, in two bytes, the low one first
 */

/** @param {InputOptions & Message} options @param {Context} context @returns {Job} */
export function createInput({ hz, indexAt, ...message }, context) {
  checkNumbers({ hz }, { hz: [0.001, 10_000] });
  if (hz === undefined) throw badOption('hz', 'is missing');
  const shared = frameOf(message, context.namespace);
  const own = Buffer.from(message.bytes ?? []);
  return createSender(context, {
    perS: (count) => count * hz,
    mayNot: (connection) => isThrottled(connection, hz),
    send(connection) {
      if (indexAt !== undefined) own.writeUInt16LE(connection.index & 0xffff, indexAt);
      connection.socket.write(indexAt === undefined ? shared : encodeFrame(own));
    },
  });
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
