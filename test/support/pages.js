/** Pages of a real Chromium, for tests and for commands: how large they are, and what goes wrong in them. */

/** @import { Browser, BrowserContextOptions, Page } from 'playwright-core' */

import { explainWaits } from './page-account.js';
import { PATIENCE_MS } from './until.js';

export const PHONE = Object.freeze({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  locale: 'en-US',
});
/** Small, because every pixel is drawn by the processor here. */
export const SCREEN = Object.freeze({ viewport: { width: 960, height: 540 }, locale: 'en-US' });
export const LAPTOP = Object.freeze({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });

/**
 * A page of its own, with its own storage. What it says on the console as an error, and what it throws,
 * is kept in `faults`. A show behind nginx has a certificate that the test made itself.
 * @param {Browser} browser
 * @param {string} url
 * @param {BrowserContextOptions} options
 * @param {(page: Page) => Promise<unknown>} [prepare] before it loads
 */
export async function openPage(browser, url, options, prepare) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  /** @type {string[]} */
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  explainWaits(page, faults);
  await prepare?.(page);
  await page.goto(url);
  return { page, faults };
}

/**
 * The operator's page.
 * @param {Browser} browser
 * @param {{ url: string, operatorKey: string }} app
 * @param {BrowserContextOptions} [options]
 */
export function openPanel(browser, { url, operatorKey }, options = LAPTOP) {
  return openPage(browser, `${url}/control#key=${operatorKey}`, options);
}
