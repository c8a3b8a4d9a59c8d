/**
 * Sends submissions from a sample of the connections that obey; the server acknowledges each once it is on its disk.
 * None is sent again: one that is not acknowledged is reported as missing or refused.
 */

/** @import { Connection } from '../connection.js' */
/** @import { Context, Job } from './job.js' */

import { CLIENT_EVENT } from '../../../public/shared/wire.js';
import { problem } from '../errors.js';
import { encodeFrame } from '../frames.js';
import { eventPacket, startsWith } from '../packets.js';
import { Trips } from '../times.js';
import { checkNumbers, createSender, sampleOf } from './job.js';

/** `/players` takes five a second from a phone; one is more than a quiz asks for. */
const MOST_HZ = 1;
/** The last digit of an acknowledgement's id tells each job its own. */
const LANES = 10;
const KEPT = 1 << 16;
const STORED = Buffer.from('[{"ok":true');

/**
 * @typedef {object} SubmitOptions
 * @property {string} submission its kind, as the game declares it
 * @property {unknown} value
 * @property {number} [among] only connections with an index below this submit: those that came first leave last; all
 * @property {number} [perS] in all; 20; at most one a second for each connection
 */

/** @param {SubmitOptions} options @param {Context} context @returns {Job} */
export function createSubmit(
  { submission, value, among = Infinity, perS = 20 },
  { namespace, isBare, members, lane, part },
) {
  checkNumbers({ perS }, { perS: [0.01, 1000] });
  if (isBare)
    throw problem('option-bad', { option: 'kind', problem: 'cannot be "submit" on bare connections' });
  if (typeof submission !== 'string')
    throw problem('option-bad', { option: 'submission', problem: 'is missing' });
  const trips = new Trips(part, KEPT);
  let acknowledged = 0;
  const sender = createSender({
    members,
    part,
    pick: (all) =>
      sampleOf(
        all.filter(({ obeys, index }) => obeys && index < among),
        Math.ceil((perS * part.share) / MOST_HZ),
      ),
    perS: (count) => Math.min(perS * part.share, count * MOST_HZ),
    send(connection, _k, dueAtMs) {
      const number = trips.send(connection.index, dueAtMs);
      const args = [submission, value, `s${trips.idOf(number)}`];
      connection.write(encodeFrame(eventPacket(namespace, CLIENT_EVENT.submit, args, number * LANES + lane)));
    },
  });

  return {
    ...sender,
    sweep: (nowMs) => trips.sweep(nowMs),
    pending: () => trips.pending,
    onEvent: () => false,
    onAck: hear,
    heard: () => ({ acknowledged, ...trips.counts() }),
    times: (isTotal) => ({ roundTrip: trips.times.read(isTotal) }),
  };

  /** @param {Connection} connection @param {number} id @param {Buffer} bytes @param {number} start */
  function hear(connection, id, bytes, start) {
    const number = Math.floor(id / LANES);
    if (trips.senderOf(number) !== connection.index) return;
    if (startsWith(bytes, start, STORED)) acknowledged += 1;
    else sender.counts.refused += 1;
    trips.back(number, performance.now());
  }
}
