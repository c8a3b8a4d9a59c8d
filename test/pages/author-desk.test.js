/** The author's desk: a game on its screen and on four phones, and a mistake that is found by going back in time. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bringAxe, violationsOf } from '../../check/browser/axe.js';
import { openBrowser, openPage } from '../support/browser.js';
import { gamesFolder } from '../support/games.js';
import { startControl } from '../support/server.js';
import { until } from '../support/until.js';

const run = promisify(execFile);
const SIZE = { viewport: { width: 1600, height: 1000 }, locale: 'en-US' };

/** Its score loses its sign at one tick, which nobody sees in the code of this test. @param {string} [mistake] */
const gameWith = (mistake = 'if (state.n === 70) state.score = -state.score;') => `
import { defineGame, refuse, totals } from 'mass-mobile';
export default defineGame({
  title: 'Score',
  input: { taps: { type: 'integer', minimum: 0, maximum: 9 } },
  aggregate: totals('taps'),
  setup: () => ({ n: 0, score: 5, here: [] }),
  tick(state, { taps }) {
    state.n += 1;
    state.score += taps;
    ${mistake}
  },
  frame: ({ score }) => ({ score }),
  notice: ({ score }) => ({ score }),
  join: (state, { id }) => void (state.here = [...new Set([...state.here, id])]),
  leave: (state, { id }) => void (state.here = state.here.filter((one) => one !== id)),
  submit: { word: { fields: { text: { type: 'string', maxLength: 20 } }, accept() { throw refuse('No words now.'); } } },
  settings: { speed: { type: 'number', minimum: 0, maximum: 9, default: 1, title: 'Speed' } },
  actions: { again: { title: 'Again', run: () => ({ n: 0, score: 5, here: [] }) } },
});
`;
const PHONE = `
import { h } from '../../public/shared/dom.js';
export function mount(root, { submit }) {
  const score = h('b', { class: 'score' });
  root.append(score, h('button', { class: 'say', onclick: () => void submit('word', { text: 'hello' }) }, 'Say'));
  return { notice: (view) => void (score.textContent = String(view.score)) };
}
`;
const SCREEN = `
import { h } from '../../public/shared/dom.js';
export function mount(root) {
  const score = h('b', { class: 'score' });
  root.append(score);
  return { frame: (view) => void (score.textContent = String(view.score)) };
}
`;

