/** A debate in Chromium: five phones, a screen and a panel, from the questions before to the files. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import readXlsxFile from 'read-excel-file/node';
import { PHONE, SCREEN, openBrowser, openPage, openPanel } from '../support/browser.js';
import { startShow } from '../support/layouts/show.js';
import { openControl } from '../support/server.js';
import { until } from '../support/until.js';

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
  { presses: 6, before: 0, after: 0 },
  { presses: 10, before: 0, after: 1 },
  { presses: 0, before: 0, after: 1 },
  { presses: -3, before: 1, after: 1 },
  { presses: -8, before: 1, after: 1 },
];
const MEAN = (4 * PLANS.reduce((sum, { presses }) => sum + presses, 0)) / PLANS.length;

test('from the questions before to the exported files', { timeout: 600_000 }, async (t) => {
  const app = await startShow(t);
  const { ask } = await openControl(t, app);
  await ask('switch', 'worm');
  await ask('set', SETTINGS);
  const browser = await openBrowser(t);
  const screen = await openPage(browser, `${app.url}/playfield`, SCREEN);
  const panel = await openPanel(browser, app);
  const phones = await Promise.all(PLANS.map(() => openPage(browser, app.url, PHONE)));
  await screen.page.waitForSelector('.worm-splash:has-text("Berg and Reed")');
  await press(panel.page, 'Begin');

  await Promise.all(phones.map(({ page }, n) => answer(page, Number(PLANS[n]?.before))));
  await screen.page.waitForSelector('.worm-answered:has-text("5 of 5")');
  await press(panel.page, 'Start the line');

  await Promise.all(phones.map(({ page }, n) => slide(page, Number(PLANS[n]?.presses))));
  await screen.page.waitForSelector('.worm-n:has-text("5 people")');
  const shown = `mean ${MEAN} ±`;
  await panel.page.waitForSelector(`.worm-panel-figures:has-text("n = 5 of 5, ${shown}")`);
  // Subtitles have the line each ten seconds.
  await waitForRow(app, (row) => row[0] % 10 === 0 && row[3] === 'All' && row[4] === 5 && row[5] === MEAN);
  await press(panel.page, 'Hide the line from the audience');
  await screen.page.waitForSelector('.worm-note:has-text("The line is hidden")');
  await press(panel.page, 'End the line');

  await Promise.all(phones.map(({ page }, n) => answer(page, Number(PLANS[n]?.after))));
  await screen.page.waitForSelector('.worm-answered:has-text("5 of 5")');
  await press(panel.page, 'End, and show the answers');
  await screen.page.waitForSelector('.worm-outcome:has-text("After · 5 people")');
  const [chart, board] = await Promise.all(
    ['.worm-chart', '.worm-board'].map((selector) => screen.page.locator(selector).boundingBox()),
  );
  assert.ok(Number(board?.y) > Number(chart?.height) / 2, 'the line is above the answers');
  const shares = await screen.page.locator('.worm-outcome .worm-share').allTextContents();
  assert.deepEqual(shares, ['60%', '20%', '40%', '80%']);

  assertCsv(await readFile(await download(panel.page, 'CSV'), 'utf8'));
  await assertXlsx(await readFile(await download(panel.page, 'XLSX')));
  const vtt = await readFile(await download(panel.page, 'WebVTT'), 'utf8');
  assert.ok(vtt.startsWith('WEBVTT - Berg and Reed'));
  assert.ok(vtt.includes(`\nWorm: ${MEAN} (n 5)\n`), vtt);
  assertReport(await readFile(await download(panel.page, 'HTML report'), 'utf8'));
  for (const { faults } of [screen, panel, ...phones]) assert.deepEqual(faults, []);
});

/** The levels of the phones on the scale of the files, by what they answered before. */
const LEVELS = {
  All: PLANS.map(({ presses }) => 4 * presses),
  Berg: PLANS.filter(({ before }) => before === 0).map(({ presses }) => 4 * presses),
  Reed: PLANS.filter(({ before }) => before === 1).map(({ presses }) => 4 * presses),
};

/** @param {readonly number[]} list @returns {number[]} n, mean, median, trimmed mean, deviation and standard error, to 0.01 */
function figuresOf(list) {
  const n = list.length;
  const order = [...list].sort((a, b) => a - b);
  const mean = list.reduce((sum, y) => sum + y, 0) / n;
  const median = (Number(order[Math.floor((n - 1) / 2)]) + Number(order[Math.ceil((n - 1) / 2)])) / 2;
  const deviation = Math.sqrt(list.reduce((sum, y) => sum + (y - mean) ** 2, 0) / (n - 1));
  // A tenth of so few is nobody, so nobody is trimmed.
  return [n, mean, median, mean, deviation, deviation / Math.sqrt(n)].map(
    (value) => Math.round(100 * value) / 100,
  );
}

