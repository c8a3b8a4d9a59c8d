/** The results of the games of one room: of the running game, and of games that have ended, which outlive the process. */

/** @import { LoadedGame, Table } from '../contract/types.js' */
/** @import { Journal } from '../journal/journal.js' */
/** @import { SavedResults } from '../journal/rows.js' */
/** @import { Stage } from '../stage/types.js' */

import { ShowError, messageOf } from '../errors.js';

const MAX_RESULTS = 30;

/**
 * @param {object} options
 * @param {string} options.roomId
 * @param {readonly SavedResults[]} options.saved oldest first
 * @param {Pick<Journal, 'saveResults'>} options.journal
 * @param {import('../log.js').Log} options.log
 * @param {(gameId: string) => string} options.titleOf
 * @param {() => { epoch: number, title: string, tables: Table[] }} options.running calls `results` of the running game
 */
export function createResults({ roomId, saved, journal, log, titleOf, running }) {
  /** The results of games that have ended, oldest first. */
  let past = [...saved];

  return {
    /** Saves the results of a game that ends, if any table has a row. @param {LoadedGame} loaded @param {Stage} stage @param {number} epoch */
    save({ id: gameId, game, card }, stage, epoch) {
      if (!game.results) return;
      try {
        const tables = stage.results();
        if (!hasRows(tables)) return;
        const results = { epoch, gameId, atMs: Date.now(), tables };
        past = [...past, results].slice(-MAX_RESULTS);
        void journal.saveResults(roomId, results, (past[0]?.epoch ?? 0) - 1);
      } catch (error) {
        log.error(roomId, `The results of ${card.title} could not be saved: ${messageOf(error)}`, error);
      }
    },
    /**
     * @param {number} [wanted] epoch of a game that ended; the running one when missing
     * @returns {{ title: string, atMs: number, tables: Table[] }}
     * @throws {ShowError} `results-none`: there are none, or nothing is in them yet
     */
    get(wanted) {
      const ended = past.find(({ epoch }) => epoch === wanted);
      if (ended) return { ...ended, title: titleOf(ended.gameId) };
      const { epoch, title, tables } = running();
      if ((wanted !== undefined && wanted !== epoch) || !hasRows(tables)) throw new ShowError('results-none');
      return { title, atMs: Date.now(), tables };
    },
    /** Returns the tables of the running game, in the order of `results`, and none while all are empty. */
    tables() {
      const { tables } = running();
      return hasRows(tables) ? tables.map(({ name, rows }) => ({ name, rows: rows.length })) : [];
    },
    /** Lists the games that have ended and left results, newest first. */
    past: () =>
      past.map(({ epoch, gameId, atMs }) => ({ epoch, gameId, title: titleOf(gameId), atMs })).reverse(),
  };
}

/** @param {readonly Table[]} tables */
function hasRows(tables) {
  return tables.some(({ rows }) => rows.length > 0);
}
