/** A worm in Chromium: its look of 2012, a film behind the line, one that is not there, and a phone that leans. */

import assert from 'node:assert/strict';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gamesFolder } from '../support/games.js';
import { PHONE, SCREEN, openBrowser, openPage } from '../support/browser.js';
import { startControl } from '../support/server.js';

/** @import { TestContext } from 'node:test' */
/** @import { Page } from 'playwright-core' */

const WORM = fileURLToPath(new URL('../../games/worm', import.meta.url));

/** @param {TestContext} t @param {Record<string, unknown>} settings @param {Record<string, string>} [env] */
async function openWorm(t, settings, env) {
  const { app, ask } = await startControl(t, env);
  await ask('switch', 'worm');
  await ask('set', { minN: 1, ...settings });
  return { app, ask, browser: await openBrowser(t) };
}

test('the look of 2012: two halves in two colours, with the operator’s words, and a splash', async (t) => {
  const { app, ask, browser } = await openWorm(t, {
    look: '2012',
    title: 'The great debate',
    high: 'ROX!',
    low: 'SUX!',
  });
  const { page: screen, faults } = await openPage(browser, `${app.url}/playfield`, SCREEN);
  const splash = screen.locator('.worm-splash');
  await splash.waitFor();
  assert.equal(await splash.evaluate((element) => getComputedStyle(element).textTransform), 'uppercase');
  const { page: phone } = await openPage(browser, app.url, PHONE);
  await phone.getByText('ROX!').waitFor();
  await phone.getByText('SUX!').waitFor();
  await ask('run', 'next', {});
  await screen.waitForFunction(() => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('.worm-chart'));
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const colourAt = (/** @type {number} */ share) =>
      pen.getImageData(Math.round(canvas.width * 0.3), Math.round(canvas.height * share), 1, 1).data;
    const [over, under] = [colourAt(0.3), colourAt(0.7)];
    // Orange-red above, violet below.
    return Number(over[0]) > 1.5 * Number(over[2]) && Number(under[2]) > 1.2 * Number(under[0]);
  });
  assert.deepEqual(faults, []);
});

/** Records a film of some pictures, without sound. @param {Page} page @returns {Promise<Buffer>} WebM */
async function recordFilm(page) {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 160, height: 90 });
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm' });
    /** @type {Blob[]} */
    const parts = [];
    recorder.ondataavailable = ({ data }) => void parts.push(data);
    const stopped = new Promise((resolve) => (recorder.onstop = resolve));
    recorder.start();
    for (let picture = 0; picture < 90; picture++) {
      pen.fillStyle = `hsl(${picture * 4} 90% 50%)`;
      pen.fillRect(0, 0, 160, 90);
      await new Promise(requestAnimationFrame);
    }
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  return Buffer.from(base64, 'base64');
}

test(
  'a film runs behind the line; one that is not there says so, and the show goes on',
  { timeout: 600_000 },
  async (t) => {
    const GAMES_DIR = await gamesFolder(t, {});
    await cp(WORM, join(GAMES_DIR, 'worm'), { recursive: true });
    const { app, ask, browser } = await openWorm(t, {}, { GAMES_DIR });
    const { page: phone } = await openPage(browser, app.url, PHONE);
    await mkdir(join(GAMES_DIR, 'worm/assets'), { recursive: true });
    await writeFile(join(GAMES_DIR, 'worm/assets/film.webm'), await recordFilm(phone));
    await ask('set', { media: '/games/worm/assets/film.webm' });
    const { page: screen } = await openPage(browser, `${app.url}/playfield`, SCREEN);
    await screen.waitForFunction(() => Number(document.querySelector('video')?.readyState) >= 2);
    await ask('run', 'next', {});
    await ask('run', 'play', {});
    await screen.waitForFunction(() => Number(document.querySelector('video')?.currentTime) > 0.3);
    await ask('run', 'play', {});
    await screen.waitForFunction(() => document.querySelector('video')?.paused);
    assert.equal(
      await screen
        .locator('.worm-notes')
        .textContent()
        .then((text) => text?.includes('is not there')),
      false,
    );

    await ask('set', { media: '/games/worm/assets/none.webm' });
    await screen.waitForFunction(() =>
      document.querySelector('.worm-notes')?.textContent?.includes('is not there'),
    );
    assert.equal(await screen.locator('video').count(), 0);
    await screen.waitForSelector('.worm-n:has-text("One person")');
    const tables = await readTables(app);
    const times = tables.find(({ name }) => name === 'Line')?.rows.map((row) => row[2]) ?? [];
    assert.ok(
      times.some((mediaS) => Number(mediaS) > 0),
      times.join(),
    );
  },
);

/** @param {{ url: string, operatorKey: string }} app @returns {Promise<{ name: string, rows: unknown[][] }[]>} */
async function readTables({ url, operatorKey }) {
  const headers = { authorization: `Bearer ${operatorKey}` };
  for (;;) {
    const { tables = [] } = await (await fetch(`${url}/api/rooms/main/results.json`, { headers })).json();
    if (tables[0]?.rows.some((/** @type {unknown[]} */ row) => Number(row[2]) > 0)) return tables;
  }
}

test('a phone that leans moves its slider, and one that is touched does too', async (t) => {
  const { app, browser } = await openWorm(t, { tilt: true });
  const { page: phone, faults } = await openPage(browser, app.url, PHONE);
  const slider = phone.getByRole('slider');
  const levelIs = (/** @type {string} */ wanted) =>
    phone.waitForFunction(
      (value) => /** @type {HTMLInputElement} */ (document.querySelector('[type=range]')).value === value,
      wanted,
    );
  const track = await phone.locator('.kit-track').boundingBox();
  assert.ok(track);
  await phone.mouse.click(track.x + track.width / 2, track.y + 10);
  await levelIs('1');
  await phone.getByRole('button', { name: 'Neutral' }).click();
  await levelIs('0');

  const lean = (/** @type {number} */ beta) =>
    phone.evaluate((angle) => {
      dispatchEvent(new DeviceOrientationEvent('deviceorientation', { alpha: 0, beta: angle, gamma: 0 }));
    }, beta);
  await phone.getByRole('button', { name: 'Tilt instead' }).click();
  while (!(await phone.getByRole('button', { name: 'Stop tilting' }).count())) await lean(35);
  // 22.5 degrees more than a phone that is read leans, of 45 that are full.
  await lean(57.5);
  await levelIs('0.5');
  assert.equal(await slider.getAttribute('aria-valuetext'), '50 % Convincing');
  assert.deepEqual(faults, []);
});
