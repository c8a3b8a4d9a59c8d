/** Reactions in real Chromium: a button in the bar of each phone, and emoji in the free part of the dock. */

/** @import { Page } from 'playwright-core' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, SCREEN, openBrowser, openPage, openPanel } from '../support/browser.js';
import { startControl, startServer } from '../support/server.js';

const SIZES = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
  { width: 844, height: 390 },
];

/** How much of the margin is painted: 0 for nothing. @param {Page} screen */
const painted = (screen) =>
  screen.waitForFunction(() => {
    const canvas = /** @type {HTMLCanvasElement | null} */ (document.querySelector('.applause canvas'));
    const pen = canvas?.getContext('2d');
    if (!canvas || !pen || canvas.width < 2) return false;
    return pen.getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0);
  });

test(
  'a tap on a phone rises in the dock beside what is read there, in each game; the operator turns it off',
  {
    timeout: 600_000,
  },
  async (t) => {
    const { app, ask } = await startControl(t, { GOVERNOR: 'off' });
    const browser = await openBrowser(t);
    const { page: screen, faults } = await openPage(browser, `${app.url}/playfield`, SCREEN);
    const { page: phone, faults: others } = await openPage(browser, app.url, PHONE);
    for (const game of ['lobby', 'pong', 'tug', 'swarm', 'worm', 'quiz']) {
      if (game !== 'lobby') await ask('switch', game);
      await screen.waitForSelector(`html[data-game="${game}"]`);
      await phone.tap('.react');
      await phone.tap('.face:nth-child(2)');
      await painted(screen);
      const lap = await screen.evaluate(() => {
        const boxOf = (/** @type {Element} */ one) => one.getBoundingClientRect();
        const lane = boxOf(/** @type {Element} */ (document.querySelector('.applause')));
        const read = [...document.querySelectorAll('#game, .qr, .url, .invite, .team, .count')];
        return read
          .map((one) => ({ name: `${one.id}${one.className}`, ...boxOf(one).toJSON() }))
          .filter(
            ({ left, right, top, bottom, width }) =>
              width > 0 &&
              left < lane.right &&
              right > lane.left &&
              top < lane.bottom - 1 &&
              bottom > lane.top + 1,
          );
      });
      assert.deepEqual(lap, [], `in ${game} they cover nothing`);
      await phone.tap('.react');
      await phone.waitForSelector('.faces', { state: 'hidden' });
    }
    await ask('switch', 'presentation');
    await phone.waitForSelector('.hand-bar', { state: 'attached' });
    await phone.waitForSelector('.react', { state: 'hidden' });
    await ask('switch', 'tug');
    await phone.waitForSelector('.react');

    await ask('pause', true);
    await phone.waitForSelector('.react', { state: 'hidden' });
    await screen.waitForSelector('.applause', { state: 'hidden' });
    await ask('pause', false);
    await phone.waitForSelector('.react');

    const { page: panel } = await openPanel(browser, app);
    await panel.click('.look label:has-text("Emoji from phones") input');
    await phone.waitForSelector('.react', { state: 'hidden' });
    await screen.waitForSelector('.applause', { state: 'hidden' });
    assert.deepEqual([...faults, ...others], []);
  },
);

test('the row fits each phone, covers no more than the top of a game, and works by keys', async (t) => {
  const app = await startServer(t);
  const browser = await openBrowser(t);
  for (const viewport of SIZES) {
    const { page: phone } = await openPage(browser, app.url, { ...PHONE, viewport });
    await phone.waitForSelector('.lobby-pad');
    const bar = await phone.locator('.react').boundingBox();
    const game = await phone.locator('.lobby-pad').boundingBox();
    assert.ok(bar && game && bar.y + bar.height <= game.y + 1, 'the button is above the game');
    assert.ok(bar.height >= 44 && bar.width >= 44);
    await phone.focus('.react');
    await phone.keyboard.press('Enter');
    const boxes = await phone.$$eval('.face', (all) =>
      all.map((one) => one.getBoundingClientRect().toJSON()),
    );
    for (const { left, right, bottom, width, height } of boxes) {
      assert.ok(left >= 0 && right <= viewport.width && bottom < 120, JSON.stringify(viewport));
      assert.ok(width >= 44 && height >= 44);
    }
    await phone.focus('.face:nth-child(6)');
    await phone.keyboard.press('Enter');
    await phone.keyboard.press('Escape');
    await phone.waitForSelector('.faces', { state: 'hidden' });
    await phone.waitForFunction(() => document.activeElement?.className === 'react');
    await phone.tap('.react');
    await phone.tap('.lobby-pad');
    // A tap into the game closes it.
    await phone.waitForSelector('.faces', { state: 'hidden' });
  }
});

test('without motion their numbers stand still', async (t) => {
  const app = await startServer(t, { GOVERNOR: 'off' });
  const browser = await openBrowser(t);
  const { page: screen } = await openPage(browser, `${app.url}/playfield`, {
    ...SCREEN,
    reducedMotion: 'reduce',
  });
  const { page: phone } = await openPage(browser, app.url, PHONE);
  await screen.waitForSelector('.applause', { state: 'attached' });
  await phone.tap('.react');
  await phone.tap('.face:nth-child(3)');
  await screen.waitForFunction(() => document.querySelector('.applause')?.textContent?.includes('😂 1'));
  assert.equal(await screen.locator('.applause canvas').count(), 0);
});
