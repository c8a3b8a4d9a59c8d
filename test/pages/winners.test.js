/** A switch and a win in real Chromium: the next game comes in behind a sweep, and the phones of winners are lit. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, SCREEN, openBrowser, openPage } from '../support/browser.js';
import { gamesFolder } from '../support/games.js';
import { startControl } from '../support/server.js';

test(
  'a game comes in behind a sweep, and never leaves the screen empty; winners of tug and pong are gold, losers are not',
  {
    timeout: 600_000,
  },
  async (t) => {
    const { app, ask } = await startControl(t);
    const browser = await openBrowser(t);
    const { page: screen, faults } = await openPage(browser, `${app.url}/playfield`, SCREEN);
    await screen.waitForSelector('#game canvas');
    const [left, right] = await Promise.all(
      [0, 1].map(async () => (await openPage(browser, app.url, PHONE)).page),
    );
    for (const phone of [left, right]) await phone?.waitForSelector('.lobby-pad');
    await screen.evaluate(() => {
      const seen = { sweeps: 0, before: 0, empty: 0 };
      Object.assign(globalThis, { seen });
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            if (node instanceof Element) {
              if (node.matches('.sweep')) seen.sweeps += 1;
              if (node.matches('.stage-before') && node.firstElementChild) seen.before += 1;
            }
      }).observe(document.body, { childList: true, subtree: true });
      requestAnimationFrame(function look() {
        if (!document.querySelector('#game')?.firstElementChild) seen.empty += 1;
        requestAnimationFrame(look);
      });
    });

    await ask('switch', 'tug');
    await ask('set', { weight: 5, countdown: 0 });
    await screen.waitForSelector('.tug');
    const own = (/** @type {string} */ side) =>
      Promise.all(
        [left, right].map(async (phone) => ((await phone?.textContent('.me-team')) === side ? phone : null)),
      ).then((found) => found.find(Boolean));
    const strong = /** @type {import('playwright-core').Page} */ (await own('Left'));
    const weak = /** @type {import('playwright-core').Page} */ (await own('Right'));
    await strong.waitForSelector('.tug-phone[data-phase="pull"]');
    for (let taps = 0; (await strong.getAttribute('.tug-phone', 'data-phase')) === 'pull'; taps++) {
      assert.ok(taps < 500, 'the rope never came');
      // When it is won meanwhile, the pad dances, and would never be still enough for a careful tap.
      await strong.tap('.kit-pad', { force: true });
    }
    await strong.waitForSelector('.tug-phone[data-won]');
    await weak.waitForSelector('.tug-phone[data-phase="over"]:not([data-won])');

    await ask('switch', 'pong');
    await ask('set', { pointsToWin: 1, ballSpeed: 160, paddleHeight: 4 });
    await Promise.race([strong, weak].map((phone) => phone.waitForSelector('[data-champion]')));
    const lit = await Promise.all([strong, weak].map((phone) => phone.locator('[data-champion]').count()));
    assert.equal(lit.filter(Boolean).length, 1);
    const seen = await screen.evaluate(() => /** @type {any} */ (globalThis).seen);
    assert.deepEqual(seen, { sweeps: 2, before: 2, empty: 0 });
    await screen.waitForSelector('.sweep, .stage-before', { state: 'detached' });
    assert.deepEqual(faults, []);
  },
);

test('a game whose first picture is late does not darken the screen: the picture before stays until then', async (t) => {
  const GAMES_DIR = await gamesFolder(t, {
    late: {
      // The steps of a second go by at once, so the first frame is held up for as long.
      'game.js': `import { defineGame } from 'mass-mobile';
export default defineGame({
  title: 'Late', input: { a: { type: 'number' } }, setup: () => ({ steps: 0 }), frame: ({ steps }) => ({ steps }),
  tick(state) {
    const untilMs = state.steps++ === 0 ? Date.now() + 700 : 0;
    while (Date.now() < untilMs);
  },
});`,
      'playfield.js': `export function mount(root) {
  const page = root.appendChild(document.createElement('p'));
  page.className = 'late';
  return { frame: () => void (page.textContent = 'here') };
}`,
    },
  });
  const { app, ask } = await startControl(t, { GAMES_DIR, STAGE: 'thread' });
  const { page: screen, faults } = await openPage(await openBrowser(t), `${app.url}/playfield`, SCREEN);
  await screen.waitForSelector('#game canvas');
  await screen.evaluate(() => {
    const seen = { dark: 0 };
    Object.assign(globalThis, { seen });
    requestAnimationFrame(function look() {
      const page = document.querySelector('.late');
      if (page && page.textContent === '') seen.dark += 1;
      requestAnimationFrame(look);
    });
  });
  assert.deepEqual(await ask('switch', 'late'), { ok: true });
  await screen.waitForSelector('.late:text-is("here")');
  const dark = await screen.evaluate(() => /** @type {any} */ (globalThis).seen.dark);
  assert.ok(dark <= 2, `${dark} frames without a picture`);
  assert.deepEqual(faults, []);
});
