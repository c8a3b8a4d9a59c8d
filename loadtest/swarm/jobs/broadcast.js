/**
 * Makes Techracers' broadcast: the server sends a text with its time stamp to all; one of them, the probe, sends the
 * stamp back, and the server says how long the round trip took by its own clock. The delay to every connection of the
 * process that asked is measured too, by its own clock, from the moment at which the broadcast was due to be asked for.
 */

/** @import { Context, Job } from './job.js' */

import { encodeFrame } from '../frames.js';
import { eventPacket, startsWith } from '../packets.js';
import { Rounds, Times } from '../times.js';
import { checkNumbers, createSender } from './job.js';

const PREFIX = Buffer.from('["broadcast",{"id":"');
const KEPT = 1 << 16;

/**
 * @typedef {object} BroadcastOptions
 * @property {number} [perS] broadcasts; 1
 * @property {number} [characters] of each; 1,000
 */

/** @param {BroadcastOptions} options @param {Context} context @returns {Job} */
export function createBroadcast({ perS = 1, characters = 1000 }, context) {
  checkNumbers({ perS, characters }, { perS: [0.01, 1000], characters: [1, 4096] });
  const { namespace, members, ackId, part } = context;
  const text = 'x'.repeat(characters);
  const trips = new Rounds(part, KEPT);
  const times = { roundTrip: new Times(), delivery: new Times() };
  const sender = createSender(context, {
    trips,
    // The server sends in the order of arrival, so that the first connection would flatter it as a probe.
    pick: (all) => all.slice(Math.round((all.length - 1) / 2)).slice(0, 1),
    perS: () => perS * part.share,
    send(connection, _k, dueAtMs) {
      const id = trips.say(connection.index, dueAtMs, members().length);
      connection.socket.write(encodeFrame(eventPacket(namespace, 'broadcast', [text, id])));
    },
  });

  return {
    ...sender,
    onEvent(connection, bytes, start, end) {
      if (!startsWith(bytes, start, PREFIX)) return false;
      const number = trips.receive(bytes, start + PREFIX.length);
      const from = trips.senderOf(number);
      if (from === -1) return true;
      times.delivery.record(performance.now() - trips.sentAtMs(number));
      if (from === connection.index) {
        const [, { id, sentAtMs }] = JSON.parse(bytes.toString('utf8', start, end));
        connection.socket.write(encodeFrame(eventPacket(namespace, 'probe', [id, sentAtMs], ackId(number))));
      }
      return true;
    },
    onAck(connection, number, bytes, start, end) {
      if (trips.senderOf(number) !== connection.index) return;
      trips.back(number, performance.now());
      const [{ roundTripMs = NaN }] = JSON.parse(bytes.toString('utf8', start, end));
      times.roundTrip.record(roundTripMs);
    },
    times,
  };
}
