/** The presenter's remote of a talk in Chromium: next, notes, laser and moderation; and a moderator's, which has the list alone. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, openBrowser, openPage } from '../support/browser.js';
import { startShow } from '../support/layouts/show.js';
import { openTalk } from '../support/presentation.js';
import { joinAsPhone, makeLink, next, openScreen } from '../support/server.js';

const DECK =
  '# One\n\nNote:\nSay **hello**\n\n---\n\n# Two\n\n```poll\nTea?\n- Yes\n- No\n```\n\n---\n\n# Three\n';

/** @param {import('node:test').TestContext} t */
async function openRemotes(t) {
  const app = await startShow(t);
  const talk = await openTalk(t, app, DECK, { settings: { moderation: 'before' } });
  const links = {
    presenter: await makeLink(talk, 'presenter'),
    moderator: await makeLink(talk, 'moderator'),
  };
  const browser = await openBrowser(t);
  const address = (/** @type {'presenter' | 'moderator'} */ role) => {
    const { pathname, search, hash } = new URL(links[role].url);
    return `${app.url}${pathname}${search}${hash}`;
  };
  return {
    app,
    talk,
    open: (/** @type {'presenter' | 'moderator'} */ role) => openPage(browser, address(role), PHONE),
  };
}

test('the presenter: next, notes, black, results and the laser', async (t) => {
  const { app, talk, open } = await openRemotes(t);
  const { socket: screen } = await openScreen(t, app.url);
  const { page: remote, faults } = await open('presenter');
  await remote.waitForSelector('.remote-notes-text strong:has-text("hello")');
  await remote.waitForSelector('.remote-next .remote-slide:has-text("Two")');
  await remote.waitForSelector(':root[data-step]:not([data-step=""])');
  // A double tap: one slide.
  await remote.evaluate(() => {
    const button = /** @type {HTMLElement} */ (document.querySelector('#steps .go'));
    button.click();
    button.click();
  });
  await talk.panel(({ slide }) => slide === 1);
  await remote.waitForSelector('.remote-place:has-text("2 of 3")');
  await remote.waitForSelector('#steps .go:has-text("Next slide: 3 of 3")');
  await remote.locator('.remote-keys').getByRole('button', { name: 'Show results' }).tap();
  await talk.panel(({ element }) => element?.shown === true);
  await remote.getByRole('button', { name: 'Dark' }).tap();
  await remote.waitForSelector('#steps [aria-pressed="true"]');

  await remote.getByRole('tab', { name: 'Laser' }).tap();
  const pad = await remote.locator('.remote-pad').boundingBox();
  assert.ok(pad);
  // At another process a frame of the game before may still be on its way, and has none.
  const on = next(screen, 'frame', ({ view }) => view.laser && Math.abs(view.laser.x - 0.25) < 0.02);
  await remote.mouse.move(pad.x + pad.width / 4, pad.y + pad.height / 2);
  await remote.mouse.down();
  await on;
  const off = next(screen, 'frame', ({ view }) => view.laser === null);
  await remote.mouse.up();
  await off;
  assert.deepEqual(faults, []);
});

test('a moderator approves a question, and has no key that moves the talk', async (t) => {
  const { app, talk, open } = await openRemotes(t);
  const { page: remote, faults } = await open('moderator');
  await remote.waitForSelector('.desk-none:has-text("No questions yet")');
  assert.equal(await remote.locator('.remote-keys, #steps:visible').count(), 0);
  const { socket: phone } = await joinAsPhone(t, app.url);
  await phone.emitWithAck(
    'submit',
    'ask',
    { text: 'Why now?', anonymous: true },
    '11111111-1111-4111-8111-111111111111',
  );
  await remote.getByRole('button', { name: 'Approve: Why now?' }).tap();
  await talk.panel(({ questions }) => questions[0]?.state === 'published');
  await remote.waitForSelector('.desk-one[data-state="published"]');
  assert.deepEqual(faults, []);
});
