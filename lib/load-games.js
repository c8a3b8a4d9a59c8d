/** The finder of games: every folder of `games/` that keeps the contract is found at start and listed nowhere. */

/** @import { Game, GameCard, LoadedGame } from './contract/types.js' */

import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findProblem } from './compiler-problem.js';
import { ShowError, messageOf, placeOf } from './errors.js';
import { allowImports, oldPathOf, versioned } from './outside-games.js';
import { OWN_GAMES } from './settings.js';

/** The name of a folder of a game, by which pages and rooms ask for it. */
export const GAME_ID = /^[a-z][a-z0-9-]{0,30}$/;
const PAGES = ['phone.js', 'playfield.js'];

/** The game that runs when nothing else does, and the one a faulty game falls back to. */
export const FALLBACK_GAME = 'lobby';

/**
 * @param {string} gamesDir @param {string} id
 * @returns {string} the folder of a game; of the lobby, which every show needs, that of this server where there is none among the games
 */
export function folderOf(gamesDir, id) {
  const folder = join(gamesDir, id);
  if (!existsSync(folder)) return id === FALLBACK_GAME ? join(OWN_GAMES, id) : folder;
  // Places of faults are those of the files that a link leads to.
  return realpathSync(folder);
}

/**
 * Loads all games of a folder. A bad one is left out and named in `broken`: one author's slip must not
 * keep the others off the stage.
 * @param {string} gamesDir
 * @param {(folder: string, id: string) => Promise<unknown>} [tryOne] is called before each is loaded; rejects where it must not be
 * @returns {Promise<{ games: Map<string, LoadedGame>, broken: { id: string, message: string }[] }>}
 * @throws {ShowError} `game-bad` when there is no such folder, or the lobby in it is bad, without which no show can run
 */
export async function loadGames(gamesDir, tryOne = async () => {}) {
  /** @type {Map<string, LoadedGame>} */
  const games = new Map();
  const broken = [];
  for (const id of new Set([...gamesIn(gamesDir), FALLBACK_GAME])) {
    const folder = folderOf(gamesDir, id);
    try {
      await tryOne(folder, id);
      games.set(id, await loadGame(folder, id));
    } catch (error) {
      broken.push({ id, message: messageOf(error) });
    }
  }
  if (!games.has(FALLBACK_GAME)) {
    const problem = broken.find(({ id }) => id === FALLBACK_GAME)?.message;
    const folder = 'The lobby is needed, for it runs when nothing else does';
    throw new ShowError('game-bad', { folder, problem });
  }
  sortGames(games);
  return { games, broken };
}

/** Puts the lobby first, and games of the load lab, whose phones open more connections, behind those for an audience. @param {Map<string, LoadedGame>} games */
export function sortGames(games) {
  const rank = (/** @type {LoadedGame} */ { id, game }) =>
    id === FALLBACK_GAME ? 0 : game.extras > 0 ? 2 : 1;
  const all = [...games.values()].sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1));
  games.clear();
  for (const loaded of all) games.set(loaded.id, loaded);
}

/**
 * @param {string} gamesDir
 * @returns {string[]} the names of its folders, sorted; a link to a folder is one, by which a game of the checkout is taken into another show
 * @throws {ShowError} `game-bad`
 */
export function gamesIn(gamesDir) {
  const bad = (/** @type {string} */ problem) => new ShowError('game-bad', { folder: gamesDir, problem });
  if (!existsSync(gamesDir)) throw bad('this folder does not exist');
  if (existsSync(join(gamesDir, 'game.js'))) throw bad('this is one game: give the folder that it lies in');
  return readdirSync(gamesDir)
    .filter((name) => !name.startsWith('.') && name !== 'node_modules')
    .filter((name) => statSync(join(gamesDir, name), { throwIfNoEntry: false })?.isDirectory())
    .sort();
}

