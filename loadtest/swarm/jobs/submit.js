/**
 * Sends submissions from a sample of the connections that obey; the server acknowledges each once it is on its disk.
 * None is sent again: one that is not acknowledged is reported as missing or refused.
 */

/** @import { Connection } from '../connection.js' */
/** @import { Context, Job } from './job.js' */

import { CLIENT_EVENT } from '../../../public/shared/wire.js';
import { badOption } from '../errors.js';
import { encodeFrame } from '../frames.js';
import { eventPacket, startsWith } from '../packets.js';
import { Trips } from '../times.js';
import { checkNumbers, createSender } from './job.js';

/** `/players` takes five a second from a phone; one is more than a quiz asks for. */
const MOST_HZ = 1;
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
export function createSubmit({ submission, value, among = Infinity, perS = 20 }, context) {
  checkNumbers({ perS }, { perS: [0.01, 1000] });
  if (typeof submission !== 'string') throw badOption('submission', 'is missing');
  const { namespace, part, ackId } = context;
  const trips = new Trips(part, KEPT);
  let acknowledged = 0;
  const sender = createSender(context, {
    trips,
    pick: (all) =>
      sampleOf(
        all.filter(({ obeys, index }) => obeys && index < among),
        Math.ceil((perS * part.share) / MOST_HZ),
      ),
    perS: (count) => Math.min(perS * part.share, count * MOST_HZ),
    send(connection, _k, dueAtMs) {
      const number = trips.send(connection.index, dueAtMs);
      const args = [submission, value, `s${trips.idOf(number)}`];
      connection.socket.write(encodeFrame(eventPacket(namespace, CLIENT_EVENT.submit, args, ackId(number))));
    },
  });

  return {
    ...sender,
    onAck(connection, number, bytes, start) {
      if (trips.senderOf(number) !== connection.index) return;
      if (startsWith(bytes, start, STORED)) acknowledged += 1;
      else sender.counts.refused += 1;
      trips.back(number, performance.now());
    },
    back: () => ({ acknowledged, ...trips.counts }),
  };
}

/** Picks a sample, spread evenly over all connections. @param {readonly Connection[]} all @param {number} most */
function sampleOf(all, most) {
  const isPicked = (/** @type {Connection} */ _one, /** @type {number} */ i) =>
    Math.floor((i * most) / all.length) !== Math.floor(((i - 1) * most) / all.length);
  return all.length <= most ? all : all.filter(isPicked);
}
