/** The laws of the durable lane hold for games that keep them, and find those that do not. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { COUNT_GAME } from '../support/count-game.js';
import { gamesFolder } from '../support/games.js';
import { PACK_GAME } from '../support/pack-game.js';

const LAWS = fileURLToPath(new URL('../contract.test.js', import.meta.url));

/** @param {string} folder @returns {{ status: number | null, stdout: string }} */
function holdTo(folder) {
  const env = { ...process.env, GAMES_DIR: folder, NODE_TEST_CONTEXT: undefined };
  return spawnSync(process.execPath, ['--test-reporter=tap', LAWS], { env, encoding: 'utf8' });
}

test('games that keep them pass', async (t) => {
  const folder = await gamesFolder(t, { count: withoutBoom(COUNT_GAME), packs: PACK_GAME });
  await rm(join(folder, 'packs/content/bad.json'));
  const { status, stdout } = holdTo(folder);
  assert.equal(status, 0, stdout);
  for (const law of ['comes out the same', 'changes nothing', 'counts once']) assert.ok(stdout.includes(law));
});

test('a game with results and personal views but no submissions passes', async (t) => {
  const game = `
import { defineGame } from 'mass-mobile';
export default defineGame({
  title: 'Seats',
  setup: () => ({ seats: {} }),
  join(state, { id }) { state.seats[id] = Object.keys(state.seats).length; },
  frame: ({ seats }) => ({ count: Object.keys(seats).length }),
  personal: ({ seats }, id) => seats[id],
  results: ({ seats }) => [{ name: 'Seats', columns: ['Player', 'Seat'], rows: Object.entries(seats) }],
});
`;
  const { status, stdout } = holdTo(await gamesFolder(t, { seats: { 'game.js': game } }));
  assert.equal(status, 0, stdout);
});

/** A slip each, and the law that finds it. */
const SLIPS = {
  'a chance of its own': ['ctx.random()', 'Math.random()', 'the same submissions in the same order'],
  'a memory outside the state': [
    'state.sum += 1;',
    'globalThis.sum = (globalThis.sum ?? 0) + 1; state.sum = globalThis.sum;',
    'the same submissions in the same order',
  ],
  'changed before it refused': [
    'if (!state.open) throw',
    'state.sum += 1; if (!state.open) throw',
    'what is refused changes nothing',
  ],
  'a state that JSON changes': ['sum: 0', 'sum: NaN', 'played again from any snapshot'],
  'a row that is too short': [
    'rows: state.said.map(([a, b]) => [a, b])',
    'rows: state.said.map(([a]) => [a])',
    'results are tables',
  ],
};
for (const [slip, [right, wrong, law]] of Object.entries(SLIPS)) {
  test(`found: ${slip}`, async (t) => {
    const { 'game.js': text } = withoutBoom(COUNT_GAME);
    assert.ok(text.includes(String(right)));
    const folder = await gamesFolder(t, { count: { 'game.js': text.replace(String(right), String(wrong)) } });
    const { status, stdout } = holdTo(folder);
    assert.notEqual(status, 0);
    assert.match(stdout, new RegExp(`not ok .*${law}`));
  });
}

/** A game that throws is no game; other tests need it. @param {{ 'game.js': string }} game */
function withoutBoom(game) {
  return { 'game.js': game['game.js'].replace("if (value.word === 'boom') throw new Error('boom');", '') };
}
