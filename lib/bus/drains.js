/** The windows of an edge that is not in the home's process: it is asked for one, and sends it. */

/** @import { Drain, FoldAway, Window } from './contract.js' */

import { causeOf, messageOf } from '../errors.js';

/**
 * @param {object} options
 * @param {(window: Window) => void} options.send
 * @param {() => number} options.now ms
 * @param {FoldAway} [options.foldAway] folds what an author's own fold has to fold, because its size grows with the phones. Default:
 *   it travels as it is
 */
export function createDrains({ send, now, foldAway }) {
  /** By room. @type {Map<string, Drain>} */
  const drains = new Map();
  /** @type {Map<string, number>} by room */
  const seqs = new Map();

  /** @param {string} room @param {number} seq @param {unknown} error */
  function sendFault(room, seq, error) {
    // The game's own fold failed: the home ends the round, as with every fault of a game.
    const cause = causeOf(error);
    const stack = cause instanceof Error ? (cause.stack ?? '') : '';
    send({ room, seq, epoch: 0, sum: null, fault: { message: messageOf(error), stack } });
  }

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
        const { gameId = '', ...window } = drain(now());
        if (!foldAway || !window.rows) return send({ room, seq, ...window });
        const { rows, ...rest } = window;
        foldAway(gameId, rows).then(
          (sum) => send({ room, seq, ...rest, sum }),
          (error) => sendFault(room, seq, error),
        );
      } catch (error) {
        sendFault(room, seq, error);
      }
    },
  };
}
