/** The faults of the games of one room: each is logged, and after too many in a short time the stage stays dark. */

/** @import { LoadedGame } from '../contract/types.js' */

import { ShowError, causeOf, messageOf, placeOf } from '../errors.js';
import { StageFault } from '../stage/stage.js';

/** With this many faults in 10 s, those of the lobby included, the stage stays dark until the next switch. */
const MAX_FAULTS = 3;
const FAULT_WINDOW_MS = 10_000;

/**
 * @param {object} options
 * @param {string} options.roomId
 * @param {import('../log.js').Log} options.log
 * @param {() => number} options.now monotonic ms
 */
export function createFaults({ roomId, log, now }) {
  /** @type {number[]} */
  let timesMs = [];

  return {
    /**
     * Counts and logs the fault of a running game.
     * @param {Pick<LoadedGame, 'card' | 'folder'>} loaded @param {unknown} error
     * @returns {boolean} true: the lobby may take over; false: too many
     */
    add({ card: { title }, folder }, error) {
      const hook = error instanceof StageFault ? error.hook : 'save';
      const fault = new ShowError('game-fault', { title, hook, problem: messageOf(error) });
      const cause = causeOf(error);
      log.error(roomId, fault.message + placeOf(cause, folder), cause);
      const nowMs = now();
      timesMs = [...timesMs.filter((atMs) => nowMs - atMs < FAULT_WINDOW_MS), nowMs];
      if (timesMs.length < MAX_FAULTS) return true;
      log.error(roomId, 'Too many faults: the stage stays dark until the operator starts a game.');
      return false;
    },
    /**
     * Logs that a game could not even be set up, so nothing has changed.
     * @param {string | undefined} title of the game @param {StageFault} error
     * @returns {ShowError} for the operator
     */
    refuse(title, { hook, message, cause }) {
      log.error(roomId, `${title} could not start.`, cause);
      return new ShowError('game-fault', { title, hook, problem: message });
    },
    /** Resets the count when the operator starts a game. */
    forgive() {
      timesMs = [];
    },
  };
}
