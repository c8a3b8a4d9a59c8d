/** Stops reading phones that send far more than they may for several seconds, and removes them if they go on. */

/** @import { Session } from './session.js' */

import { createBucket } from '../door/bucket.js';

/**
 * Ten times the rate for 5 s is a flood. 20/s, which any phone may send, is never one, however low the rate is: a phone
 * that does not know the new rate yet is not hostile, and costs only dropped messages.
 */
const TIMES = 10;
const FOR_S = 5;
const LEAST_HZ = 2;
/** About the ping timeout: a phone that is not read cannot answer pings, so some muted phones lose their connection. */
export const MUTE_MS = 10_000;
/** A phone that is muted again within this time is removed. */
const PAROLE_MS = 60_000;

/** A phone, or an extra connection of one. @typedef {Pick<Session, 'room' | 'player' | 'socket' | 'limits'>} Sender */

/** @typedef {{ bucket: import('../door/bucket.js').Bucket, sendHz: number, mutedAtMs: number }} Flood of one player */

/**
 * @param {object} options
 * @param {import('../log.js').Log} options.log
 * @param {(sender: Sender, ms: number) => void} options.mute
 * @param {(sender: Sender) => void} options.remove the player, for good
 */
export function createFloods({ log, mute, remove }) {
  return {
    /**
     * Counts an input that was refused because the phone exceeds its rate.
     * @param {Sender} sender @param {number} nowMs
     */
    refused(sender, nowMs) {
      const { room, player } = sender;
      const flood = floodOf(sender, Math.max(LEAST_HZ, room.throttle.sendHz), nowMs);
      if (flood.bucket.tryConsume(nowMs) || nowMs - flood.mutedAtMs < MUTE_MS) return;
      const isAgain = nowMs - flood.mutedAtMs < PAROLE_MS;
      flood.mutedAtMs = nowMs;
      if (isAgain) {
        log.warn(room.id, `Player ${player.id} went on flooding and was removed.`);
        return remove(sender);
      }
      log.warn(
        room.id,
        `Player ${player.id} sends far more than phones may: not read for ${MUTE_MS / 1000} s.`,
      );
      mute(sender, MUTE_MS);
    },
  };
}

/** @typedef {ReturnType<typeof createFloods>} Floods */

/** @param {Pick<Session, 'limits'>} session @param {number} sendHz @param {number} nowMs @returns {Flood} */
function floodOf({ limits }, sendHz, nowMs) {
  if (!limits.flood) {
    const bucket = createBucket(TIMES * sendHz, FOR_S * TIMES * sendHz, nowMs);
    limits.flood = { bucket, sendHz, mutedAtMs: -Infinity };
  }
  const { flood } = limits;
  if (flood.sendHz !== sendHz) flood.bucket.setRate(TIMES * sendHz, FOR_S * TIMES * sendHz);
  flood.sendHz = sendHz;
  return flood;
}
