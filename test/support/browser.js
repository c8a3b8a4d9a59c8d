/** The Chromium of a test file, and the pages that tests open in it. */

/** @import { TestContext } from 'node:test' */
/** @import { Browser, Page } from 'playwright-core' */

import { after } from 'node:test';
import { launchChromium } from '../../check/browser/chromium.js';

export { LAPTOP, PHONE, SCREEN, openPage, openPanel } from './pages.js';

/** One for each list of arguments, because to start one takes longer than many a test. @type {Map<string, Promise<Browser>>} */
const opened = new Map();
after(() => Promise.all([...opened.values()].map(async (browser) => (await browser).close())));

/**
 * The Chromium of this test file. The tests of a file run one after the other: each finds it without pages.
 * @param {TestContext} t @param {readonly string[]} [more] arguments @returns {Promise<Browser>} its pages are closed after the test
 */
export async function openBrowser(t, more = []) {
  const key = more.join(' ');
  const opening = opened.get(key) ?? launchChromium(more);
  opened.set(key, opening);
  const browser = await opening;
  t.after(() => Promise.all(browser.contexts().map((context) => context.close())));
  return browser;
}

/**
 * Stops the messages of one event before a page: the server sends a player's own view up to 250 ms after it has acknowledged
 * what changes it.
 * @param {Page} page loaded again @param {string} event
 * @returns {Promise<{ stopped: string[], passed: string[], stop: () => void }>} their packets; `stop`: from now on none passes
 */
export async function stopEvent(page, event) {
  let isStopped = false;
  /** @type {{ stopped: string[], passed: string[] }} */
  const packets = { stopped: [], passed: [] };
  await page.routeWebSocket(/socket\.io/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      const isOne = String(message).includes(`["${event}"`);
      if (isOne) packets[isStopped ? 'stopped' : 'passed'].push(String(message));
      if (!isOne || !isStopped) socket.send(message);
    });
  });
  await page.reload();
  return { ...packets, stop: () => void (isStopped = true) };
}
