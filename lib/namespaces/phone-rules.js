/** What a phone may say once it is in: one table for all of them, each rule given the phone's session. */

/** @import { Socket } from 'socket.io' */
/** @import { Inbox } from './inbox.js' */
/** @import { Seat } from '../stage/edge.js' */
/** @import { Bucket } from '../door/bucket.js' */
/** @import { Player } from '../room/players.js' */
/** @import { Room } from '../room/room.js' */

import { performance } from 'node:perf_hooks';
import { ShowError } from '../errors.js';
import { is } from '../door/guard.js';
import { createBucket } from '../door/bucket.js';
import { CLIENT_EVENT } from '../../public/shared/wire.js';

/** RELIABILITY 2.2: a hand answers a question, a script does not stuff the ballot. */
const SUBMISSIONS = { perS: 5, burst: 10 };
/** A new connection does not refill it. @type {WeakMap<Player, Bucket>} */
const submissionBuckets = new WeakMap();

/**
 * @typedef {object} Session one connected phone
 * @property {Room} room
 * @property {Player} player
 * @property {Seat} seat
 * @property {Socket} socket
 * @property {Bucket} inputs
 * @property {import('../wire/latency.js').Latency | undefined} latency of the way from the phone
 * @property {Inbox | null} lane
 */

/** For `guard`, with the session as `self`. */
export const PHONE_RULES = Object.freeze({
  [CLIENT_EVENT.input]: {
    isHot: true,
    perS: Infinity,
    burst: Infinity,
    args: [],
    run: (/** @type {Session} */ { lane }, /** @type {unknown} */ payload) => lane?.answer(payload) ?? null,
  },
  [CLIENT_EVENT.submit]: {
    ...SUBMISSIONS,
    bucketOf: (/** @type {Session} */ { player }) => submissionBucketOf(player),
    args: [is.text(30), is.object, is.id],
    run: async (
      /** @type {Session} */ session,
      /** @type {string} */ kind,
      /** @type {object} */ value,
      /** @type {string} */ id,
    ) => {
      const { room, player, latency } = heard(session);
      if (player.kicked) throw new ShowError('kicked');
      return { receipt: await room.submit(player, { kind, value, id, creditMs: latency?.creditMs ?? 0 }) };
    },
  },
  [CLIENT_EVENT.rename]: {
    perS: 0.5,
    burst: 5,
    args: [is.text(8192)],
    run: async (/** @type {Session} */ session, /** @type {string} */ name) => {
      const { room, player } = heard(session);
      await room.rename(player, name);
      return { name: player.name };
    },
  },
  [CLIENT_EVENT.team]: {
    perS: 0.5,
    burst: 5,
    args: [is.text(40)],
    run: async (/** @type {Session} */ session, /** @type {string} */ team) => {
      const { room, player } = heard(session);
      await room.move(player, team);
      return { team };
    },
  },
  [CLIENT_EVENT.ping]: {
    perS: 2,
    burst: 10,
    args: [],
    run: (/** @type {Session} */ { room }) => ({ nowMs: Math.round(room.now()) }),
  },
  [CLIENT_EVENT.away]: {
    perS: 1,
    burst: 10,
    args: [is.boolean],
    run: (/** @type {Session} */ session, /** @type {boolean} */ hidden) => {
      heard(session).player.hidden = hidden;
    },
  },
});

/** Made by the first submission: in most games there is none. @param {Player} player */
function submissionBucketOf(player) {
  const { perS, burst } = SUBMISSIONS;
  const bucket = submissionBuckets.get(player) ?? createBucket(perS, burst, performance.now());
  submissionBuckets.set(player, bucket);
  return bucket;
}

/** @param {Session} session @returns {Session} */
function heard(session) {
  session.player.heardAtMs = session.room.now();
  return session;
}
