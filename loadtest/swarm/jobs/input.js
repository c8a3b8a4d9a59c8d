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
 * @property {boolean} [isMarked] the second of `bytes` is the mark of the scene, by what each connection was told last: else
 *   inputs are dropped from when the game changes or clears the levels
 * @property {{ at: number, values: number[] }} [numbers] connection k holds `values[k]`, and so on in a circle: eight bytes
 *   of `bytes` from `at`, the low one first. What all have sent last, in this load or before, is in the account, as
 *   `holders` and the sum `held`
 */

/** Says where the mark stands in a binary input. */
const MARK_AT = 1;

/** @param {InputOptions & Message} options @param {Context} context @returns {Job} */
export function createInput({ hz, indexAt, isMarked = false, numbers, ...message }, context) {
  checkNumbers({ hz }, { hz: [0.001, 10_000] });
  if (hz === undefined) throw badOption('hz', 'is missing');
  const own = Buffer.from(message.bytes ?? []);
  checkPlaces(own.length, { isMarked, numbers });
  const shared = frameOf(message, context.namespace);
  const isShared = indexAt === undefined && !isMarked && !numbers;
  const sender = createSender(context, {
    perS: (count) => count * hz,
    mayNot: (connection) => isThrottled(connection, hz),
    send(connection) {
      const { index } = connection;
      if (indexAt !== undefined) own.writeUInt16LE(index & 0xffff, indexAt);
      if (isMarked) own[MARK_AT] = connection.mark;
      if (numbers) {
        const value = /** @type {number} */ (numbers.values[index % numbers.values.length]);
        own.writeDoubleLE(value, numbers.at);
        connection.held = value;
      }
      connection.socket.write(isShared ? shared : encodeFrame(own));
    },
  });
  if (!numbers) return sender;
  return { ...sender, back: () => heldBy(context.members()) };
}

/** @param {number} length of `bytes` @param {Pick<InputOptions, 'isMarked' | 'numbers'>} options @throws {import('../errors.js').SwarmError} `option-bad` */
function checkPlaces(length, { isMarked, numbers }) {
  if (isMarked && length <= MARK_AT)
    throw badOption('isMarked', 'needs bytes, of which the second is the mark');
  if (!numbers) return;
  const { at, values } = numbers;
  if (!Number.isInteger(at) || at < 0 || at + 8 > length)
    throw badOption('numbers', `needs eight of the ${length} bytes, and has none from ${at} on`);
  if (!Array.isArray(values) || values.length === 0 || !values.every(Number.isFinite))
    throw badOption('numbers', 'needs values that are numbers, one at least');
}

/** Sums up what connections hold, also those that have sent nothing in this load. @param {readonly Connection[]} members */
function heldBy(members) {
  const holding = members.filter(({ held }) => !Number.isNaN(held));
  return { holders: holding.length, held: holding.reduce((sum, { held }) => sum + held, 0) };
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
