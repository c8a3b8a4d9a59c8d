/** Errands in the thread of the caller: where games are trusted not to hold up their server, and in tests. */

/** @import { LoadedGame } from '../contract/types.js' */
/** @import { RunErrand, Task } from './tasks.js' */

import { ShowError } from '../errors.js';
import { StageFault } from '../stage/stage.js';
import { NO_PICTURE, TASKS } from './tasks.js';

/**
 * @param {(gameId: string) => Pick<LoadedGame, 'game'>} loadedOf
 * @returns {RunErrand}
 */
export function createInlineErrands(loadedOf) {
  return async (gameId, name, args, picture = NO_PICTURE) => {
    /** @type {Task} */
    const { hook, run } = TASKS[name];
    try {
      return await run(loadedOf(gameId).game, [...args], picture);
    } catch (error) {
      throw error instanceof ShowError ? error : new StageFault(hook, error);
    }
  };
}
