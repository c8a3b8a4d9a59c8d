/** What games left in the evening of one room: results outlive their game, and the process. */

/** @import { LoadedGame, Table } from './types.js' */
/** @import { Journal } from './journal.js' */
/** @import { SavedResults } from './journal-rows.js' */
/** @import { Stage } from './stage.js' */

import { ShowError, messageOf } from './errors.js';

const MAX_RESULTS = 30;

/**
 * @param {object} options
 * @param {string} options.roomId
 * @param {readonly SavedResults[]} options.saved oldest first
 * @param {Pick<Journal, 'saveResults'>} options.journal
 * @param {import('./log.js').Log} options.log
 * @param {(gameId: string) => string} options.titleOf
 */
export function createPastResults({ roomId, saved, journal, log, titleOf }) {
  /** Oldest first. */
  let past = [...saved];

  return {
    /** A game ends. Without a row in any table there is nothing to keep. @param {LoadedGame} loaded @param {Stage} stage @param {number} epoch */
    keep({ id: gameId, game, card }, stage, epoch) {
      if (!game.results) return;
      try {
        const tables = stage.results();
        if (!hasRows(tables)) return;
        const results = { epoch, gameId, atMs: Date.now(), tables };
        past = [...past, results].slice(-MAX_RESULTS);
        void journal.saveResults(roomId, results, (past[0]?.epoch ?? 0) - 1);
      } catch (error) {
        log.error(roomId, `The results of ${card.title} could not be kept: ${messageOf(error)}`, error);
      }
    },
    /**
     * @param {number} epoch of a game that ended
     * @returns {{ title: string, atMs: number, tables: Table[] }}
     * @throws {ShowError} `results-none`
     */
    get(epoch) {
      const found = past.find((one) => one.epoch === epoch);
      if (!found) throw new ShowError('results-none');
      return { ...found, title: titleOf(found.gameId) };
    },
    /** Newest first. */
    list: () =>
      past.map(({ epoch, gameId, atMs }) => ({ epoch, gameId, title: titleOf(gameId), atMs })).reverse(),
  };
}

/** @param {readonly Table[]} tables */
export function hasRows(tables) {
  return tables.some(({ rows }) => rows.length > 0);
}
