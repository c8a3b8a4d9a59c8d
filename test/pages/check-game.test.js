/** `npm run check-game`: what it prints of a game that is right, of one that is wrong, and of one that never returns. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { COLOURS } from '../support/colours-game.js';
import { gamesFolder } from '../support/games.js';

const SCRIPT = fileURLToPath(new URL('../../check/run.js', import.meta.url));

/** @param {string} GAMES_DIR @param {string[]} args @returns {Promise<{ code: unknown, text: string }>} */
function checkGame(GAMES_DIR, ...args) {
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, ...args], { env: { ...process.env, GAMES_DIR } }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, text: out + err }),
    );
  });
}

/** @param {import('node:test').TestContext} t @param {string} right @param {string} wrong */
const folderWith = (t, right, wrong) =>
  gamesFolder(t, { colours: { ...COLOURS, 'game.js': COLOURS['game.js'].replace(right, wrong) } });

test('a game that is right: what it costs', async (t) => {
  const { code, text } = await checkGame(await gamesFolder(t, { colours: COLOURS }), 'colours');
  assert.match(text, /^Favourite colour/);
  assert.match(text, /tick +[\d.]+ µs\n +frame +[\d.]+ µs +\d+ bytes/);
  assert.match(text, /All \d+ checks hold/);
  assert.equal(code, 0);
});

test('one that is wrong: each mistake once, with a check that found it; by its folder, too', async (t) => {
  const folder = await folderWith(t, 'state.counts = counts;', 'state.counts = new Map();');
  const { code, text } = await checkGame(folder, join(folder, 'colours'));
  assert.equal(text.match(/✗ tick\(\): state\.counts is a Map/g)?.length, 1, text);
  assert.match(text, /same seed, same windows: same show, and \d+ more/);
  assert.equal(code, 1);
});

test('one that cannot be loaded', async (t) => {
  const folder = await folderWith(t, 'hold: true', 'hold true');
  const { code, text } = await checkGame(folder, 'colours');
  assert.match(text, /✗ .*colours: game\.js:6:8 Expected/);
  assert.equal(code, 1);
});

for (const [where, right, wrong, says] of /** @type {const} */ ([
  ['a hook', 'state.counts = counts;', 'for (;;);', /✗ tick\(\) has not returned for 4 s/],
  ['its first lines', 'export default', 'for (;;);\nexport default', /✗ game\.js has not returned for 4 s/],
]))
  test(`one that loops in ${where}`, async (t) => {
    const { code, text } = await checkGame(await folderWith(t, right, wrong), 'colours');
    assert.match(text, says);
    assert.equal(code, 1);
  });

test('one that is not there', async (t) => {
  const folder = await gamesFolder(t, { colours: COLOURS });
  const { code, text } = await checkGame(folder, 'colour');
  assert.match(text, /There is no folder .*colour\. Games: colours; did you mean "colours"\?/);
  assert.equal(code, 2);
  assert.match((await checkGame(folder)).text, /Which game\?/);
});
