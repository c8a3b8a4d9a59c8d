/**
 * Tells phones or screens the time of the stage when theirs is wrong: when another game begins, when levels were cleared,
 * when the stage stands still, and when it stood still. In between they count by themselves, so that in a show nothing is sent for it.
 */

/** @import { EdgeRoom } from './edge-rooms.js' */

import { performance } from 'node:perf_hooks';

/** A smaller error is not worth a message to thousands. */
const WRONG_MS = 5;
/** A server in trouble stands still again and again. */
const EVERY_MS = 1000;

/**
 * @param {EdgeRoom} room
 * @param {() => void} send
 * @param {() => number} [now] ms
 */
export function createStageTeller(room, send, now = () => performance.now()) {
  let sent = room.stageNow;
  let sentAtMs = -Infinity;

  return {
    /** Called after each pulse. */
    check() {
      const { epoch, clears, zeroMs, isStill } = room.clock;
      const isOther = epoch !== sent.epoch || clears !== sent.clears || isStill !== 'stillMs' in sent;
      const isWrong = !isStill && Math.abs(zeroMs - sent.zeroMs) > WRONG_MS && now() - sentAtMs >= EVERY_MS;
      if (!isOther && !isWrong) return;
      sent = room.stageNow;
      sentAtMs = now();
      send();
    },
  };
}
