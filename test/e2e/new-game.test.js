/** A folder with a new game of forty lines appears and is played. No other file knows of it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, SCREEN, openBrowser, openPage, openPanel } from '../support/browser.js';
import { COLOURS } from '../support/colours-game.js';
import { gamesFolder } from '../support/games.js';
import { startShow } from '../support/layouts/show.js';

test('the new game appears and is played', async (t) => {
  assert.ok(Object.values(COLOURS).join('').split('\n').length <= 45);
  const GAMES_DIR = await gamesFolder(t, { colours: COLOURS });
  const app = await startShow(t, { GAMES_DIR });
  const browser = await openBrowser(t);
  const { page: panel } = await openPanel(browser, app);
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
