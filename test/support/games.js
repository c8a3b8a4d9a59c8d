/** Folders of games for tests: the real lobby, and games written down in the test. */

/** @import { TestContext } from 'node:test' */

import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tempFolder } from './server.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CONTRACT = import.meta.resolve('mass-mobile');

/**
 * @param {TestContext} t
 * @param {Record<string, Record<string, string>>} games id → file → text; `game.js` may import from
 *   'mass-mobile', as a game in the checkout does
 * @returns {Promise<string>} for GAMES_DIR
 */
export async function gamesFolder(t, games) {
  const folder = await tempFolder(t);
  await cp(join(ROOT, 'games/lobby'), join(folder, 'lobby'), { recursive: true });
  await rewrite(join(folder, 'lobby/game.js'), await readFile(join(folder, 'lobby/game.js'), 'utf8'));
  for (const [id, files] of Object.entries(games)) {
    await mkdir(join(folder, id));
    for (const [name, text] of Object.entries({
      'phone.js': EMPTY_PAGE,
      'playfield.js': EMPTY_PAGE,
      ...files,
    })) {
      await mkdir(dirname(join(folder, id, name)), { recursive: true });
      await rewrite(join(folder, id, name), text);
    }
  }
  return folder;
}

const EMPTY_PAGE = 'export function mount() { return { frame() {} }; }\n';

/** @param {string} path @param {string} text */
function rewrite(path, text) {
  return writeFile(path, text.replaceAll("'mass-mobile'", `'${CONTRACT}'`));
}
