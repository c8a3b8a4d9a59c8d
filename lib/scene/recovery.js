/**
 * How a scene goes on that could not go on as it was: after a fault of its game, after a sleep, and when the files of its game have changed.
 * Then it keeps its state, if that passes one tick and one frame of the new files, else it begins anew; and a game that a fault has taken
 * off the stage comes back.
 */

/** @import { SavedTape } from '../contract/testing.js' */
/** @import { LoadedGame } from '../contract/types.js' */
/** @import { Way } from '../journal/rows.js' */
/** @import { Fault } from '../play/types.js' */
/** @import { StoredGame } from '../stage/types.js' */
/** @import { Round } from './round.js' */
/** @import { SceneOptions } from './types.js' */

import { causeOf, messageOf } from '../errors.js';
import { faultOf } from '../play/values.js';
import { StageFault } from '../stage/stage.js';

const TICK_MS = 1000 / 30;

/**
 * @typedef {object} Steps of the scene
 * @property {() => Round} current
 * @property {(run: () => Promise<unknown>) => Promise<unknown>} inTurn
 * @property {(gameId: string, beginning: { way: Way | null, sinceMs: number, stored?: StoredGame, isBack?: boolean, tape?: SavedTape }) => Promise<Round>} open
 * @property {(round: Round, isBack: boolean) => void} enter
 * @property {() => void} introduce
 * @property {(gameId: string, way: Way | null) => Promise<void>} restart
 * @property {(loaded: LoadedGame, error: unknown, way: Way | null) => Promise<void>} replace what cannot begin
 * @property {() => string} fallback
 */

/** @param {SceneOptions} options @param {ReturnType<typeof import('./faults.js').createFaults>} faults @param {Steps} steps */
export function createRecovery(options, faults, steps) {
  const { games, log, record, onStop } = options;
  const { current, inTurn, open, enter, introduce, restart, replace, fallback } = steps;
  /** The round that a fault has taken off the stage last, for as long as nothing else has been put on. @type {Round | null} */
  let lost = null;

  /**
   * Opens a game and plays one tick and one frame, before anybody sees it.
   * @param {string} gameId @param {Parameters<Steps['open']>[1]} beginning @returns {Promise<Round>} @throws {Error} it fails in them
   */
  async function tryOut(gameId, beginning) {
    const round = await open(gameId, beginning);
    try {
      await round.play?.ask('tryOut', TICK_MS);
      return round;
    } catch (error) {
      round.play?.stop();
      throw error;
    }
  }

  /** @param {Round} left whose play is over @param {LoadedGame} loaded as its files are now @param {SavedTape | null} tape of its author, who has stopped it */
  async function goOn({ shadow, way, sinceMs }, { id, folder, card: { title } }, tape) {
    const stored = shadow.stored();
    let why = 'nothing of it is on disk yet';
    /** @type {unknown} */
    let cause;
    if (stored) {
      try {
        enter(await tryOut(id, { way, sinceMs, stored, isBack: true, ...(tape && { tape }) }), true);
        return log.info(record.id, `${title} goes on with its new files.`);
      } catch (error) {
        const hook = error instanceof StageFault ? `${error.hook}(): ` : '';
        why = `${hook}${messageOf(error)}`;
        cause = causeOf(error);
      }
    }
    enter(await tryOut(id, { way, sinceMs: Date.now() }), false);
    const said = `${title} begins anew, because its state does not fit its new files: ${why}`;
    faults.report(said, cause, folder);
  }

  return {
    /**
     * The running game has failed. It goes on from where the disk has it; if it fails there again, the lobby takes over.
     * @param {Round} round whose play is over @param {Fault} fault
     */
    failed(round, fault) {
      const wasOn = round === current();
      if (wasOn) onStop();
      void inTurn(async () => {
        if (round !== current()) return wasOn && faults.noteLeft(round.loaded, fault);
        if (await faults.recover(round, fault)) return introduce();
        await restart(fallback(), round.way && { ...round.way, settings: null });
        lost = round;
      });
    },
    /** Goes on with a game that sleeps. */
    async wake() {
      const round = current();
      if (!round.isAsleep) return;
      try {
        await round.reopen();
        introduce();
      } catch (error) {
        await replace(round.loaded, error, null);
      }
    },
    /** Another round is on, and what was lost before is not missed. */
    forget: () => void (lost = null),
    /** Goes on with the game of now, if it is on or was lost. @param {string} gameId whose files have changed */
    async renew(gameId) {
      const before = current();
      const isOn = before.loaded.id === gameId;
      const left = isOn ? before : before.loaded.id === fallback() ? lost : null;
      const loaded = games.get(gameId);
      if (left?.loaded.id !== gameId || (!isOn && !loaded)) return;
      const tape = (await left.play?.ask('tape', true).catch(() => null)) ?? null;
      await left.sleep();
      left.play?.stop();
      left.play = null;
      // It must not wait behind the one that takes its place: it comes back from here, and would be there twice.
      left.isAsleep = false;
      if (!loaded) {
        enter(await open(fallback(), { way: null, sinceMs: Date.now() }), false);
        log.warn(record.id, `${left.loaded.card.title} is gone. The lobby took over.`);
        lost = left;
        return;
      }
      try {
        await goOn(left, loaded, tape);
        if (!isOn) void before.end();
      } catch (error) {
        if (isOn) await replace(loaded, error, left.way);
        else faults.noteOver(loaded, faultOf(error), fallback());
        lost = left;
      }
    },
  };
}
