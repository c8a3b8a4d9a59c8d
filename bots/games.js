/** The phone side of games, from a folder of this machine: nothing that a server sends is ever run. */

/** @import { PhoneModule, Translate } from '../lib/contract/pages.js' */
/** @import { Scene } from '../lib/contract/wire.js' */

import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { translator } from '../public/shared/i18n.js';
import enStrings from '../public/shared/strings/en.js';

export const GAMES_DIR = fileURLToPath(new URL('../games', import.meta.url));

const GAME_ID = /^[a-z][a-z0-9-]{0,30}$/;
const page = translator(enStrings);

/** Each game is loaded once, however many phones play it. @type {Map<string, Promise<{ module: PhoneModule, t: Translate }>>} */
const loaded = new Map();

/**
 * @param {string} gamesDir
 * @param {Scene} scene
 * @returns {Promise<{ module: PhoneModule, t: Translate }>}
 * @throws {Error} when the server plays a game that this folder does not have
 */
export function loadPhoneSide(gamesDir, { game: { id } }) {
  if (!GAME_ID.test(id)) return Promise.reject(new Error(`"${id}" is not the name of a game`));
  const folder = join(gamesDir, id);
  const known = loaded.get(folder);
  if (known) return known;
  const parts = load(folder, id);
  loaded.set(folder, parts);
  parts.catch(() => loaded.delete(folder));
  return parts;
}

/** @param {string} folder @param {string} id */
async function load(folder, id) {
  const file = join(folder, 'phone.js');
  if (!(await exists(file)))
    throw new Error(
      `The server plays "${id}", and ${folder} has no phone.js: give gamesDir the server's games.`,
    );
  const module = /** @type {PhoneModule} */ (await import(pathToFileURL(file).href));
  return { module, t: await translatorOf(folder) };
}

/** @param {string} folder @returns {Promise<Translate>} */
async function translatorOf(folder) {
  const file = join(folder, 'strings/en.js');
  if (!(await exists(file))) return page;
  const { default: strings } = await import(pathToFileURL(file).href);
  const own = translator(strings);
  return (key, values) => {
    const text = own(key, values);
    return text === key ? page(key, values) : text;
  };
}

/** @param {string} file */
function exists(file) {
  return access(file).then(
    () => true,
    () => false,
  );
}

export { page as translate };
