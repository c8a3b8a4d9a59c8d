/** A real Chromium for tests. `CHROMIUM` names another one than Debian's. */

/** @import { TestContext } from 'node:test' */
/** @import { Browser, BrowserContextOptions, Page } from 'playwright-core' */

import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const PATHS = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

export const PHONE = Object.freeze({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  locale: 'en-US',
});
/** Small, because every pixel is drawn by the processor here. */
export const SCREEN = Object.freeze({ viewport: { width: 960, height: 540 }, locale: 'en-US' });
export const LAPTOP = Object.freeze({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });

/** @param {TestContext} t @param {readonly string[]} [more] arguments @returns {Promise<Browser>} closed after the test */
export async function openBrowser(t, more) {
  const browser = await launchChromium(more);
  t.after(() => browser.close());
  return browser;
}

/** @param {readonly string[]} [more] arguments @returns {Promise<Browser>} */
export async function launchChromium(more = []) {
  const executablePath = PATHS.find((path) => path && existsSync(path));
  if (!executablePath)
    throw new Error('Chromium is missing: run "npm run setup", or set CHROMIUM to its path');
  return chromium.launch({ executablePath, args: [...ARGS, ...more] });
}

/**
 * A page of its own, with its own storage. What it says on the console as an error, and what it throws,
 * is kept in `faults`.
 * @param {Browser} browser
 * @param {string} url
 * @param {BrowserContextOptions} options
 * @param {(page: Page) => Promise<unknown>} [prepare] before it loads
 */
export async function openPage(browser, url, options, prepare) {
  const context = await browser.newContext({ ...options });
  const page = await context.newPage();
  /** @type {string[]} */
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await prepare?.(page);
  await page.goto(url);
  return { page, faults };
}