/**
 * @param {string} folder
 * @param {string} id
 * @param {number} [version] above 0: its modules are loaded anew, and its pages have addresses of their own, because neither Node.js nor a
 *   browser loads a module twice by one address. The earlier ones stay in memory
 * @returns {Promise<LoadedGame>}
 * @throws {ShowError} `game-bad` with the folder and what is wrong in it
 */
export async function loadGame(folder, id, version = 0) {
  const bad = (/** @type {string} */ problem) => new ShowError('game-bad', { folder, problem });
  if (!GAME_ID.test(id))
    throw bad('the folder name is the id: lower-case letters, digits and -, starting with a letter');
  for (const file of ['game.js', ...PAGES]) {
    if (!existsSync(join(folder, file))) throw bad(`${file} is missing`);
  }
  allowImports(folder, version > 0);
  const path = join(folder, 'game.js');
  const module = await import(versioned(pathToFileURL(path).href, version)).catch(async (error) => {
    const isUnread = error instanceof SyntaxError || error?.code === 'ERR_MODULE_NOT_FOUND';
    const problem = oldPathOf(error) || (isUnread && (await findProblem(path).catch(() => '')));
    throw bad(problem || `game.js: ${messageOf(error)}${isUnread ? '' : placeOf(error, folder)}`);
  });
  const game = /** @type {Game | undefined} */ (module.default);
  if (!game || !Object.isFrozen(game) || typeof game.setup !== 'function') {
    throw bad('game.js must have "export default defineGame({ … })"');
  }
  return withVersion({ id, folder, game }, version);
}

/** Gives a game of which only the pages have changed its version. @param {Omit<LoadedGame, 'card'>} loaded @param {number} version @returns {LoadedGame} */
export function withVersion({ id, folder, game }, version) {
  return { id, folder, game, card: cardOf(id, folder, game, version) };
}

/** @param {string} id @param {string} folder @param {Game} game @param {number} version @returns {GameCard} */
function cardOf(id, folder, game, version) {
  const place = version > 0 ? `${id}@${version}` : id;
  const url = (/** @type {string} */ file) => `/games/${place}/${file}`;
  const optional = (/** @type {string} */ file) => (existsSync(join(folder, file)) ? url(file) : undefined);
  const actions = Object.entries(game.actions).map(
    ([action, { title, key, args, confirm, moderators, step, repeats }]) => [
      action,
      {
        ...{ title, key, args, confirm },
        ...(moderators && { moderators }),
        ...(step && { step }),
        ...(repeats && { repeats }),
      },
    ],
  );
  return {
    id,
    title: game.title,
    summary: game.summary ?? '',
    teams: game.teams,
    ...(Object.keys(game.teamTitles).length > 0 && { teamTitles: game.teamTitles }),
    hold: game.hold,
    ...(game.backdrop && { hasBackdrop: true }),
    ...(game.lab && { lab: true }),
    input: game.input,
    settings: game.settings,
    actions: Object.fromEntries(actions),
    content: contentOf(game),
    hasResults: game.results !== undefined,
    reports: Object.entries(game.reports).map(([report, { title }]) => ({ id: report, title })),
    files: {
      phone: url('phone.js'),
      playfield: url('playfield.js'),
      panel: optional('panel.js'),
      remote: optional('remote.js'),
      style: optional('style.css'),
      strings: languagesOf(join(folder, 'strings')),
      desk: languagesOf(join(folder, 'strings', 'desk')),
    },
  };
}

/** @param {Game} game @returns {GameCard['content']} */
function contentOf({ content }) {
  if (!content) return null;
  const { title, importers = [], exporters = [] } = content;
  return {
    title,
    importers: importers.map(({ name }) => name),
    accept: importers.flatMap(({ accept }) => accept),
    exporters: exporters.map(({ name }) => name),
  };
}

/** @param {string} strings a folder */
function languagesOf(strings) {
  if (!existsSync(strings)) return [];
  return readdirSync(strings)
    .filter((file) => /^[a-z]{2}\.js$/.test(file))
    .map((file) => file.slice(0, 2))
    .sort();
}
