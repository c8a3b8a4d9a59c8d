/**
 * Makes Drew Harry's echo-broadcast: the server sends each message to all connections. Each sender knows its own
 * messages by their number; the others count, those of other processes too. A message is ten digits and padding, in an `echo` event or, for bare
 * connections, alone or after the bytes that a rival's protocol puts before it.
 */

/** @import { Connection } from '../connection.js' */
/** @import { Context, Job } from './job.js' */

import { MASK, OPCODE, encodeFrame } from '../frames.js';
import { digitsAt, eventPacket, startsWith } from '../packets.js';
import { Times, Trips } from '../times.js';
import { checkNumbers, createSender, partOf } from './job.js';

const DIGITS = 10;
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
 * @property {boolean} [measuresAll] whether the delay to every connection of the sender's process is measured, not
 *   only to the sender
 */

/** @param {EchoOptions} options @param {Context} context @returns {Job} */
export function createEcho(options, { namespace, isBare, members, part }) {
  const {
    perS = 10,
    outstanding = 0,
    bytes = 32,
    event = 'echo',
    isBinary,
    lead = [],
    measuresAll,
  } = options;
  checkNumbers({ perS, outstanding, bytes }, { perS: [0.01, 1e6], outstanding: [0, 1e5], bytes: [10, 1000] });
  const trips = new Trips(part);
  const delivery = new Times();
  const write = createWriter({ namespace, isBare, bytes, event, isBinary, lead });
  const prefix = isBare ? Buffer.from(lead) : Buffer.from(`[${JSON.stringify(event)},`);
  const stride = bytes + 3;
  let received = 0;
  let expected = 0;
  let isEnding = false;
  const sender = createSender({
    members,
    part,
    perS: () => (outstanding > 0 ? 0 : perS * part.share),
    send: (connection, _k, dueAtMs) => say(connection, dueAtMs),
  });

  /** @param {Connection} connection @param {number} dueAtMs */
  function say(connection, dueAtMs) {
    expected += members().length + part.others;
    write(connection, trips.idOf(trips.send(connection.index, dueAtMs)));
  }

  /** @param {Connection} connection @param {Buffer} buffer @param {number} at where the digits are */
  function hear(connection, buffer, at) {
    const digits = digitsAt(buffer, at, at + DIGITS);
    // A stranger's message must not make up for one of ours that is lost.
    if (digits === -1) return;
    received += 1;
    const number = trips.numberOf(digits);
    const from = trips.senderOf(number);
    if (from === -1) return;
    if (measuresAll) delivery.record(performance.now() - trips.sentAtMs(number));
    if (from !== connection.index) return;
    trips.back(number, performance.now());
    if (outstanding > 0) refill();
  }

  /** Keeps the loop closed: the next member sends the next message. */
  function refill() {
    const all = members();
    const most = partOf(outstanding, part);
    let tries = all.length;
    while (!isEnding && trips.pending < most && tries-- > 0) {
      const connection = /** @type {Connection} */ (all[sender.counts.due++ % all.length]);
      say(connection, performance.now());
      sender.counts.sent += 1;
    }
  }

  return {
    ...sender,
    sweep(nowMs) {
      trips.sweep(nowMs);
      if (outstanding > 0) refill();
    },
    regroup(nowMs) {
      sender.regroup(nowMs);
      if (outstanding > 0) refill();
    },
    end(nowMs) {
      isEnding = true;
      sender.end(nowMs);
    },
    pending: () => trips.pending,
    onEvent(connection, buffer, start, end) {
      if (!startsWith(buffer, start, prefix)) return false;
      const at = start + prefix.length;
      if (isBare) hear(connection, buffer, at);
      else if (buffer[at] === QUOTE) hear(connection, buffer, at + 1);
      // A server that collects the messages of one turn sends many at once.
      else if (buffer[at] === BRACKET)
        for (let each = at + 1; each + stride <= end; each += stride) hear(connection, buffer, each + 1);
      return true;
    },
    onAck() {},
    heard: () => ({ received, expected, ...trips.counts() }),
    times: (isTotal) => ({
      roundTrip: trips.times.read(isTotal),
      ...(measuresAll ? { delivery: delivery.read(isTotal) } : {}),
    }),
  };
}

/**
 * Makes a frame once, and changes only its digits for each message.
 * @param {{ namespace: string, isBare: boolean, bytes: number, event: string, isBinary: boolean | undefined,
 *   lead: number[] }} options
 * @returns {(connection: Connection, number: number) => void}
 */
function createWriter({ namespace, isBare, bytes, event, isBinary, lead }) {
  const message = '0'.repeat(DIGITS) + 'x'.repeat(bytes - DIGITS);
  const payload = isBare
    ? Buffer.concat([Buffer.from(lead), Buffer.from(message)])
    : Buffer.from(eventPacket(namespace, event, [message]));
  const template = encodeFrame(payload, { opcode: isBinary ? OPCODE.binary : OPCODE.text });
  const digits = payload.indexOf(message);
  const first = template.length - payload.length + digits;
  return (connection, number) => {
    // The frame is not reused, because the system may take it later.
    const frame = Buffer.allocUnsafe(template.length);
    template.copy(frame);
    for (let i = DIGITS - 1, rest = number; i >= 0; i--, rest = Math.floor(rest / 10))
      frame[first + i] = (0x30 + (rest % 10)) ^ /** @type {number} */ (MASK[(digits + i) & 3]);
    connection.write(frame);
  };
}
