/** A folder with a new game of forty lines appears, is playable and is held to the laws. No other file knows of it. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'node:test';
import { LAPTOP, PHONE, SCREEN, openBrowser, openPage } from '../support/browser.js';
import { gamesFolder } from '../support/games.js';
import { startServer } from '../support/server.js';

const COLOURS = {
  'game.js': `import { defineGame, tally } from 'mass-mobile';

export default defineGame({
  title: 'Favourite colour',
  input: { colour: { type: 'string', enum: ['red', 'green', 'blue'] } },
  hold: true,
  aggregate: tally('colour'),
  setup: () => ({ counts: {} }),
  tick(state, counts) {
    state.counts = counts;
  },
  frame: (state) => state,
  notice: ({ counts }) => counts,
});
`,
  'phone.js': `export function mount(root, { changed, onPress }) {
  let colour = null;
  for (const name of ['red', 'green', 'blue']) {
    const button = document.createElement('button');
    button.textContent = name;
    onPress(button, () => ((colour = name), changed()));
    root.append(button);
  }
  const total = document.createElement('p');
  root.append(total);
  return {
    input: () => colour && { colour },
    notice: (counts) => (total.textContent = Object.entries(counts).join(' ')),
  };
}
`,
  'playfield.js': `export function mount(root) {
  const text = document.createElement('p');
  text.className = 'marquee';
  root.append(text);
  return { frame: ({ counts }) => (text.textContent = JSON.stringify(counts)) };
}
`,
};

test('the new game appears and is played', async (t) => {
  assert.ok(Object.values(COLOURS).join('').split('\n').length <= 45);
  const GAMES_DIR = await gamesFolder(t, { colours: COLOURS });
  const app = await startServer(t, { GAMES_DIR });
  const browser = await openBrowser(t);
  const { page: panel } = await openPage(browser, `${app.url}/control#key=${app.operatorKey}`, LAPTOP);
  const { page: phone } = await openPage(browser, app.url, PHONE);
  const { page: screen } = await openPage(browser, `${app.url}/playfield`, SCREEN);
  await panel.click('button.game:has-text("Favourite colour")');
  await phone.tap('button:has-text("green")');
  await screen.waitForSelector('text={"red":0,"green":1,"blue":0}');
  await phone.waitForSelector('text=red,0 green,1 blue,0');
  await phone.tap('button:has-text("blue")');
  await screen.waitForSelector('text={"red":0,"green":0,"blue":1}');
  await phone.context().close();
  await screen.waitForSelector('text={"red":0,"green":0,"blue":0}');
});

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
