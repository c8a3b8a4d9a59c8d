/** A swarm in Chromium: five phones, a screen and a panel; on a screen without WebGL, too. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COLOURS } from '../../games/swarm/shared/light.js';
import { LAPTOP, PHONE, SCREEN, openBrowser, openPage } from '../support/browser.js';
import { openControl, startServer } from '../support/server.js';

/** @import { TestContext } from 'node:test' */
/** @import { Page } from 'playwright-core' */

const PHONES = 5;
const NO_GL = ['--disable-gpu', '--disable-3d-apis'];
/** WebGL that the processor plays, which the game would not take by itself. */
const SOFTWARE_GL = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];
/** A painted light is as much lighter than its colour (playfield/flat.js). */
const WHITE = 0.25;
/** A colour may be so far off in each channel, for edges that are smooth and light that is dim. */
const NEAR = 14;
/** A halo is fainter than this. */
const LEAST_ALPHA = 150;

/**
 * @param {TestContext} t
 * @param {{ args?: string[], prepare?: (page: Page) => Promise<unknown> }} [options] more arguments of Chromium; `prepare`: the
 *   screen before it loads
 */
async function openSwarm(t, { args, prepare } = {}) {
  const app = await startServer(t);
  const { ask } = await openControl(t, app);
  await ask('switch', 'swarm');
  const browser = await openBrowser(t, args);
  const screen = await openPage(browser, `${app.url}/playfield`, SCREEN, prepare);
  const phones = await Promise.all(Array.from({ length: PHONES }, () => openPage(browser, app.url, PHONE)));
  await Promise.all(
    phones.map(({ page }) => page.waitForFunction(() => document.querySelector('.swarm-light[data-shape]'))),
  );
  await screen.page.waitForFunction(
    (text) => document.querySelector('.swarm-line')?.textContent === text,
    `${PHONES} lights`,
  );
  return { app, ask, browser, screen, phones };
}

/** @param {Page} phone @returns {Promise<string>} the colour of its light */
function colourOf(phone) {
  return phone.evaluate(() =>
    /** @type {HTMLElement} */ (document.querySelector('.swarm')).style.getPropertyValue('--light'),
  );
}

/** @param {string} colour as it is painted @returns {number[]} red, green, blue */
function paintedAs(colour) {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16);
    return part + (255 - part) * WHITE;
  });
}

/** Waits until a light of this colour is on the screen, or none is. @param {Page} screen @param {string} colour @param {boolean} isThere */
function waitForLight(screen, colour, isThere) {
  return screen.waitForFunction(
    ({ rgb, near, least, is }) => {
      const canvas = /** @type {HTMLCanvasElement | null} */ (document.querySelector('.swarm-lights'));
      const pen = canvas?.getContext('2d');
      if (!canvas || !pen) return false;
      const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
      for (let at = 0; at < data.length; at += 4)
        if (
          Number(data[at + 3]) >= least &&
          rgb.every((part, n) => Math.abs(part - Number(data[at + n])) <= near)
        )
          return is;
      return !is;
    },
    { rgb: paintedAs(colour), near: NEAR, least: LEAST_ALPHA, is: isThere },
  );
}

/** @param {Page} phone @returns {Promise<number>} how far to the right of the map its light is, 0 to 1 */
function placeOf(phone) {
  return phone.evaluate(() =>
    Number(/** @type {HTMLElement} */ (document.querySelector('.swarm-dot')).style.getPropertyValue('--x')),
  );
}

test(
  'five lights fly where their pads say, and one that leaves goes dark',
  { timeout: 120_000 },
  async (t) => {
    const { screen, phones } = await openSwarm(t, { args: NO_GL });
    const colours = await Promise.all(phones.map(({ page }) => colourOf(page)));
    assert.equal(new Set(colours).size, PHONES);
    assert.ok(colours.every((colour) => COLOURS.includes(colour)));
    for (const colour of colours) await waitForLight(screen.page, colour, true);

    const [first, second] = phones.map(({ page }) => page);
    assert.ok(first && second);
    const pad = await first.locator('.kit-field').boundingBox();
    assert.ok(pad);
    await first.mouse.move(pad.x + pad.width / 2, pad.y + pad.height / 2);
    await first.mouse.down();
    await first.mouse.move(pad.x + pad.width - 5, pad.y + pad.height / 2);
    await second.keyboard.down('a');
    await first.waitForFunction(
      () =>
        Number(
          /** @type {HTMLElement} */ (document.querySelector('.swarm-dot')).style.getPropertyValue('--x'),
        ) > 0.95,
    );
    await second.waitForFunction(
      () =>
        Number(
          /** @type {HTMLElement} */ (document.querySelector('.swarm-dot')).style.getPropertyValue('--x'),
        ) < 0.05,
    );
    await first.mouse.up();
    await second.keyboard.up('a');
    assert.ok((await placeOf(first)) > (await placeOf(second)));

    await second.context().close();
    await screen.page.waitForFunction(
      () => document.querySelector('.swarm-line')?.textContent === '4 lights',
    );
    await waitForLight(screen.page, String(colours[1]), false);
    for (const at of [0, 2, 3, 4]) await waitForLight(screen.page, String(colours[at]), true);
    for (const { faults } of [screen, ...phones]) assert.deepEqual(faults, []);
  },
);