/** @param {readonly unknown[]} cells of a row of the line, from n on @param {readonly number[]} levels */
function assertFigures(cells, levels) {
  figuresOf(levels).forEach((wanted, at) =>
    assert.ok(
      Math.abs(Number(cells[at]) - wanted) <= 0.011,
      `${cells.join()} is not ${figuresOf(levels).join()}`,
    ),
  );
}

/** @param {string} csv */
function assertCsv(csv) {
  const rows = csv
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  const last = rows.findLast(([, , , segment, n]) => segment === 'All' && n === '5');
  assert.ok(last);
  for (const [name, levels] of Object.entries(LEVELS)) {
    const row = rows.find(([atS, , , segment]) => atS === last[0] && segment === name);
    assertFigures(row?.slice(4) ?? [], levels);
  }
}

/** @param {Buffer} bytes */
async function assertXlsx(bytes) {
  const sheets = await readXlsxFile(bytes);
  const sheet = (/** @type {string} */ name) => sheets.find((one) => one.sheet === name)?.data ?? [];
  const line = sheet('Line');
  const last = line.findLast(([, , , segment, n]) => segment === 'All' && n === 5);
  assertFigures(last?.slice(4) ?? [], LEVELS.All);
  const count = (/** @type {'before' | 'after'} */ when, /** @type {number} */ choice) =>
    PLANS.filter((plan) => plan[when] === choice).length;
  assert.deepEqual(
    sheet('Answers').slice(1),
    ['Berg', 'Reed'].map((choice, at) => ['Your vote?', choice, count('before', at), count('after', at)]),
  );
  const moved = PLANS.filter(({ before, after }) => before === 0 && after === 1).length;
  const moves = sheet('Before and after');
  assert.ok(moves.some((row) => row[1] === 'Berg' && row[2] === 'Reed' && row[3] === moved));
  const acts = sheet('Hands').map((row) => row[3]);
  assert.ok(acts.includes('hidden') && acts.includes('phase'), acts.join());
}

/** @param {string} html */
function assertReport(html) {
  const berg = '<td>Berg</td><td class="number">3</td><td class="number">60</td><td class="number">1</td>';
  assert.ok(html.includes(berg));
  const data = JSON.parse(/id="data">([^]*?)<\/script>/.exec(html)?.[1] ?? '');
  assert.deepEqual(data.names, ['All', 'Berg', 'Reed', 'No answer']);
  const last = data.counts.lastIndexOf(5);
  assert.equal(data.means[0][last], MEAN);
  assert.ok(Math.abs(data.errors[last] - Number(figuresOf(LEVELS.All)[5])) <= 0.011);
}

/** @param {Page} page @param {string} name */
async function press(page, name) {
  await page.click(`:is(.worm-panel .button, .go[aria-busy="false"]):has-text("${name}")`);
}

/** @param {Page} page @param {number} choice */
async function answer(page, choice) {
  await page.locator('.worm-choice').nth(choice).click();
  await page.waitForSelector('.worm-fate[data-state="saved"]');
}

/** By keys, as somebody who cannot see the slider does. @param {Page} page @param {number} presses */
async function slide(page, presses) {
  await page.waitForSelector('.worm-presence, [data-phase="live"] .worm-track');
  const slider = page.getByRole('slider');
  await slider.focus();
  for (let n = 0; n < Math.abs(presses); n++)
    await page.keyboard.press(presses > 0 ? 'ArrowUp' : 'ArrowDown');
  assert.equal(Number(await slider.inputValue()), (4 * presses) / 100);
  if (presses === 0) await page.click('.worm-neutral');
}

/** @param {{ url: string, operatorKey: string }} app @param {(row: any[]) => boolean} fits a row of the line */
async function waitForRow({ url, operatorKey }, fits) {
  const headers = { authorization: `Bearer ${operatorKey}` };
  const read = async () => (await fetch(`${url}/api/rooms/main/results.json`, { headers })).json();
  await until(read, ({ tables }) => tables?.[0].rows.some(fits), { everyMs: 200, about: 'the row' });
}

/** @param {Page} page @param {string} name of the button @returns {Promise<string>} where it was saved */
async function download(page, name) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.click(`.results button:has-text("${name}"):not(:disabled)`),
  ]);
  return file.path();
}
