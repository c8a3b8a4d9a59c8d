/**
 * The faults of the games of one room: each is logged with its place, and those of running games are counted. A game that has failed
 * goes on from where the disk has it, once; then it is over.
 */

/** @import { LoadedGame } from '../contract/types.js' */
/** @import { GameFault } from '../contract/wire.js' */
/** @import { Fault } from '../play/types.js' */
/** @import { Round } from './round.js' */
/** @import { SceneOptions } from './types.js' */

import { ShowError, placeOf } from '../errors.js';
import { PLAIN_SCREEN } from '../plain-screen.js';
import { stageFaultOf } from '../play/values.js';
import { StageFault } from '../stage/stage.js';

/** A game that fails once more within this time, or has hung since then, has no way on. */
const AGAIN_MS = 10_000;

/**
 * @param {SceneOptions} options @param {() => string} nextId of the game that takes over from one that is over
 * @param {() => number} epoch of the scene that is on
 */
// eslint-disable-next-line max-lines-per-function -- each way in which a game fails, and one list of what is said of it
export function createFaults({ record: { id: roomId }, games, log, shelf, now }, nextId, epoch) {
  /** Panels show it in the scene in which it was, or in the one that took over. @type {(GameFault & { until: number }) | null} */
  let last = null;

  /** Logs one. @param {string} message @param {unknown} cause @param {string} folder of the game @param {number} [scenes] after this one, in which panels show it */
  function report(message, cause, folder, scenes = 0) {
    const place = placeOf(cause, folder);
    last = { message, place: place.slice(2, -1), until: epoch() + scenes };
    log.error(roomId, message + place, cause);
  }

  /** @param {LoadedGame} loaded @param {Fault} fault @param {'game-over' | 'game-again' | 'game-left'} code @param {string} [next] what takes its place */
  function reportEnd({ card: { title }, folder }, fault, code, next) {
    const { hook, message: problem } = fault;
    const { message } = new ShowError(code, { title, hook, problem, next });
    report(message, stageFaultOf(fault).cause, folder, code === 'game-over' ? 1 : 0);
  }

  /** @param {LoadedGame | undefined} loaded @param {StageFault} error */
  function refuse(loaded, { hook, message, cause }) {
    const title = loaded?.card.title;
    log.error(roomId, `${title} could not start: ${message}${placeOf(cause, loaded?.folder ?? '')}`, cause);
    return new ShowError('game-fault', { title, hook, problem: message });
  }

  /** Logs that a game is over. @param {LoadedGame} loaded @param {Fault} fault @param {string} next id of the game that takes its place */
  function reportOver(loaded, fault, next) {
    reportEnd(loaded, fault, 'game-over', next === PLAIN_SCREEN.id ? 'plain screen' : 'lobby');
  }

  /** Logs where a game was that had to be ended, if that is found. Nobody waits for it. @param {Round} round @param {Fault} fault @param {NonNullable<Fault['tail']>} tail */
  async function reportWhere(round, fault, tail) {
    // The second time it hangs where it did the first time.
    if (round.failedAtMs > -Infinity) return;
    const stack = await round.findWhere(tail);
    if (stack === '') return;
    const { id, card, folder } = round.loaded;
    const { cause } = stageFaultOf({ ...fault, stack });
    const place = placeOf(cause, folder);
    shelf.place(id, fault.hook, place);
    if (last) last.place = place.slice(2, -1);
    log.error(roomId, `${card.title} was ended in ${fault.hook}()${place}.`, cause);
  }

  /** @param {Round} round @param {Fault} fault @returns {Promise<boolean>} */
  async function tryAgain(round, { hook, hungMs = 0 }) {
    const nowMs = now();
    const { failedAtMs } = round;
    round.failedAtMs = nowMs;
    // A state that cannot be stored has not been stored since it became so: from there it would become so again.
    const isLast = hook === 'save' || nowMs - hungMs - failedAtMs <= AGAIN_MS;
    if (isLast || round.shadow.isEmpty) return false;
    try {
      await round.reopen(true);
      return true;
    } catch {
      return false;
    }
  }

  return {
    report,
    /** The last one, as long as it is of the scene that is on or of the one that this took over from. @returns {GameFault | null} */
    get last() {
      return last && epoch() <= last.until ? { message: last.message, place: last.place } : null;
    },
    /**
     * Lets a round that has failed go on.
     * @param {Round} round whose play is over @param {Fault} fault
     * @returns {Promise<boolean>} true: it plays again, and knows nobody; false: it is over, and gives its results as it leaves the stage
     */
    async recover(round, fault) {
      await round.saving;
      if (fault.tail) void reportWhere(round, fault, fault.tail);
      const isOut = shelf.note(round.loaded, fault);
      const isBack = !isOut && (await tryAgain(round, fault));
      if (isBack) reportEnd(round.loaded, fault, 'game-again');
      else reportOver(round.loaded, fault, nextId());
      return isBack;
    },
    /** Logs an action that threw; a refusal of one is no fault. @param {LoadedGame} loaded @param {unknown} error */
    logAction({ card, folder }, error) {
      if (!(error instanceof ShowError) || error.code !== 'action-fault') return;
      report(`${card.title}: ${error.message}`, error.cause, folder);
    },
    /** Counts and logs the fault of a game that could not begin. @param {LoadedGame} loaded @param {Fault} fault @param {string} next id of the game that takes its place */
    noteOver(loaded, fault, next) {
      shelf.note(loaded, fault);
      reportOver(loaded, fault, next);
    },
    /** Counts and logs the fault of a game that another one has replaced meanwhile. @param {LoadedGame} loaded @param {Fault} fault */
    noteLeft(loaded, fault) {
      shelf.note(loaded, fault);
      reportEnd(loaded, fault, 'game-left');
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
