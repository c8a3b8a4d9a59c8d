/** A swarm in tests: phones and a screen in Chromium, and the lights that are seen there. */

/** @import { TestContext } from 'node:test' */
/** @import { Page } from 'playwright-core' */

import { PHONE, SCREEN, openBrowser, openPage } from './browser.js';
import { startShow } from './layouts/show.js';
import { openControl } from './server.js';

/** As many as an end-to-end test looks at. */
export const PHONES = 3;
/** Every pixel of WebGL is drawn by the processor here. */
const TINY = { viewport: { width: 480, height: 270 } };
export const NO_GL = ['--disable-gpu', '--disable-3d-apis'];
/** A painted light is as much lighter than its colour (playfield/flat.js). */
const WHITE = 0.25;
/** A colour may be so far off in each channel, for edges that are smooth and light that is dim. */
const NEAR = 14;
/** A halo is fainter than this. */
const LEAST_ALPHA = 150;

/**
 * @param {TestContext} t
 * @param {{ args?: string[], phones?: number, tiny?: boolean, prepare?: (page: Page) => Promise<unknown> }} [options] `args`: more
 *   of Chromium; `tiny`: the screen, which `prepare` gets before it loads
 */
export async function openSwarm(t, { args, phones: count = PHONES, tiny = false, prepare } = {}) {
  const app = await startShow(t);
  const { ask } = await openControl(t, app);
  await ask('switch', 'swarm');
  const browser = await openBrowser(t, args);
  const screen = await openPage(browser, `${app.url}/playfield`, { ...SCREEN, ...(tiny && TINY) }, prepare);
  const phones = await Promise.all(Array.from({ length: count }, () => openPage(browser, app.url, PHONE)));
  await Promise.all(
    phones.map(({ page }) => page.waitForFunction(() => document.querySelector('.swarm-light[data-shape]'))),
  );
  await screen.page.waitForFunction(
    (text) => document.querySelector('.swarm-line')?.textContent === text,
    count === 1 ? '1 light' : `${count} lights`,
  );
  return { app, ask, browser, screen, phones };
}

/** @param {Page} phone @returns {Promise<string>} the colour of its light */
export function colourOf(phone) {
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
export function waitForLight(screen, colour, isThere) {
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