test('four phones are four people, and a mistake is found by going back', { timeout: 300_000 }, async (t) => {
  const games = { score: { 'game.js': gameWith(), 'phone.js': PHONE, 'playfield.js': SCREEN } };
  const GAMES_DIR = await gamesFolder(t, games);
  // As `npm run new-game` leaves it.
  await mkdir(join(GAMES_DIR, 'node_modules'));
  await symlink(
    fileURLToPath(new URL('../..', import.meta.url)),
    join(GAMES_DIR, 'node_modules/mass-mobile'),
  );
  await writeFile(join(GAMES_DIR, 'package.json'), '{ "type": "module" }');
  const { app } = await startControl(t, { GAMES_DIR, DEV: 'on' });
  const browser = await openBrowser(t);
  const { page, faults } = await openPage(
    browser,
    `${app.url}/desk/score#key=${app.operatorKey}`,
    SIZE,
    bringAxe,
  );
  const phone = (/** @type {number} */ seat) => page.frameLocator(`[title="Phone ${seat}"]`);
  const screen = page.frameLocator('.author-desk > .column > .live iframe');
  const leaf = async (/** @type {string} */ name) =>
    JSON.parse(
      (await page
        .locator('.desk-state p', { hasText: new RegExp(`^${name} `) })
        .locator('code')
        .textContent()) ?? '',
    );
  const output = page.locator('.desk-time output');
  const tick = async () => Number(/^tick (\d+)/.exec((await output.textContent()) ?? '')?.[1]);
  const goTo = async (/** @type {number} */ wanted) => {
    await page.fill('.desk-time .slider', String(wanted));
    await until(tick, (at) => at === wanted);
  };

  await t.test('four people are there, each in a condition of their own', async () => {
    const names = await Promise.all(
      [1, 2, 3, 4].map((seat) => phone(seat).locator('.me-name').textContent()),
    );
    assert.equal(new Set(names).size, 4, String(names));
    await until(
      () => leaf('here'),
      (here) => here.length === 4,
    );
    await page.selectOption('[aria-label="Condition of phone 2"]', 'offline');
    await page.selectOption('[aria-label="Condition of phone 3"]', 'late');
    await until(
      () => leaf('here'),
      (here) => here.length === 3,
    );
    await page.selectOption('[aria-label="Condition of phone 2"]', 'awake');
    await until(
      () => leaf('here'),
      (here) => here.length === 4,
    );
    const after = await Promise.all(
      [1, 2, 3, 4].map((seat) => phone(seat).locator('.me-name').textContent()),
    );
    assert.deepEqual(after, names);
  });

  await t.test('a refusal is named', async () => {
    await phone(3).locator('.say').click();
    await page.waitForSelector('.desk-refused li:has-text("submit.word"):has-text("No words now.")');
  });

  await t.test('the tick of the mistake is found by halves', async () => {
    await screen.locator('.score', { hasText: /^-/ }).waitFor();
    await page.click('.desk-time button:has-text("Stop")');
    await page.waitForSelector('.desk-time[data-stopped="true"]');
    let [good, bad] = [1, await tick()];
    while (bad - good > 1) {
      const middle = Math.floor((good + bad) / 2);
      await goTo(middle);
      if ((await leaf('score')) > 0) good = middle;
      else bad = middle;
    }
    assert.equal(bad, 70);
    await goTo(69);
    await screen.locator('.score', { hasText: /^5$/ }).waitFor();
    await phone(1).locator('.score', { hasText: /^5$/ }).waitFor();
    await page.click('[aria-label="On one tick"]');
    await screen.locator('.score', { hasText: /^-5$/ }).waitFor();
    await page.locator('[data-changed="true"]', { hasText: /^score -5$/ }).waitFor();
    await page.fill('[aria-label="Go to tick"]', '69');
    await page.keyboard.press('Enter');
    await page.locator('[data-changed="true"]', { hasText: /^score 5$/ }).waitFor();
    await page.click('[aria-label="On one tick"]');
    await until(tick, (at) => at === 70);
  });

  await t.test('it is saved as a test, which holds, and fails when the game is another one', async () => {
    await page.click('.desk-time button:has-text("Save as a test")');
    await page.waitForSelector('.toast:has-text("score/tick-70.test.js is written")');
    const file = join(GAMES_DIR, 'score/tick-70.test.js');
    assert.match(await readFile(file, 'utf8'), /"score": -5/);
    // As in the shell of an author: in a test, Node.js would take it for a part of this one.
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
    const play = () =>
      run(process.execPath, ['--test', file], { env: /** @type {any} */ (env), cwd: GAMES_DIR });
    await play();
    await goTo(69);
    await writeFile(join(GAMES_DIR, 'score/game.js'), gameWith(''));
    await assert.rejects(play(), ({ stdout }) => /-5/.test(stdout) && /fail 1/.test(stdout));
  });

  await t.test('the mended game stands where the other one stood, with the same past', async () => {
    await until(tick, (at) => at === 69);
    await page.click('[aria-label="On one tick"]');
    await until(tick, (at) => at === 70);
    await screen.locator('.score', { hasText: /^5$/ }).waitFor();
    assert.equal(await leaf('score'), 5);
    await goTo(5);
    await page.click('.desk-time button:has-text("Play on from here")');
    await page.waitForSelector('.desk-time[data-stopped="false"]');
    await until(
      () => leaf('here'),
      (here) => here.length === 4,
    );
  });

  await t.test('it plays on, and stops again', async () => {
    for (let times = 0; times < 2; times++) {
      await page.click('.desk-time button:has-text("Stop")');
      await page.waitForSelector('.desk-time[data-stopped="true"]');
      const at = await tick();
      await page.click('[aria-label="Back one tick"]');
      await until(tick, (now) => now < at);
      await page.click('.desk-time button:has-text("Play on from here")');
      await page.waitForSelector('.desk-time[data-stopped="false"]');
      await until(tick, (now) => now > at);
    }
    for (const part of ['.desk-head', '.desk-time', '.desk-facts', '.host'])
      assert.deepEqual(await violationsOf(page, { part }), []);
  });
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('/desk/offline')),
    [],
  );
});
