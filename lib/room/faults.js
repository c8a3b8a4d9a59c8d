/** The faults of the games of one room: each is logged with its place, and those of running games are counted. */

/** @import { LoadedGame } from '../contract/types.js' */
/** @import { Fault } from '../play/types.js' */
/** @import { Shelf } from './shelf.js' */

import { ShowError, placeOf } from '../errors.js';
import { PLAIN_SCREEN } from '../plain-screen.js';
import { stageFaultOf } from '../play/values.js';
import { StageFault } from '../stage/stage.js';

/**
 * @param {object} options
 * @param {string} options.roomId
 * @param {Map<string, LoadedGame>} options.games
 * @param {import('../log.js').Log} options.log
 * @param {Shelf} options.shelf
 */
export function createFaults({ roomId, games, log, shelf }) {
  /** @param {LoadedGame} loaded @param {Fault} fault @param {'game-over' | 'game-again' | 'game-left'} code @param {string} [next] what takes its place */
  function tell({ card: { title }, folder }, fault, code, next) {
    const { hook, message: problem } = fault;
    const { cause } = stageFaultOf(fault);
    const { message } = new ShowError(code, { title, hook, problem, next });
    log.error(roomId, message + placeOf(cause, folder), cause);
  }

  /** @param {LoadedGame | undefined} loaded @param {StageFault} error */
  function refuse(loaded, { hook, message, cause }) {
    const title = loaded?.card.title;
    log.error(roomId, `${title} could not start: ${message}${placeOf(cause, loaded?.folder ?? '')}`, cause);
    return new ShowError('game-fault', { title, hook, problem: message });
  }

  return {
    /** Counts the fault of a running game. @param {LoadedGame} loaded @param {Fault} fault @returns {boolean} true: it is out of the list now */
    note: (loaded, fault) => shelf.note(loaded, fault),
    /** Logs that a game is over. @param {LoadedGame} loaded @param {Fault} fault @param {string} nextId of the game that takes its place */
    tellOver(loaded, fault, nextId) {
      const next = nextId === PLAIN_SCREEN.id ? 'plain screen' : 'lobby';
      tell(loaded, fault, 'game-over', next);
    },
    /** Logs where a game was that had to be ended, if that was found. @param {LoadedGame} loaded @param {Fault} fault */
    tellWhere({ id, card: { title }, folder }, fault) {
      if (fault.stack === '') return;
      const { cause } = stageFaultOf(fault);
      const place = placeOf(cause, folder);
      shelf.place(id, fault.hook, place);
      log.error(roomId, `${title} was ended in ${fault.hook}()${place}.`, cause);
    },
    /** Logs the fault of a game that goes on from where the disk has it. @param {LoadedGame} loaded @param {Fault} fault */
    tellAgain: (loaded, fault) => tell(loaded, fault, 'game-again'),
    /** Counts and logs the fault of a game that another one has replaced meanwhile. @param {LoadedGame} loaded @param {Fault} fault */
    noteLeft(loaded, fault) {
      shelf.note(loaded, fault);
      tell(loaded, fault, 'game-left');
    },
    /**
     * Begins a game. If it cannot even be set up, that is logged, and nothing has changed.
     * @template T @param {string} gameId @param {() => Promise<T>} begin @returns {Promise<T>}
     * @throws {ShowError} `game-fault`, for the operator, and what else `begin` throws
     */
    async orRefuse(gameId, begin) {
      try {
        return await begin();
      } catch (error) {
        if (!(error instanceof StageFault)) throw error;
        throw refuse(games.get(gameId), error);
      }
    },
  };
}
