/**
 * Loads the games of a server safely. The top-level code of a game runs then, and could loop or end the process, so games that do not
 * come with the server, in `games/` too, are loaded in a thread first.
 */

/** @import { Config } from '../settings.js' */

import { basename, dirname } from 'node:path';
import { ShowError, messageOf } from '../errors.js';
import { loadGames, withVersion } from '../load-games.js';
import { LOADING_MS } from '../play/thread.js';
import { OWN_GAMES } from '../settings.js';
import { createErrands } from './thread.js';

/** These come with the server: to try them as well would cost half a second of each start. */
export const SHIPPED = new Set(['lobby', 'loadtest', 'pong', 'presentation', 'quiz', 'swarm', 'tug', 'worm']);

/** @param {string} folder of a game @returns {boolean} its top-level code may do anything */
export const needsTrial = (folder) => dirname(folder) !== OWN_GAMES || !SHIPPED.has(basename(folder));

/**
 * Costs some 60 ms for each game that is tried.
 * @param {Pick<Config, 'gamesDir' | 'stage' | 'stageMemory'> & Partial<Pick<Config, 'dev'>>} config
 * @param {number} [loadingMs] time limit of each
 * @returns {ReturnType<typeof loadGames>}
 */
export async function loadTried(config, loadingMs = LOADING_MS) {
  const { gamesDir, stage, stageMemory: memoryMb, dev = false } = config;
  const found = await loadGames(gamesDir, stage === 'thread' ? tryOne : undefined);
  // Pages that were open before this start must not take the modules that they have for those of now.
  if (dev) for (const [id, one] of found.games) found.games.set(id, withVersion(one, Date.now()));
  return found;

  /** @param {string} folder @param {string} id */
  async function tryOne(folder, id) {
    if (!needsTrial(folder)) return;
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
