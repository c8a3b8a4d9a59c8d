/** The windows of an edge that is not in the home's process: it is asked for one, and sends it. */

/** @import { Drain, Window } from './contract.js' */

import { messageOf } from '../errors.js';

/**
 * @param {object} options
 * @param {(window: Window) => void} options.send
 * @param {() => number} options.now ms
 */
export function createDrains({ send, now }) {
  /** By room. @type {Map<string, Drain>} */
  const drains = new Map();
  /** @type {Map<string, number>} by room */
  const seqs = new Map();

  return {
    /** @param {string} room @param {Drain} drain @returns {() => void} takes it back */
    onDrain(room, drain) {
      drains.set(room, drain);
      return () => void (drains.get(room) === drain && drains.delete(room));
    },
    /** Sends what was folded since the last time. @param {string} room */
    contribute(room) {
      const drain = drains.get(room);
      if (!drain) return;
      const seq = (seqs.get(room) ?? 0) + 1;
      seqs.set(room, seq);
      try {
        send({ room, seq, ...drain(now()) });
      } catch (error) {
        // The game's own fold failed: the home ends the round, as with every fault of a game.
        send({ room, seq, epoch: 0, sum: null, fault: messageOf(error) });
      }
    },
  };
}
