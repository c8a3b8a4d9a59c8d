/**
 * Makes Techracers' broadcast: the server sends a text with its time stamp to all; one of them, the probe, sends the
 * stamp back, and the server says how long the round trip took by its own clock. The delay to every connection of the
 * process that asked is measured too, by its own clock, from the moment at which the broadcast was due to be asked for.
 */

/** @import { Connection } from '../connection.js' */
/** @import { Context, Job } from './job.js' */

import { problem } from '../errors.js';
import { encodeFrame } from '../frames.js';
import { digitsAt, eventPacket, startsWith } from '../packets.js';
import { Times, Trips } from '../times.js';
import { checkNumbers, createSender } from './job.js';

const PREFIX = Buffer.from('["broadcast",{"id":"');
const DIGITS = 10;
const LANES = 10;
const KEPT = 1 << 16;
/** The probe stands here in the order of arrival, which is the order in which the server sends. */
const PLACES = Object.freeze({ first: 0, middle: 0.5, last: 1 });

/**
 * @typedef {object} BroadcastOptions
 * @property {number} [perS] broadcasts; 1
 * @property {number} [characters] of each; 1,000
 * @property {keyof typeof PLACES} [probe] which connection is the probe: the first would flatter the server; `middle`
 */

/** @param {BroadcastOptions} options @param {Context} context @returns {Job} */
export function createBroadcast(
  { perS = 1, characters = 1000, probe = 'middle' },
  { namespace, isBare, members, lane, part },
) {
  checkNumbers({ perS, characters }, { perS: [0.01, 1000], characters: [1, 4096] });
  if (isBare)
    throw problem('option-bad', { option: 'kind', problem: 'cannot be "broadcast" on bare connections' });
  if (!Object.hasOwn(PLACES, probe))
    throw problem('option-bad', { option: 'probe', problem: `is one of ${Object.keys(PLACES).join(', ')}` });
  const text = 'x'.repeat(characters);
  const trips = new Trips(part, KEPT);
  const roundTrip = new Times();
  let received = 0;
  let expected = 0;
  const sender = createSender({
    members,
    part,
    pick: (all) => all.slice(Math.round((all.length - 1) * PLACES[probe])).slice(0, 1),
    perS: () => perS * part.share,
    send(connection, _k, dueAtMs) {
      const number = trips.send(connection.index, dueAtMs);
      expected += members().length + part.others;
      const id = String(trips.idOf(number)).padStart(DIGITS, '0');
      connection.write(encodeFrame(eventPacket(namespace, 'broadcast', [text, id])));
    },
  });
  const delivery = new Times();

  return {
    ...sender,
    sweep: (nowMs) => trips.sweep(nowMs),
    pending: () => trips.pending,
    onEvent(connection, bytes, start, end) {
      if (!startsWith(bytes, start, PREFIX)) return false;
      const at = start + PREFIX.length;
      const digits = digitsAt(bytes, at, at + DIGITS);
      // A stranger's text must not make up for one of ours that is lost.
      if (digits === -1) return true;
      received += 1;
      const number = trips.numberOf(digits);
      const from = trips.senderOf(number);
      if (from === -1) return true;
      delivery.record(performance.now() - trips.sentAtMs(number));
      if (from === connection.index) answer(connection, number, bytes.toString('utf8', start, end));
      return true;
    },
    onAck(connection, id, bytes, start, end) {
      const number = Math.floor(id / LANES);
      if (trips.senderOf(number) !== connection.index) return;
      trips.back(number, performance.now());
      const [{ roundTripMs = NaN }] = JSON.parse(bytes.toString('utf8', start, end));
      roundTrip.record(roundTripMs);
    },
    heard: () => ({ received, expected, ...trips.counts() }),
    times: (isTotal) => ({
      roundTrip: roundTrip.read(isTotal),
      delivery: delivery.read(isTotal),
    }),
  };

  /** @param {Connection} connection @param {number} number @param {string} packet */
  function answer(connection, number, packet) {
    const [, { id, sentAtMs }] = JSON.parse(packet);
    connection.write(encodeFrame(eventPacket(namespace, 'probe', [id, sentAtMs], number * LANES + lane)));
  }
}
