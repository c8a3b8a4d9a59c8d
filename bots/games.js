/** The games that bots play: their definitions and documents from a folder of this machine, never from a server. */

/** @import { BotMove, BotSight, Fields, Json } from '../lib/contract/types.js' */
/** @import { Scene } from '../lib/contract/wire.js' */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileMove } from '../lib/contract/bot.js';
import { GAME_ID, folderOf, loadGame } from '../lib/load-games.js';
import { createAnything } from './anything.js';

export const GAMES_DIR = fileURLToPath(new URL('../games', import.meta.url));

/**
 * @typedef {object} BotGame how bots play a game
 * @property {(sight: BotSight) => BotMove} play throws where the game's own `bot` throws, or returns nonsense
 * @property {boolean} looks at the big screen
 * @property {Fields} input
 */

/** Each game is loaded once, however many bots play it. @type {Map<string, Promise<BotGame>>} */
const loaded = new Map();

/**
 * @param {string} gamesDir
 * @param {Pick<Scene, 'game'>} scene
 * @returns {Promise<BotGame>}
 * @throws {Error} when the server plays a game that this folder does not have, or that cannot be loaded
 */
export function loadBotGame(gamesDir, { game: { id, files } }) {
  if (!GAME_ID.test(id)) return Promise.reject(new Error(`"${id}" is not the name of a game`));
  const folder = folderOf(gamesDir, id);
  const version = Number(/@(\d+)\//.exec(files.phone)?.[1] ?? 0);
  const key = `${version} ${folder}`;
  const known = loaded.get(key);
  if (known) return known;
  const game = load(folder, id, version);
  loaded.set(key, game);
  game.catch(() => loaded.delete(key));
  return game;
}

/** @param {string} folder @param {string} id @param {number} version @returns {Promise<BotGame>} */
async function load(folder, id, version) {
  if (!existsSync(join(folder, 'game.js')))
    throw new Error(
      `The server plays "${id}", and ${folder} has no game.js: give gamesDir the server's games.`,
    );
  const { game } = await loadGame(folder, id, version);
  const readMove = compileMove(game);
  const decide = game.bot ?? createAnything(game);
  return { play: (sight) => readMove(decide(sight)), looks: Boolean(game.bot), input: game.input };
}

/** Gives the document that the room of a scene plays, which is all that the people of a crowd know. @typedef {(scene: Scene) => Promise<Json>} Library */

/** A library that knows nothing. @type {Library} */
export const NO_LIBRARY = async () => null;
