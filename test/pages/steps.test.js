/** GO on pages: a double click, a second press and a held key move one step, at the panel, the screen and the remote. */

/** @import { Page } from 'playwright-core' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { PHONE, SCREEN, openBrowser, openPage, openPanel } from '../support/browser.js';
import { gamesFolder } from '../support/games.js';
import { makeLink, next, startControl } from '../support/server.js';

const GAME = `
import { defineGame } from 'mass-mobile';
export default defineGame({
  title: 'Deck',
  setup: () => ({ n: 0, up: 0 }),
  frame: ({ n }) => ({ n }),
  panel: ({ up }) => ({ up }),
  next: ({ n }) => ({ action: 'next', label: 'Next', values: { n } }),
  actions: {
    next: { title: 'Next', key: 'n', step: true, run: (state) => void (state.n += 1) },
    up: { title: 'Up', key: 'u', repeats: true, run: (state) => void (state.up += 1) },
  },
});
`;
const PAGE = `export const mount = () => ({ frame() {} });`;
/** A held key comes again so often, over more time than a step needs to be read. */
const REPEATS = 10;
const REPEAT_MS = 60;

/** @typedef {{ page: Page, ready: string }} Seat a page, and the sign that it would take a step now */

/** @param {test.TestContext} t */
async function openSeats(t) {
  const GAMES_DIR = await gamesFolder(t, {
    deck: { 'game.js': GAME, 'playfield.js': PAGE, 'phone.js': 'export const mount = () => ({});' },
  });
  const { app, ask, socket, welcome, control } = await startControl(t, { GAMES_DIR });
  assert.equal((await ask('switch', 'deck')).ok, true);
  const browser = await openBrowser(t);
  const { page: panel } = await openPanel(browser, app);
  const { page: screen } = await openPage(
    browser,
    `${app.url}/playfield#key=${welcome.presenterKey}`,
    SCREEN,
  );
  const { pathname, search, hash } = new URL((await makeLink(control, 'presenter')).url);
  const { page: remote } = await openPage(browser, `${app.url}${pathname}${search}${hash}`, PHONE);
  /** @type {Record<'panel' | 'screen' | 'remote', Seat>} */
  const seats = {
    panel: { page: panel, ready: '.go[data-step="Next"][aria-busy="false"]' },
    screen: { page: screen, ready: ':root[data-step="Next"]' },
    remote: { page: remote, ready: ':root[data-step="Next"]' },
  };
  const status = () => next(socket, 'status', (one) => one.epoch === one.desk.epoch);
  /** Where the game is, once all that was pressed there has been answered. @param {Seat} seat */
  const place = async ({ page, ready }) => {
    await page.waitForSelector(ready);
    return (await status()).desk.next.values.n;
  };
  return { seats, place, status };
}

/** @param {Page} page @param {string} key */
async function hold(page, key) {
  for (let n = 0; n < REPEATS; n++) {
    await page.keyboard.down(key);
    await delay(REPEAT_MS);
  }
  await page.keyboard.up(key);
}

/** At once, whatever the machine does meanwhile. @param {Page} page @param {string} key */
const twice = (page, key) =>
  page.evaluate((name) => {
    for (let n = 0; n < 2; n++) dispatchEvent(new KeyboardEvent('keydown', { key: name, cancelable: true }));
  }, key);

/** @param {Page} page */
const doubleClick = (page) =>
  page.evaluate(() => {
    const go = /** @type {HTMLElement} */ (document.querySelector('.go'));
    go.click();
    go.click();
  });

test('a double click, a key pressed twice and a held key move one step', async (t) => {
  const { seats, place } = await openSeats(t);
  const { panel, screen, remote } = seats;
  let n = 0;
  /** @param {string} name @param {Seat} seat @param {() => Promise<unknown>} act */
  async function isOneStep(name, seat, act) {
    assert.equal(await place(seat), n, `before: ${name}`);
    await act();
    assert.equal(await place(seat), (n += 1), name);
  }
  for (const [name, seat] of Object.entries(seats))
    for (const key of ['PageDown', 'n']) {
      await isOneStep(`${key} twice, ${name}`, seat, () => twice(seat.page, key));
      await isOneStep(`${key} held, ${name}`, seat, () => hold(seat.page, key));
    }
  await isOneStep('arrow held, screen', screen, () => hold(screen.page, 'ArrowRight'));
  for (const [name, seat] of Object.entries({ panel, remote })) {
    await isOneStep(`double click, ${name}`, seat, () => doubleClick(seat.page));
    await seat.page.focus('.go');
    await isOneStep(`Enter held on GO, ${name}`, seat, () => hold(seat.page, 'Enter'));
    await isOneStep(`a clicker after it, ${name}`, seat, () => seat.page.keyboard.press('PageDown'));
  }
});

test('a late press says that it is done already, and a key that repeats is for actions that say so', async (t) => {
  const { seats, place, status } = await openSeats(t);
  for (const [seat, note] of /** @type {const} */ ([
    [seats.panel, '.go-note:has-text("Already done")'],
    [seats.remote, '#problem:has-text("Already done")'],
    [seats.screen, '.whisper:has-text("Already done")'],
  ])) {
    const before = await place(seat);
    await twice(seat.page, 'PageDown');
    await seat.page.waitForSelector(note);
    assert.equal(await place(seat), before + 1);
  }
  for (const { page } of [seats.panel, seats.screen]) {
    const before = (await status()).panel.up;
    for (let up = before; up < before + 2; up = (await status()).panel.up) await page.keyboard.down('u');
    await page.keyboard.up('u');
  }
});
