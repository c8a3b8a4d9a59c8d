/** Results in real Chromium: greyed out with a reason, then taken home as XLSX and CSV, from any game that has some. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import readXlsxFile from 'read-excel-file/node';
import { LAPTOP, openBrowser, openPanel } from '../support/browser.js';
import { COUNT_GAME } from '../support/count-game.js';
import { gamesFolder } from '../support/games.js';
import { startShow } from '../support/layouts/show.js';
import { joinAsPhone, openControl } from '../support/server.js';

/** @import { Page } from 'playwright-core' */

test('the results of any game: not yet, then as XLSX and CSV, and after the game too', async (t) => {
  const app = await startShow(t, { GAMES_DIR: await gamesFolder(t, { count: COUNT_GAME }) });
  const browser = await openBrowser(t);
  const { page: panel, faults } = await openPanel(browser, app);
  const { page: german } = await openPanel(browser, app, { ...LAPTOP, locale: 'de-DE' });
  const { ask } = await openControl(t, app);

  await panel.waitForSelector('.game[aria-current]');
  assert.equal(await panel.locator('.results').count(), 0, 'the lobby has no results');
  await ask('switch', 'count');
  await panel.waitForSelector('.results button:has-text("XLSX"):disabled');
  await panel.waitForSelector('.results button:has-text("CSV"):disabled');
  await panel.waitForSelector('.results-note:has-text("There are no results yet")');
  await german.waitForSelector('.results:has-text("Ergebnisse") .results-note:has-text("gibt es keine")');

  const { socket } = await joinAsPhone(t, app.url, { name: 'Ada' });
  await socket.timeout(60_000).emitWithAck('submit', 'say', { word: '=1+1' }, 'a');
  const [sheet] = await readXlsxFile(
    await download(panel, 'XLSX', /^Count Words \d{4}-\d\d-\d\d \d\d-\d\d-\d\d\.xlsx$/),
  );
  assert.deepEqual(sheet?.data, [
    ['Name', 'Word'],
    ['Ada', '=1+1'],
  ]);
  const csv = await readFile(await download(panel, 'CSV', /^Count Words [\d -]{19} - Said\.csv$/), 'utf8');
  assert.equal(csv, "\uFEFFName,Word\r\nAda,'=1+1\r\n");
  assert.equal(await panel.textContent('.results-note'), '');

  await ask('switch', 'lobby');
  await panel.click('.results summary:has-text("One earlier game")');
  const [past] = await readXlsxFile(
    await download(panel, 'XLSX', /^Count Words \d{4}-\d\d-\d\d \d\d-\d\d-\d\d\.xlsx$/),
  );
  assert.deepEqual(past?.data[1], ['Ada', '=1+1']);
  assert.deepEqual(faults, []);
});

/** @param {Page} panel @param {string} format @param {RegExp} name @returns {Promise<string>} where it was saved */
async function download(panel, format, name) {
  const [file] = await Promise.all([
    panel.waitForEvent('download'),
    panel.click(`.results button:has-text("${format}"):not(:disabled)`),
  ]);
  assert.match(file.suggestedFilename(), name);
  return file.path();
}
