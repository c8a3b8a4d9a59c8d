/** A screen too many in Chromium: it says so and what to do, and comes on once there is a place. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import texts from '../../public/shared/strings/de.js';
import { SCREEN, openBrowser, openPage, openPanel } from '../support/browser.js';
import { startShow } from '../support/layouts/show.js';
import { openControl } from '../support/server.js';

const FEW = { MAX_SCREENS: '1' };

test('a screen too many says so in the language of the hall, and one with a key always gets in', async (t) => {
  const app = await startShow(t, FEW);
  const { ask } = await openControl(t, app);
  await ask('switch', 'worm');
  const browser = await openBrowser(t);
  const first = await openPage(browser, `${app.url}/playfield`, SCREEN);
  await first.page.waitForSelector('.worm-splash');
  const german = await openPage(browser, `${app.url}/playfield?lang=de`, SCREEN);
  await german.page.getByText(texts['playfield.many.title']).waitFor();
  await german.page.getByText(texts['playfield.many.text']).waitFor();
  const second = await openPage(browser, `${app.url}/playfield`, SCREEN);
  await second.page.getByText('One screen too many').waitFor();
  assert.equal(await second.page.getByText('Join with your phone').first().isVisible(), false);

  const panel = await openPanel(browser, app);
  await panel.page.waitForSelector('.figure[data-warn="true"]:has-text("of 1 screens")');
  const link = await panel.page.locator('a[href*="/playfield"]').first().getAttribute('href');
  assert.match(String(link), /key=/);
  const keyed = await openPage(browser, new URL(String(link), app.url).href, SCREEN);
  await keyed.page.waitForSelector('.worm-splash');
  // The last one without a key has made room, and says why its picture is gone.
  await first.page.getByText('One screen too many').waitFor();
  await first.page.waitForSelector('.worm-splash', { state: 'detached' });
});

test(
  'a screen too many comes on by itself when the operator allows more',
  { timeout: 600_000 },
  async (t) => {
    const app = await startShow(t, FEW);
    const { ask } = await openControl(t, app);
    await ask('switch', 'worm');
    const browser = await openBrowser(t);
    const first = await openPage(browser, `${app.url}/playfield`, SCREEN);
    await first.page.waitForSelector('.worm-splash');
    const second = await openPage(browser, `${app.url}/playfield`, SCREEN);
    await second.page.getByText('One screen too many').waitFor();
    assert.equal((await ask('screens', 51)).ok, true);
    // It asks again every 15 s or so.
    await second.page.waitForSelector('.worm-splash');
    await second.page.waitForSelector('.lost', { state: 'hidden' });
  },
);
