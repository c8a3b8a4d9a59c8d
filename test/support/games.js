/** Folders of games for tests: games written down in the test, beside the lobby that every folder has. */

/** @import { TestContext } from 'node:test' */

import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OWN_GAMES } from '../../lib/settings.js';
import { tempFolder } from './server.js';

/**
 * @param {TestContext} t
 * @param {Record<string, Record<string, string>>} games id → file → text; what `game.js`
 *   imports from 'mass-mobile' is found, as it is for any game outside the checkout
 * @returns {Promise<string>} for GAMES_DIR
 */
export async function gamesFolder(t, games) {
  const folder = await tempFolder(t);
  for (const [id, files] of Object.entries(games)) {
    await mkdir(join(folder, id));
    for (const [name, text] of Object.entries({
      'phone.js': EMPTY_PAGE,
      'playfield.js': EMPTY_PAGE,
      ...files,
    })) {
      await mkdir(dirname(join(folder, id, name)), { recursive: true });
      await writeFile(join(folder, id, name), text);
    }
  }
  return folder;
}

/**
 * @param {TestContext} t
 * @param {Iterable<string>} ids of games of the checkout
 * @returns {Promise<string>} for GAMES_DIR: these, and not what somebody has added to the checkout
 */
export async function linkedGames(t, ids) {
  const folder = await tempFolder(t);
  for (const id of ids) await symlink(join(OWN_GAMES, id), join(folder, id));
  return folder;
}

const EMPTY_PAGE = 'export function mount() { return { frame() {} }; }\n';
