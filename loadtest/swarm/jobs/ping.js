/** Measures round trips through the server's event loop on a sample of connections, by an acknowledged event. */

/** @import { Context, Job } from './job.js' */

import { encodeFrame } from '../frames.js';
import { eventPacket, startsWith } from '../packets.js';
import { Trips } from '../times.js';
import { checkNumbers, createSender, sampleOf } from './job.js';

/** `/players` takes 2 pings a second from a phone; half of that makes sure that none is refused. */
const MOST_HZ = 1;
/** The last digit of an acknowledgement's id tells each job its own. */
const LANES = 10;
const KEPT = 1 << 16;
const REFUSED = Buffer.from('[{"ok":false');

/**
 * @typedef {object} PingOptions
 * @property {number} [perS] in all; 20; at most one a second for each connection
 * @property {string} [event] `ping`
 * @property {unknown[]} [args] of the event; none
 */

/** @param {PingOptions} options @param {Context} context @returns {Job} */
export function createPing({ perS = 20, event = 'ping', args = [] }, { namespace, members, lane, part }) {
  checkNumbers({ perS }, { perS: [0.01, 1000] });
  const trips = new Trips(part, KEPT);
  const sender = createSender({
    members,
    part,
    pick: (all) => sampleOf(all, Math.ceil((perS * part.share) / MOST_HZ)),
    perS: (count) => Math.min(perS * part.share, count * MOST_HZ),
    send(connection, _k, dueAtMs) {
      const number = trips.send(connection.index, dueAtMs);
      connection.write(encodeFrame(eventPacket(namespace, event, args, number * LANES + lane)));
    },
  });
  return {
    ...sender,
    sweep: (nowMs) => trips.sweep(nowMs),
    pending: () => trips.pending,
    onEvent: () => false,
    onAck(connection, id, bytes, start) {
      const number = Math.floor(id / LANES);
      if (trips.senderOf(number) !== connection.index) return;
      if (startsWith(bytes, start, REFUSED)) sender.counts.refused += 1;
      trips.back(number, performance.now());
    },
    heard: () => trips.counts(),
    times: (isTotal) => ({ roundTrip: trips.times.read(isTotal) }),
  };
}
