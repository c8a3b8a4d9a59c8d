/**
 * Loads the games of a server safely. The top-level code of a game runs then, and could loop or end the process, so games that do not
 * come with the server are loaded in a thread first.
 */

/** @import { Config } from '../settings.js' */

import { ShowError, messageOf } from '../errors.js';
import { loadGames } from '../load-games.js';
import { LOADING_MS } from '../play/thread.js';
import { OWN_GAMES } from '../settings.js';
import { createErrands } from './thread.js';

/**
 * Costs some 60 ms for each game that is tried.
 * @param {Pick<Config, 'gamesDir' | 'stage' | 'stageMemory'>} config
 * @param {number} [loadingMs] time limit of each
 * @returns {ReturnType<typeof loadGames>}
 */
export function loadTried({ gamesDir, stage, stageMemory: memoryMb }, loadingMs = LOADING_MS) {
  const isTrusted = stage !== 'thread' || gamesDir === OWN_GAMES;
  return loadGames(gamesDir, isTrusted ? undefined : tryOne);

  /** @param {string} folder @param {string} id */
  async function tryOne(folder, id) {
    const errands = createErrands({
      loadedOf: () => ({ folder }),
      memoryMb,
      patienceMs: loadingMs,
      loadingMs,
    });
    try {
      await errands.run(id, 'load', []);
    } catch (error) {
      const problem = messageOf(error);
      if (problem.startsWith(`${folder}: `)) throw error;
      throw new ShowError('game-bad', { folder, problem: `while game.js was loaded, ${problem}` });
    } finally {
      await errands.close();
    }
  }
}
