/** Backstage in the panel: from the card of a game, past a warning that nobody sees it, to the screen of the room. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAPTOP, SCREEN, openBrowser, openPage, openPanel } from '../support/browser.js';
import { joinAsPhone, makeLink, startControl } from '../support/server.js';

test('the pencil on a card, a pack, the screen in front that stays, and three ways back', async (t) => {
  const { app, control } = await startControl(t);
  const browser = await openBrowser(t);
  const { page: panel, faults } = await openPanel(browser, app);
  const step = (/** @type {string} */ words, /** @type {boolean} */ isDone) =>
    panel.waitForSelector(`.first-steps [data-done="${isDone}"]:has-text("${words}")`);
  await step('Join with your own phone', false);
  const { page: screen, faults: others } = await openPage(browser, `${app.url}/playfield`, SCREEN);
  await screen.waitForSelector(':root[data-game="lobby"]');
  await step('drag its window to the projector', true);
  await joinAsPhone(t, app.url, { name: 'Ada' });
  await step('Join with your own phone', true);

  const pencil = (/** @type {string} */ game) =>
    panel.click(`.prepare[aria-label^="Prepare ${game}"], .prepare[aria-label*="${game}"]`);
  await pencil('Quiz');
  await panel.waitForSelector('.strip.backstage:has-text("Lobby, one phone")');
  await panel.waitForSelector('.room-select:has-text("Backstage of")');
  assert.equal(await panel.locator('.run-sheet, .look, .first-steps, .prepare').count(), 0);
  await panel.click('.doc-card:has-text("Around the world") button:has-text("Choose")');
  await panel.waitForSelector('.host-text:has-text("Around the world")');
  await panel.frameLocator('.live-frame iframe').locator(':root[data-game="quiz"]').waitFor();
  await panel.click('.strip.backstage button:has-text("Leave")');
  await panel.waitForSelector('.prepare[data-ready="true"][title$="is prepared backstage"]');
  await panel.waitForSelector('.first-steps', { state: 'detached' });
  assert.equal(await screen.getAttribute(':root', 'data-game'), 'lobby');

  await panel.click('.prepare[data-ready="true"]');
  await panel.click('.strip.backstage button:has-text("Into the run sheet")');
  await panel.waitForSelector('.cue:nth-child(1):has-text("Around the world")');
  await pencil('Tug of war');
  await panel.click('.strip.backstage button:has-text("Put it on now")');
  await screen.waitForSelector(':root[data-game="tug"]');
  await panel.waitForSelector('.game[aria-current]:has-text("Tug of war")');
  assert.equal(await panel.locator('.prepare[data-ready="true"]').count(), 0);

  const { url } = await makeLink(control, 'host');
  const { page: host } = await openPage(browser, url, LAPTOP);
  await host.waitForSelector('.game');
  assert.equal(await host.locator('.prepare').count(), 0, 'a host by link has one room');
  assert.deepEqual([...faults, ...others], []);
});
