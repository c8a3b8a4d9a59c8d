/** A new game: each example under another name is a game, in a folder of its author's as in the checkout. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { checksOf } from '../../check/index.js';
import { gamesIn, loadGame } from '../../lib/load-games.js';
import { tempFolder } from '../support/server.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KINDS = { vote: 'poll', taps: 'drum', level: 'maze', submit: 'relay', cards: 'bingo' };

const runFile = promisify(execFile);
/** @param {string} gamesDir @param {string[]} args */
const newGame = (gamesDir, ...args) =>
  runFile(process.execPath, ['scripts/new-game.js', ...args], {
    cwd: ROOT,
    env: { ...process.env, GAMES_DIR: gamesDir },
  });
/** @param {string} folder @returns {string[]} paths of its own files */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.\w+$/.test(path));

test('there is a kind for each example', () => {
  assert.deepEqual(Object.values(KINDS).sort(), gamesIn(join(ROOT, 'examples')));
});

describe('an example becomes a game of another name', { timeout: 120_000 }, () => {
  for (const [kind, example] of Object.entries(KINDS))
    test(`${kind}: all checks hold, nothing has the old name, and its own tests pass where it lies`, async (t) => {
      const gamesDir = join(await tempFolder(t), 'show', 'games');
      const { stdout } = await newGame(gamesDir, 'light-show', '--from', kind);
      const folder = join(gamesDir, 'light-show');
      assert.match(stdout, new RegExp(`made of examples/${example}\\.[^]*GAMES_DIR=${gamesDir} npm run dev`));
      const loaded = await loadGame(folder, 'light-show');
      assert.equal(loaded.game.title, 'Light show');
      for (const { name, run } of checksOf(loaded)) assert.deepEqual((await run()) ?? [], [], name);
      const originals = filesIn(join(ROOT, 'examples', example));
      assert.deepEqual(filesIn(folder), originals);
      for (const path of originals)
        assert.doesNotMatch(readFileSync(join(folder, path), 'utf8'), new RegExp(`\\b${example}\\b`), path);
      const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
      await runFile(process.execPath, ['--test', join(folder, 'game.test.js')], { env });
    });
});

test(
  'an editor finds the types of all that a game outside the checkout imports',
  { timeout: 120_000 },
  async (t) => {
    const gamesDir = await tempFolder(t);
    for (const kind of Object.keys(KINDS)) await newGame(gamesDir, `my-${kind}`, '--from', kind);
    const check = () =>
      runFile(process.execPath, [
        join(ROOT, 'node_modules/typescript-7/bin/tsc'),
        '-p',
        join(gamesDir, 'jsconfig.json'),
      ]);
    await check();
    await newGame(gamesDir, 'wrong', '--from', 'taps');
    const phone = join(gamesDir, 'wrong/phone.js');
    await runFile('sed', ['-i', "s/taps: 'taps'/taps: 'tops'/", phone]);
    await assert.rejects(check(), ({ stdout }) =>
      stdout.includes(`Type '"tops"' is not assignable to type '"taps"'`),
    );
  },
);

test('a name or an example that there cannot be is refused, with those that there are, and nothing is made', async (t) => {
  const gamesDir = join(await tempFolder(t), 'games');
  const says = async (/** @type {string[]} */ ...args) =>
    newGame(gamesDir, ...args).then(
      () => assert.fail(`it took ${args.join(' ')}`),
      ({ code, stderr }) => (assert.equal(code, 2), stderr),
    );
  assert.match(await says(), /What is it called, in one word\?[^]*submit {2}no answer gets lost/);
  assert.match(await says('two', 'words'), /in one word/);
  assert.match(await says('Drum'), /"Drum" cannot be the name of a game: lower-case letters/);
  assert.match(await says('drum', '--from', 'tabs'), /no example for "tabs"; did you mean "taps"\?/);
  assert.match(await says('drum', '--form', 'taps'), /Unknown option '--form'/);
  assert.ok(!existsSync(gamesDir));
  await newGame(gamesDir, 'drum');
  assert.match(await says('drum'), /drum is there already: choose another name/);
});
