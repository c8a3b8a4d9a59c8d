/** The watch over a screen in real Chromium: it finds a page that goes black, and a page with a single word is not blank. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blanksOf, countFrames, watchScreen } from '../../loadtest/evening/screen-watch.js';
import { SCREEN, openBrowser, openPage } from '../support/browser.js';
import { until } from '../support/until.js';

const PAGE = `data:text/html,<style>body{margin:0;background:rgb(6,5,12);color:rgb(240,240,240);font:60px sans-serif}
%23game{height:400px}</style><div id=game>Hello</div><p>the dock stays</p>`;

test('a page that shows nothing is found, with how many frames it lasted', async (t) => {
  const browser = await openBrowser(t);
  /** @type {ReturnType<typeof watchScreen> | undefined} */
  let watch;
  const { page } = await openPage(browser, PAGE, SCREEN, async (one) => {
    await countFrames(one);
    watch = watchScreen(one);
  });
  assert.ok(watch);
  const { samples } = watch;
  await until(() => samples.length > 2);
  await page.evaluate(() => (document.getElementById('game') ?? document.body).replaceChildren());
  const from = samples.length;
  await until(() => samples.length > from + 3);
  await page.evaluate(() => (document.getElementById('game') ?? document.body).append('Hello again'));
  await until(() => samples.length > from + 6);
  const seen = await watch.stop();
  assert.equal(seen.blanks.length, 1, JSON.stringify(samples));
  const [blank] = seen.blanks;
  assert.ok(blank && blank.frames > 0 && blank.ms > 0 && !blank.isOpening);
  assert.ok(seen.firstMs !== undefined && seen.pauseMs > 0);
});

test('blank pictures that follow one another are one time, and those before the first picture are the opening', () => {
  const sample = (/** @type {number} */ atMs, /** @type {number} */ contrast) => ({
    ...{ atMs, contrast, frames: atMs / 10, game: `g${atMs}` },
  });
  assert.deepEqual(
    blanksOf([
      sample(100, 0),
      sample(200, 200),
      sample(300, 10),
      sample(400, 39),
      sample(500, 40),
      sample(600, 0),
    ]),
    [
      { ms: 200, frames: 20, atMs: 0, game: 'g100', isOpening: true },
      { ms: 300, frames: 30, atMs: 200, game: 'g300', isOpening: false },
      { ms: 100, frames: 10, atMs: 500, game: 'g600', isOpening: false },
    ],
  );
  assert.deepEqual(blanksOf([sample(100, 200), sample(200, 100)]), []);
});
