/**
 * Makes Drew Harry's echo-broadcast: the server sends each message to all connections. Each sender knows its own
 * messages by their number; the others count, those of other processes too. A message is ten digits and padding, in an
 * event or, for bare connections, alone or after the bytes that a rival's protocol puts before it.
 */

/** @import { Connection } from '../connection.js' */
/** @import { Context, Job } from './job.js' */

import { OPCODE, encodeFrame } from '../frames.js';
import { eventPacket, startsWith } from '../packets.js';
import { DIGITS, Rounds } from '../times.js';
import { checkNumbers, createSender } from './job.js';

const QUOTE = 0x22;
const BRACKET = 0x5b;

/**
 * @typedef {object} EchoOptions
 * @property {number} [perS] messages of all connections together, open loop; or
 * @property {number} [outstanding] messages on their way at any time (closed loop: shows what the server can
 *   do, not how long people wait)
 * @property {number} [bytes] of a message, 10 to 1,000; 32
 * @property {string} [event] `echo`
 * @property {boolean} [isBinary] a binary message, for bare connections
 * @property {number[]} [lead] bytes before the message, there and back; for bare connections
 */

/** @param {EchoOptions} options @param {Context} context @returns {Job} */
export function createEcho(options, context) {
  const { perS = 10, outstanding = 0, bytes = 32, event = 'echo', isBinary = false, lead = [] } = options;
  checkNumbers({ perS, outstanding, bytes }, { perS: [0.01, 1e6], outstanding: [0, 1e5], bytes: [10, 1000] });
  const { namespace, isBare, members, part } = context;
  const trips = new Rounds(part);
  const prefix = isBare ? Buffer.from(lead) : Buffer.from(`[${JSON.stringify(event)},`);
  const opcode = isBinary ? OPCODE.binary : OPCODE.text;
  const padding = 'x'.repeat(bytes - DIGITS);
  const stride = bytes + 3;
  const sender = createSender(context, {
    trips,
    perS: () => (outstanding > 0 ? 0 : perS * part.share),
    // These shares add up to `outstanding` over all processes.
    hasRoom: () =>
      trips.pending <
      Math.round(outstanding * (part.before + part.share)) - Math.round(outstanding * part.before),
    send(connection, _k, dueAtMs) {
      const message = trips.say(connection.index, dueAtMs, members().length) + padding;
      const payload = isBare
        ? Buffer.concat([prefix, Buffer.from(message)])
        : eventPacket(namespace, event, [message]);
      connection.socket.write(encodeFrame(payload, { opcode }));
    },
  });

  /** @param {Connection} connection @param {Buffer} buffer @param {number} at where the digits are */
  function receive(connection, buffer, at) {
    const number = trips.receive(buffer, at);
    if (trips.senderOf(number) !== connection.index) return;
    trips.back(number, performance.now());
    sender.refill();
  }

  return {
    ...sender,
    onEvent(connection, buffer, start, end) {
      if (!startsWith(buffer, start, prefix)) return false;
      const at = start + prefix.length;
      if (isBare) receive(connection, buffer, at);
      else if (buffer[at] === QUOTE) receive(connection, buffer, at + 1);
      // A server that collects the messages of one turn sends many at once.
      else if (buffer[at] === BRACKET)
        for (let each = at + 1; each + stride <= end; each += stride) receive(connection, buffer, each + 1);
      return true;
    },
  };
}
