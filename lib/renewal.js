/** Takes the games of a running server anew, for those who write them: docs/games.md, "While you write". */

/** @import { Config } from './config.js' */
/** @import { OpenHome } from './home.js' */
/** @import { Log } from './log.js' */
/** @import { LoadedGame } from './contract/types.js' */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ShowError, messageOf } from './errors.js';
import { isOfPages } from './http/page-paths.js';
import { folderOf, loadGame, sortGames, withVersion } from './load-games.js';

/**
 * @param {object} base
 * @param {Pick<Config, 'gamesDir'>} base.config
 * @param {Map<string, LoadedGame>} base.games of now, which are changed here
 * @param {{ id: string, message: string }[]} base.broken likewise
 * @param {Log} base.log
 * @param {Pick<OpenHome, 'tryGame' | 'renewGame'>} base.home
 * @param {{ pages: { renew: () => Promise<void> }, control: { renew: () => void } }} edge
 */
export function createRenewal({ config, games, broken, log, home }, { pages, control }) {
  /** Higher than those of any start before, which open pages may have loaded. */
  let version = Date.now();

  /** @param {string} id @param {string} folder @param {readonly string[]} paths @returns {Promise<LoadedGame>} @throws {Error} it cannot be loaded */
  async function load(id, folder, paths) {
    const isThere = existsSync(join(folder, 'game.js'));
    if (isThere) await home.tryGame?.({ folder, gameId: id }).catch((error) => refuse(error, folder));
    version += 1;
    const known = games.get(id);
    // One that could not be loaded last time may have other rules than it is known to have.
    const isKnown = known && !broken.some((one) => one.id === id);
    return isKnown && paths.every(isOfPages) ? withVersion(known, version) : loadGame(folder, id, version);
  }

  /** @param {string} id @param {string} [message] why it cannot be loaded */
  function noteBroken(id, message) {
    const at = broken.findIndex((one) => one.id === id);
    if (at >= 0) broken.splice(at, 1);
    if (message !== undefined) broken.push({ id, message });
  }

  /**
   * Takes one game anew. One that cannot be loaded stays as it was, wherever it is on.
   * @param {string} id the name of its folder @param {readonly string[]} paths of the files in it that have changed
   * @returns {Promise<LoadedGame | null>} null: there is none that could be loaded
   */
  return async function renew(id, paths) {
    const folder = folderOf(config.gamesDir, id);
    const isNew = !games.has(id);
    const isGone = !existsSync(folder);
    if (isGone && !isNew) log.info(null, `The folder of ${games.get(id)?.card.title} is gone.`);
    if (isGone) games.delete(id);
    const joining = pages.renew();
    try {
      const loaded = isGone ? null : await load(id, folder, paths);
      noteBroken(id);
      if (loaded) games.set(id, loaded);
      sortGames(games);
      await joining;
      // Only now can the pages of a new game be found.
      if (isNew) await pages.renew();
      if (loaded && isNew) log.info(null, `${loaded.card.title} is a new game.`);
      await home.renewGame?.(id);
      return loaded;
    } catch (error) {
      noteBroken(id, messageOf(error));
      const sentence = messageOf(error).replace(/\.?$/, '.');
      log.error(null, isNew ? sentence : `${sentence} Rooms go on with it as it was.`);
      return null;
    } finally {
      control.renew();
    }
  };
}

/** @param {unknown} error @param {string} folder @returns {never} */
function refuse(error, folder) {
  if (error instanceof ShowError) throw error;
  throw new ShowError('game-bad', { folder, problem: `while game.js was loaded, ${messageOf(error)}` });
}
