/** Games are found by their folders, and a bad one stays out. */

import assert from 'node:assert/strict';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { loadTried, needsTrial } from '../lib/errands/trial.js';
import { placeOf } from '../lib/errors.js';
import { loadGame, loadGames } from '../lib/load-games.js';
import { OWN_GAMES } from '../lib/settings.js';
import { linkedGames } from './support/games.js';
import { tempFolder } from './support/server.js';

const CONTRACT = pathToFileURL(new URL('../lib/contract/define-game.js', import.meta.url).pathname).href;
const GOOD = `import { defineGame } from '${CONTRACT}';
export default defineGame({ title: 'Good', teams: ['a', 'b'], setup: () => ({}), frame: () => null });`;

/** @param {string} root @param {string} id @param {Record<string, string>} files */
async function writeGame(root, id, files) {
  const folder = join(root, id);
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}
const pages = { 'phone.js': '', 'playfield.js': '' };

test('games are found by their folders, the lobby first; bad ones are named and left out', async (t) => {
  const root = await tempFolder(t);
  await writeGame(root, 'zebra', {
    'game.js': GOOD,
    ...pages,
    'style.css': '',
    'strings/de.js': '',
    'strings/en.js': '',
  });
  await writeGame(root, 'lobby', { 'game.js': GOOD, ...pages });
  await writeGame(root, 'no-page', { 'game.js': GOOD, 'phone.js': '' });
  await writeGame(root, 'no-export', { 'game.js': 'export const a = 1', ...pages });
  await writeGame(root, 'typo', { 'game.js': 'export default {', ...pages });
  await writeGame(root, 'wrong', { 'game.js': GOOD.replace('frame:', 'frames:'), ...pages });
  await writeGame(root, 'Capital', { 'game.js': GOOD, ...pages });
  const { games, broken } = await loadGames(root);
  assert.deepEqual([...games.keys()], ['lobby', 'zebra']);
  assert.deepEqual(games.get('zebra')?.card.files, {
    phone: '/games/zebra/phone.js',
    playfield: '/games/zebra/playfield.js',
    panel: undefined,
    remote: undefined,
    style: '/games/zebra/style.css',
    strings: ['de', 'en'],
    desk: [],
  });
  const why = Object.fromEntries(broken.map(({ id, message }) => [id, message]));
  assert.match(why['no-page'] ?? '', /no-page: playfield\.js is missing/);
  assert.match(why['no-export'] ?? '', /must have "export default defineGame/);
  assert.match(why['typo'] ?? '', /typo: game\.js:1:17 Expected identifier but found end of file/);
  assert.match(why['wrong'] ?? '', /"frames" is not part of a game/);
  assert.match(why['Capital'] ?? '', /folder name is the id: lower-case/);
});

test('a folder without a lobby has that of this server; with a bad one no show can start, and the error says so', async (t) => {
  const root = await tempFolder(t);
  assert.deepEqual(
    [...(await loadGames(root)).games.values()].map(({ folder }) => folder),
    [join(OWN_GAMES, 'lobby')],
  );
  await assert.rejects(loadGames(join(root, 'nowhere')), /this folder does not exist/);
  await assert.rejects(
    loadGames(join(OWN_GAMES, 'pong')),
    /pong: this is one game: give the folder that it lies in/,
  );
  await writeGame(root, 'lobby', { 'game.js': GOOD, 'phone.js': '' });
  await assert.rejects(loadGames(root), /playfield\.js is missing/);
});

test('games of this server can be linked into another folder, and copied there with all that they import', async (t) => {
  const root = await linkedGames(t, ['tug']);
  for (const id of ['quiz', 'presentation'])
    await cp(join(OWN_GAMES, id), join(root, id), { recursive: true });
  const { games, broken } = await loadGames(root);
  assert.deepEqual(broken, []);
  assert.equal(games.get('tug')?.folder, join(OWN_GAMES, 'tug'));
  const importer = games.get('quiz')?.game.content?.importers?.find(({ accept }) => accept.includes('.gift'));
  // One so long is read in a process of its own.
  const questions = Array.from(
    { length: 300 },
    (_, n) => `::${n}:: What is ${n} and one? {=${n + 1} ~${n}}`,
  ).join('\n\n');
  const { documents = [] } = (await importer?.parse(Buffer.from(questions), 'sums.gift')) ?? {};
  assert.equal(documents.length, 1);
});

test('a game that never ends to load, ends the process or waits for ever is left out of a server that plays in threads', async (t) => {
  const root = await tempFolder(t);
  const tops = {
    ...{ lobby: GOOD, loops: `for (;;);${GOOD}`, quits: `process.exit(0);${GOOD}`, typo: 'export default {' },
    waits: `await new Promise(() => {});${GOOD}`,
    zebra: GOOD,
  };
  for (const [id, top] of Object.entries(tops)) await writeGame(root, id, { 'game.js': top, ...pages });
  const { games, broken } = await loadTried({ gamesDir: root, stage: 'thread', stageMemory: 128 }, 1000);
  assert.deepEqual([...games.keys()], ['lobby', 'zebra']);
  assert.deepEqual(
    broken.map(({ message }) => message.slice(root.length + 1)),
    [
      'loops: while game.js was loaded, it has not returned for 1 s',
      'quits: while game.js was loaded, it ended its thread',
      'typo: game.js:1:17 Expected identifier but found end of file',
      'waits: while game.js was loaded, it has waited for 1 s for something that does not come',
    ],
  );
});

test('a game that somebody puts beside those that ship is tried as well', () => {
  assert.equal(needsTrial(join(OWN_GAMES, 'pong')), false);
  assert.ok(needsTrial(join(OWN_GAMES, 'mine')));
  assert.ok(needsTrial('/elsewhere/games/pong'));
});

test('a game that throws while it is loaded is named', async (t) => {
  const folder = await writeGame(await tempFolder(t), 'thrower', {
    'game.js': "throw new Error('no luck')",
    ...pages,
  });
  await assert.rejects(loadGame(folder, 'thrower'), /thrower: game\.js: no luck \(game\.js:1:7\)/);
});

test('a module that cannot be read is named with line and column, wherever it is imported', async (t) => {
  const root = await tempFolder(t);
  const games = {
    missing: { 'game.js': `import { x } from './nowhere.js';\n${GOOD}` },
    unexported: { 'game.js': `import { x } from './part.js';\n${GOOD}`, 'part.js': 'export const y = 1;' },
    inside: {
      'game.js': `import { x } from './rules/part.js';\n${GOOD}`,
      'rules/part.js': '\nexport const x = ;',
    },
  };
  /** @param {string} id @param {Record<string, string>} files */
  const problem = async (id, files) => {
    const folder = await writeGame(root, id, { ...files, ...pages });
    const error = await loadGame(folder, id).catch((why) => why);
    return error.message.slice(root.length + 1);
  };
  const [missing, unexported, inside] = await Promise.all(
    Object.entries(games).map(([id, files]) => problem(id, files)),
  );
  assert.match(missing, /^missing: game\.js:1:19 Could not resolve "\.\/nowhere\.js"$/);
  assert.match(unexported, /^unexported: game\.js:1:10 No matching export in "part\.js" for import "x"$/);
  assert.match(inside, /^inside: rules\/part\.js:2:18 Unexpected ";"$/);
});

test('a game that has changed is loaded anew with all its modules, under another address, and its places are those of its files', async (t) => {
  const root = await tempFolder(t);
  const write = (/** @type {string} */ step) =>
    writeGame(root, 'drum', {
      'game.js': `import { defineGame } from 'mass-mobile';
import { STEP } from './rules/step.js';
export default defineGame({ title: 'Drum', setup: () => ({ step: STEP }), frame() { throw new Error('no'); } });`,
      'rules/step.js': `import { BASE } from './base.js';\nexport const STEP = BASE + ${step};\n`,
      'rules/base.js': `export const BASE = '${step}';\n`,
      ...pages,
    });
  const setUp = (/** @type {any} */ { game }) => game.setup({}).step;
  const folder = await write('1');
  assert.equal(setUp(await loadGame(folder, 'drum')), '11');
  await write('2');
  assert.equal(setUp(await loadGame(folder, 'drum')), '11', 'nothing loads a module twice');
  const { game, card } = await loadGame(folder, 'drum', 1);
  assert.equal(setUp({ game }), '22');
  assert.equal(card.files.phone, '/games/drum@1/phone.js');
  try {
    game.frame({}, /** @type {any} */ ({}));
    assert.fail('it throws');
  } catch (error) {
    assert.equal(placeOf(error, folder), ' (game.js:3:91)');
  }
  await write('3');
  assert.equal(setUp(await loadGame(folder, 'drum', 2)), '33');
});

test('pages that were open before a start of a server for authors do not know the addresses of this one', async (t) => {
  const root = await tempFolder(t);
  await writeGame(root, 'lobby', { 'game.js': GOOD, ...pages });
  const load = async (/** @type {boolean} */ dev) => {
    const { games } = await loadTried({ gamesDir: root, stage: 'inline', stageMemory: 64, dev });
    return String(games.get('lobby')?.card.files.phone);
  };
  assert.equal(await load(false), '/games/lobby/phone.js');
  const versionOf = (/** @type {string} */ address) =>
    Number(/^\/games\/lobby@(\d+)\/phone\.js$/.exec(address)?.[1]);
  const [first, second] = [versionOf(await load(true)), versionOf(await load(true))];
  assert.ok(first > 0 && second >= first, `${first} and then ${second}`);
});
