/** Who sends far more than he may, for long: he is not read for a while, and removed if he goes on. */

/** @import { Player } from '../room/players.js' */
/** @import { Room } from '../room/room.js' */

import { createBucket } from '../door/bucket.js';

/**
 * RELIABILITY 4: above ten times the rate for 5 s. What a phone may send in any case, 20/s, is no flood
 * however low the rate is: a phone that has not heard of it yet is not hostile, and costs a dropped message.
 */
const TIMES = 10;
const FOR_S = 5;
const LEAST_HZ = 2;
/** About the ping timeout, for who is not read cannot say that he lives: some lose their connection by it. */
export const MUTE_MS = 10_000;
/** Muted again within so long: out. */
const PAROLE_MS = 60_000;

/**
 * @param {object} options
 * @param {import('../log.js').Log} options.log
 * @param {(player: Player, ms: number) => void} options.mute
 */
export function createFloods({ log, mute }) {
  /** @type {WeakMap<Player, { bucket: import('../door/bucket.js').Bucket, sendHz: number, mutedAtMs: number }>} */
  const floods = new WeakMap();

  /** @param {Player} player @param {number} sendHz @param {number} nowMs */
  function floodOf(player, sendHz, nowMs) {
    let flood = floods.get(player);
    if (!flood) {
      flood = {
        bucket: createBucket(TIMES * sendHz, FOR_S * TIMES * sendHz, nowMs),
        sendHz,
        mutedAtMs: -Infinity,
      };
      floods.set(player, flood);
    }
    if (flood.sendHz !== sendHz) flood.bucket.setRate(TIMES * sendHz, FOR_S * TIMES * sendHz);
    flood.sendHz = sendHz;
    return flood;
  }

  return {
    /**
     * An input of his was refused for its rate.
     * @param {Room} room @param {Player} player @param {number} nowMs
     */
    refused(room, player, nowMs) {
      const flood = floodOf(player, Math.max(LEAST_HZ, room.throttle.sendHz), nowMs);
      if (flood.bucket.tryConsume(nowMs) || nowMs - flood.mutedAtMs < MUTE_MS) return;
      const isAgain = nowMs - flood.mutedAtMs < PAROLE_MS;
      flood.mutedAtMs = nowMs;
      if (isAgain) {
        log.warn(room.id, `Player ${player.id} went on flooding and was removed.`);
        return void room.kick(player.id).catch(() => {});
      }
      log.warn(
        room.id,
        `Player ${player.id} sends far more than phones may: not read for ${MUTE_MS / 1000} s.`,
      );
      mute(player, MUTE_MS);
    },
  };
}

/** @typedef {ReturnType<typeof createFloods>} Floods */
