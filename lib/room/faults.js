/** The faults of the games of one room: each is logged, and after too many in a short time the stage stays dark. */

/** @import { LoadedGame } from '../contract/types.js' */
/** @import { Fault } from '../play/types.js' */
/** @import { StageFault } from '../stage/stage.js' */

import { ShowError, placeOf } from '../errors.js';
import { stageFaultOf } from '../play/values.js';

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

  /** @returns {number} the faults within 10 s, this one included */
  function count() {
    const nowMs = now();
    timesMs = [...timesMs.filter((atMs) => nowMs - atMs < FAULT_WINDOW_MS), nowMs];
    return timesMs.length;
  }

  /** @param {Pick<LoadedGame, 'card' | 'folder'>} loaded @param {Fault} fault @param {'game-fault' | 'game-again'} code */
  function tell({ card: { title }, folder }, fault, code) {
    const { hook, message: problem } = fault;
    const { cause } = stageFaultOf(fault);
    log.error(roomId, new ShowError(code, { title, hook, problem }).message + placeOf(cause, folder), cause);
  }

  return {
    /**
     * Counts and logs the fault of a running game.
     * @param {Pick<LoadedGame, 'card' | 'folder'>} loaded @param {Fault} fault
     * @returns {boolean} true: the lobby may take over; false: too many
     */
    add(loaded, fault) {
      tell(loaded, fault, 'game-fault');
      if (count() < MAX_FAULTS) return true;
      log.error(roomId, 'Too many faults: the stage stays dark until the operator starts a game.');
      return false;
    },
    /** Logs where a game was that had to be ended, if that was found. @param {Pick<LoadedGame, 'card' | 'folder'>} loaded @param {Fault} fault */
    tellWhere({ card: { title }, folder }, fault) {
      if (fault.stack === '') return;
      const { cause } = stageFaultOf(fault);
      log.error(roomId, `${title} was ended in ${fault.hook}()${placeOf(cause, folder)}.`, cause);
    },
    /** Logs the fault of a game that goes on from where the disk has it. @param {Pick<LoadedGame, 'card' | 'folder'>} loaded @param {Fault} fault */
    tellAgain: (loaded, fault) => tell(loaded, fault, 'game-again'),
    /**
     * Logs that a game could not even be set up, so nothing has changed.
     * @param {Pick<LoadedGame, 'card' | 'folder'> | undefined} loaded @param {StageFault} error
     * @returns {ShowError} for the operator
     */
    refuse(loaded, { hook, message, cause }) {
      const title = loaded?.card.title;
      log.error(roomId, `${title} could not start: ${message}${placeOf(cause, loaded?.folder ?? '')}`, cause);
      return new ShowError('game-fault', { title, hook, problem: message });
    },
    /** Resets the count when the operator starts a game. */
    forgive() {
      timesMs = [];
    },
  };
}
