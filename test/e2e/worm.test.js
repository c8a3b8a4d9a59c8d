/** A debate in Chromium: five phones, a screen and a panel, from the questions before to the files. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { LAPTOP, PHONE, SCREEN, openBrowser, openPage } from '../support/browser.js';
import { openControl, startServer } from '../support/server.js';

/** @import { Page } from 'playwright-core' */

const SETTINGS = {
  title: 'Berg and Reed',
  high: 'ROX!',
  low: 'SUX!',
  question1: 'Your vote?',
  choices1: 'Berg; Reed',
  segmentBy: 'question1',
  minN: 3,
};
/** Presses of the arrow from neutral, 4 points each, by phone; and whom each phone votes for, before and after. */
const PLANS = [
  { presses: 5, before: 0, after: 0 },
  { presses: 10, before: 0, after: 1 },
  { presses: 0, before: 0, after: 1 },
  { presses: -5, before: 1, after: 1 },
  { presses: -10, before: 1, after: 1 },
];
const MEAN = (4 * PLANS.reduce((sum, { presses }) => sum + presses, 0)) / PLANS.length;

test('from the questions before to the exported files', { timeout: 120_000 }, async (t) => {
  const app = await startServer(t);
  const { ask } = await openControl(t, app);
  await ask('switch', 'worm');
  await ask('set', SETTINGS);
  const browser = await openBrowser(t);
  const screen = await openPage(browser, `${app.url}/playfield`, SCREEN);
  const panel = await openPage(browser, `${app.url}/control#key=${app.operatorKey}`, LAPTOP);
  const phones = await Promise.all(PLANS.map(() => openPage(browser, app.url, PHONE)));
  await screen.page.waitForSelector('.worm-splash:has-text("Berg and Reed")');
  await press(panel.page, 'Begin');

  await Promise.all(phones.map(({ page }, n) => answer(page, Number(PLANS[n]?.before))));
  await screen.page.waitForSelector('.worm-answered:has-text("5 of 5")');
  await press(panel.page, 'Start the line');

  await Promise.all(phones.map(({ page }, n) => slide(page, Number(PLANS[n]?.presses))));
  await screen.page.waitForSelector('.worm-n:has-text("n = 5")');
  const shown = `mean ${MEAN} ±`;
  await panel.page.waitForSelector(`.worm-panel-figures:has-text("n = 5 of 5, ${shown}")`);
  await waitForRow(app, (row) => row[3] === 'All' && row[4] === 5 && row[5] === MEAN);
  await press(panel.page, 'Hide the line from the audience');
  await screen.page.waitForSelector('.worm-note:has-text("The line is hidden")');
  await press(panel.page, 'End the line');

  await Promise.all(phones.map(({ page }, n) => answer(page, Number(PLANS[n]?.after))));
  await screen.page.waitForSelector('.worm-answered:has-text("5 of 5")');
  await press(panel.page, 'End, and show the answers');
  await screen.page.waitForSelector('.worm-outcome:has-text("After · n = 5")');
  const shares = await screen.page.locator('.worm-outcome .worm-share').allTextContents();
  assert.deepEqual(shares, ['60%', '20%', '40%', '80%']);

  const csv = await readFile(await download(panel.page, 'CSV'), 'utf8');
  assert.ok(csv.includes(`,All,5,${MEAN},`), csv);
  const vtt = await readFile(await download(panel.page, 'WebVTT'), 'utf8');
  assert.ok(vtt.startsWith('WEBVTT - Berg and Reed'));
  const html = await readFile(await download(panel.page, 'HTML report'), 'utf8');
  assert.ok(
    html.includes(
      '<td>Berg</td><td class="number">3</td><td class="number">60</td><td class="number">1</td>',
    ),
  );
  for (const { faults } of [screen, panel, ...phones]) assert.deepEqual(faults, []);
});

/** @param {Page} page @param {string} name */
async function press(page, name) {
  await page.click(`.worm-panel button:has-text("${name}"):not(:disabled)`);
}

/** @param {Page} page @param {number} choice */
async function answer(page, choice) {
  await page.locator('.worm-choice').nth(choice).click();
  await page.waitForSelector('.worm-fate[data-state="saved"]');
}

/** By keys, as somebody who cannot see the slider does. @param {Page} page @param {number} presses */
async function slide(page, presses) {
  await page.waitForSelector('.worm-presence, [data-phase="live"] .worm-track');
  await page.locator('.worm-track').focus();
  for (let n = 0; n < Math.abs(presses); n++)
    await page.keyboard.press(presses > 0 ? 'ArrowUp' : 'ArrowDown');
  const value = await page.locator('[role="slider"]').getAttribute('aria-valuenow');
  assert.equal(Number(value), 4 * presses);
  if (presses === 0) await page.click('.worm-neutral');
}

/** @param {{ url: string, operatorKey: string }} app @param {(row: any[]) => boolean} fits a row of the line */
async function waitForRow({ url, operatorKey }, fits) {
  const headers = { authorization: `Bearer ${operatorKey}` };
  for (;;) {
    const results = await (await fetch(`${url}/api/rooms/main/results.json`, { headers })).json();
    if (results.tables?.[0].rows.some(fits)) return;
  }
}

/** @param {Page} page @param {string} name of the button @returns {Promise<string>} where it was saved */
async function download(page, name) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.click(`.results button:has-text("${name}"):not(:disabled)`),
  ]);
  return file.path();
}