/** The words of the screen in each mode, and what else it shows. */
const MODES = [
  { button: 'Gather', mode: 'gather', words: 'Fly into the ring!', shows: '.swarm-ring:not([hidden])' },
  { button: 'Paint', mode: 'paint', words: 'Paint the wall!', shows: '.swarm-wall:not([hidden])' },
  { button: 'Follow the leader', mode: 'follow', words: 'Follow the leader', shows: '.swarm-names span' },
  { button: 'Patterns', mode: 'patterns', words: 'Watch the swarm', shows: '.swarm-lights' },
  { button: 'Wave through the room', mode: 'wave', words: 'The wave is coming', shows: '.swarm-lights' },
  { button: 'Phones as pixels', mode: 'pixels', words: 'Hold your phones up!', shows: '.swarm-lights' },
  { button: 'Fly freely', mode: 'fly', words: 'You’re a light. Fly!', shows: '.swarm-lights' },
];

test('the operator picks each mode: screen and phones say what to do', { timeout: 120_000 }, async (t) => {
  const { app, browser, screen, phones } = await openSwarm(t);
  const panel = await openPage(browser, `${app.url}/control#key=${app.operatorKey}`, LAPTOP);
  for (const { button, mode, words, shows } of MODES) {
    await panel.page.locator('.action', { hasText: button }).click();
    await screen.page.waitForFunction(
      (text) => document.querySelector('.swarm-words')?.textContent === text,
      words,
    );
    await screen.page.waitForSelector(shows, { state: 'attached' });
    await Promise.all(phones.map(({ page }) => page.waitForSelector(`.swarm[data-mode="${mode}"]`)));
    if (mode === 'follow') await assertOneLeads(screen.page, phones);
    if (mode === 'wave' || mode === 'pixels') await Promise.all(phones.map(({ page }) => waitForGlow(page)));
  }
  for (const { faults } of [panel, screen, ...phones]) assert.deepEqual(faults, []);
});

/** One phone says that it leads, and the screen has its name. @param {Page} screen @param {{ page: Page }[]} phones */
async function assertOneLeads(screen, phones) {
  await screen.waitForFunction(() =>
    / leads$/.test(document.querySelector('.swarm-line')?.textContent ?? ''),
  );
  const name = (await screen.locator('.swarm-line').textContent())?.replace(/ leads$/, '');
  const leader = await Promise.any(
    phones.map(async ({ page }) => {
      await page.waitForSelector('.swarm[data-leads]');
      return page;
    }),
  );
  assert.equal(await leader.locator('.me-name').textContent(), name);
  const leads = await Promise.all(phones.map(({ page }) => page.locator('.swarm[data-leads]').count()));
  assert.equal(
    leads.reduce((sum, count) => sum + count, 0),
    1,
  );
}

/** The phone is a pixel: its own colour goes up and down. @param {Page} phone */
async function waitForGlow(phone) {
  const levels = new Set();
  while (levels.size < 3)
    levels.add(
      await phone.evaluate(
        () => /** @type {HTMLElement} */ (document.querySelector('.swarm-pixel')).style.opacity,
      ),
    );
  assert.ok([...levels].every((level) => Number(level) >= 0.1 && Number(level) <= 1));
}

test(
  'tap to tune: the beat is seen, taps are counted, and the phone remembers its delay',
  { timeout: 120_000 },
  async (t) => {
    const { ask, screen, phones } = await openSwarm(t);
    await ask('run', 'tune', {});
    await screen.page.waitForSelector('.swarm-beat:not([hidden])');
    const phone = /** @type {{ page: Page }} */ (phones[0]).page;
    await phone.getByText('Tap each time the big screen flashes: 0 of 5').waitFor();
    for (let taps = 1; taps <= 5; taps++) {
      // A person taps when the flash is at its brightest, and lets it fade before the next one.
      await screen.page.waitForFunction(
        () => Number(/** @type {HTMLElement} */ (document.querySelector('.swarm-beat')).style.opacity) > 0.6,
      );
      await phone.locator('.swarm-tap').tap();
      if (taps < 5) await phone.getByText(`flashes: ${taps} of 5`).waitFor();
      await screen.page.waitForFunction(
        () => Number(/** @type {HTMLElement} */ (document.querySelector('.swarm-beat')).style.opacity) < 0.2,
      );
    }
    await phone.getByText(/^In time: -?\d+ ms/).waitFor();
    const said = /In time: (-?\d+) ms/.exec(String(await phone.locator('.swarm-said').textContent()))?.[1];
    await phone.reload();
    await phone.waitForSelector('.swarm-tap');
    const kept = await phone.evaluate(() =>
      Object.entries(localStorage)
        .map(([, value]) => value)
        .find((value) => value.includes('delayMs')),
    );
    assert.ok(kept?.includes(`"delayMs":${said}`), `${kept} has not ${said}`);
  },
);

