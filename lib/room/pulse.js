/** The pulse of a room: tells the edges at each tick what time it is on the stage, and how often levels were cleared. */

/** @import { Pulse } from '../stage/stage-clock.js' */
/** @import { Stage } from '../stage/types.js' */

/**
 * @param {object} options
 * @param {{ epoch: number, onStage: <T>(run: (stage: Stage) => T) => T | undefined }} options.scene
 * @param {(kind: 'pulse', value: object) => void} options.publish
 * @param {() => number} options.now monotonic ms
 */
export function createPulse({ scene, publish, now }) {
  /** @type {Omit<Pulse, 'sentMs'>} */
  let last = { epoch: 0, zeroMs: 0, stageMs: 0, clears: 0 };

  /** @param {number} tickMs when the stage was at the time it is at now @param {number | null} lateMs null: it is no tick */
  function send(tickMs, lateMs) {
    const read = scene.onStage((stage) => ({ stageMs: stage.nowMs(), clears: stage.clears() }));
    // A stage that has gone dark stands still.
    if (read) last = { epoch: scene.epoch, zeroMs: tickMs - read.stageMs, ...read };
    publish('pulse', { lateMs, pulse: latest() });
  }

  /** @returns {Pulse} */
  function latest() {
    return { ...last, sentMs: now() };
  }

  return {
    latest,
    /** A tick is done. @param {number} tickMs when it began @param {number} lateMs */
    tick: (tickMs, lateMs) => send(tickMs, lateMs),
    /** Another game begins, or one goes on: it is now the time of its stage. */
    begin: () => send(now(), null),
    /** Tells at once that levels were cleared, if they were. */
    check() {
      const clears = scene.onStage((stage) => stage.clears()) ?? last.clears;
      if (clears !== last.clears)
        publish('pulse', { lateMs: null, pulse: { ...(last = { ...last, clears }), sentMs: now() } });
    },
  };
}

/** @typedef {ReturnType<typeof createPulse>} RoomPulse */
