/** The pulse of a room: sends the edges at each tick what time it is on the stage, and how often levels were cleared. */

/** @import { Pulse } from '../contract/wire.js' */

/** @typedef {import('../play/types.js').OpenPlay['time']} StageTime */

/**
 * @param {object} options
 * @param {() => number} options.epoch
 * @param {() => boolean} options.isStill the stage stands still
 * @param {import('../bus/contract.js').PublishInRoom} options.publish
 * @param {() => number} options.now monotonic ms
 */
export function createPulse({ epoch, isStill, publish, now }) {
  let last = { epoch: 0, zeroMs: 0, stageMs: 0, clears: 0 };

  /** @param {StageTime} time @param {number} atMs when it was this time @param {number | null} lateMs null: it is no tick */
  function send(time, atMs, lateMs) {
    last = { epoch: epoch(), zeroMs: atMs - time.stageMs, ...time };
    publish('pulse', { lateMs, pulse: latest() });
  }

  /** @returns {Pulse} */
  function latest() {
    return { ...last, ...(isStill() && { isStill: true }), sentMs: now() };
  }

  return {
    latest,
    get clears() {
      return last.clears;
    },
    /** A tick is done. @param {StageTime} time @param {number} tickMs when it began @param {number} lateMs */
    tick: send,
    /** Another game begins, or one goes on: it is now the time of its stage. @param {StageTime} time */
    begin: (time) => send(time, now(), null),
    /** Levels were cleared between two ticks. @param {StageTime} time */
    cleared({ clears }) {
      last = { ...last, clears };
      publish('pulse', { lateMs: null, pulse: latest() });
    },
  };
}

/** @typedef {ReturnType<typeof createPulse>} RoomPulse */