test('the control panel shows messages a second', { timeout: 120_000 }, async (t) => {
  const { app, browser, phones } = await openSwarm(t);
  const panel = await openPage(browser, `${app.url}/control#key=${app.operatorKey}`, LAPTOP);
  const figures = panel.page.locator('.load-figures').first();
  // A count above that of phones that only say that they are there.
  while (!/phones.*\D[1-9]\d+messages\/s/.test(String(await figures.textContent())))
    await phones[0]?.page.keyboard.press('d');
});

test('a phone that leans steers its light', { timeout: 120_000 }, async (t) => {
  const { phones } = await openSwarm(t);
  const phone = /** @type {{ page: Page }} */ (phones[0]).page;
  const lean = (/** @type {number} */ gamma) =>
    phone.evaluate((angle) => {
      dispatchEvent(new DeviceOrientationEvent('deviceorientation', { alpha: 0, beta: 35, gamma: angle }));
    }, gamma);
  await phone.getByRole('button', { name: 'Tilt' }).click();
  while (
    (await phone.locator('[aria-pressed="true"]').count()) === 0 ||
    !(await phone.evaluate(() => document.querySelector('.swarm-why')?.textContent === ''))
  )
    await lean(0);
  await lean(40);
  await phone.waitForFunction(
    () =>
      Number(
        /** @type {HTMLElement} */ (document.querySelector('.swarm-dot')).style.getPropertyValue('--x'),
      ) > 0.95,
  );
  await lean(-40);
  await phone.waitForFunction(
    () =>
      Number(
        /** @type {HTMLElement} */ (document.querySelector('.swarm-dot')).style.getPropertyValue('--x'),
      ) < 0.05,
  );
});

/** @param {Page} screen @returns {Promise<'2d' | 'webgl2'>} what draws the lights */
function rendererOf(screen) {
  return screen.evaluate(() => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('.swarm-lights'));
    return canvas.getContext('2d') ? '2d' : 'webgl2';
  });
}

test('without WebGL the lights are drawn on a 2D canvas', { timeout: 120_000 }, async (t) => {
  const { screen, phones } = await openSwarm(t, {
    args: NO_GL,
  });
  assert.equal(await rendererOf(screen.page), '2d');
  for (const { page } of phones) await waitForLight(screen.page, await colourOf(page), true);
  assert.deepEqual(screen.faults, []);
});

test(
  'a graphics card that the processor would have to play is not taken: the 2D canvas is faster',
  { timeout: 120_000 },
  async (t) => {
    const { screen } = await openSwarm(t, { args: SOFTWARE_GL });
    assert.ok(
      await screen.page.evaluate(() => document.createElement('canvas').getContext('webgl2') !== null),
      'this browser has WebGL2',
    );
    assert.equal(await rendererOf(screen.page), '2d');
    assert.deepEqual(screen.faults, []);
  },
);

test(
  'a graphics card that takes its context back costs nothing: the show goes on in 2D',
  { timeout: 120_000 },
  async (t) => {
    const { screen, phones } = await openSwarm(t, {
      args: SOFTWARE_GL,
      prepare: (page) =>
        page.addInitScript(() => {
          const { getContext } = HTMLCanvasElement.prototype;
          const { getParameter } = WebGL2RenderingContext.prototype;
          WebGL2RenderingContext.prototype.getParameter = function (/** @type {number} */ what) {
            // UNMASKED_RENDERER_WEBGL: the game is to take it for a graphics card.
            return what === 0x9246 ? 'a card' : Reflect.apply(getParameter, this, [what]);
          };
          HTMLCanvasElement.prototype.getContext = /** @type {any} */ (
            /** @this {HTMLCanvasElement} @param {string} kind @param {object} [options] */
            function (kind, options) {
              return Reflect.apply(getContext, this, [
                kind,
                { ...options, failIfMajorPerformanceCaveat: false },
              ]);
            }
          );
        }),
    });
    assert.equal(await rendererOf(screen.page), 'webgl2');
    await screen.page.evaluate(() => {
      const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('.swarm-lights'));
      canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
    });
    for (const { page } of phones) await waitForLight(screen.page, await colourOf(page), true);
    assert.equal(await rendererOf(screen.page), '2d');
  },
);
