/** A new game is held to the laws, and one that breaks them is caught. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { COLOURS } from '../support/colours-game.js';
import { gamesFolder } from '../support/games.js';

test('the new game is held to the laws, and one that breaks them is caught', async (t) => {
  const contract = fileURLToPath(new URL('../contract.test.js', import.meta.url));
  // A test runner under a test runner reports to the outer one, unless it does not know of it.
  const { NODE_TEST_CONTEXT: _outer, ...env } = process.env;
  const run = (/** @type {string} */ GAMES_DIR) =>
    promisify(execFile)(process.execPath, ['--test', '--test-reporter=tap', contract], {
      env: { ...env, GAMES_DIR },
    });
  const { stdout } = await run(await gamesFolder(t, { colours: COLOURS }));
  assert.match(stdout, /games\/colours/);
  const chance = COLOURS['game.js'].replace('state.counts = counts;', 'state.counts = { x: Math.random() };');
  const GAMES_DIR = await gamesFolder(t, { colours: { ...COLOURS, 'game.js': chance } });
  await assert.rejects(run(GAMES_DIR), ({ stdout: text }) => /not ok .*same seed, same windows/.test(text));
});
