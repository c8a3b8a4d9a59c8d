/**
 * The engines of the other browsers that people bring, as Debian has them: Firefox, and WebKit, which is that of Safari. Playwright
 * speaks WebDriver BiDi with Firefox. Its own WebKit is a build that Debian lacks, so that one is driven by WebKitWebDriver
 * (https://www.w3.org/TR/webdriver2/), in windows on a display that nobody sees.
 */

/** @import { TestContext } from 'node:test' */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { firefox } from 'playwright-core';
import { openPage } from './pages.js';
import { end, freePort } from './process.js';
import { until } from './until.js';

/**
 * A page in any engine, with what tests ask of it.
 * @typedef {object} Tab
 * @property {(read: (arg: any) => any, arg?: unknown) => Promise<any>} evaluate runs a function in the page, without what is around it here
 * @property {(x: number, y: number) => Promise<unknown>} press the mouse goes down there for a moment, in px of the page's window
 * @property {() => Promise<string[]>} faults what it threw, failed to load, or said on the console as an error
 */

/** @typedef {(url: string, size: { width: number, height: number }) => Promise<Tab>} OpenTab in a window of its own */

/** @type {Record<string, (t: TestContext) => Promise<OpenTab>>} */
export const ENGINES = { Firefox: openFirefox, WebKit: openWebKit };

/** As a finger that taps. */
const PRESS_MS = 100;

/** Waits until an element is there that has this text. @param {Tab} tab @param {string} selector @param {string} [text] */
export async function see({ evaluate }, selector, text = '') {
  /** @param {string[]} wanted */
  const isThere = ([place, words]) =>
    [...document.querySelectorAll(String(place))].some((one) => one.textContent?.includes(String(words)));
  // A page that is being left answers nothing, and its driver says so.
  await until(
    () => evaluate(isThere, [selector, text]).catch(String),
    (found) => found === true,
    { about: `${selector} with "${text}"`, everyMs: 50 },
  );
}

/** Presses the middle of an element, if it is there. @param {Tab} tab @param {string} selector */
export async function click({ evaluate, press }, selector) {
  const middle = await evaluate((wanted) => {
    const box = document.querySelector(wanted)?.getBoundingClientRect();
    return box && [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
  }, selector);
  if (middle) await press(middle[0], middle[1]);
}

/** @param {TestContext} t @returns {Promise<OpenTab>} */
async function openFirefox(t) {
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath: '/usr/bin/firefox' });
  t.after(() => browser.close());
  return async (url, viewport) => {
    const { page, faults } = await openPage(browser, url, { viewport, locale: 'en-US' });
    return {
      evaluate: (read, arg) => page.evaluate(read, arg),
      press: (x, y) => page.mouse.click(x, y, { delay: PRESS_MS }),
      faults: async () => faults,
    };
  };
}

/** @param {TestContext} t @returns {Promise<OpenTab>} */
async function openWebKit(t) {
  const display = start('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24']);
  const port = await freePort();
  const root = `http://127.0.0.1:${port}/session`;
  /** @param {string} path @param {object} [body] DELETE if it is left out @returns {Promise<any>} */
  async function ask(path, body) {
    const request = body ? { method: 'POST', body: JSON.stringify(body) } : { method: 'DELETE' };
    const { value } = await (await fetch(`${root}${path}`, request)).json();
    if (value?.error) throw new Error(`WebKit, ${path}: ${value.error}: ${value.message}`);
    return value;
  }

  const [number] = await once(/** @type {import('node:stream').Readable} */ (display.stdio[3]), 'data');
  const driver = start('WebKitWebDriver', [`--port=${port}`], {
    DISPLAY: `:${String(number).trim()}`,
    // The browser's language is “C” then: not every browser gives a tag that Intl knows.
    LANG: 'C.UTF-8',
    // Its own compositor once crashed in Mesa's software renderer (22.3.6); nothing here depends on it.
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  });
  await until(() => fetch(root).then(Boolean, () => false), Boolean, { about: 'WebKitWebDriver listens' });
  const { sessionId } = await ask('', { capabilities: { alwaysMatch: { pageLoadStrategy: 'none' } } });
  const session = `/${sessionId}`;
  t.after(async () => {
    await ask(session);
    for (const program of [driver, display]) await end(program, 'SIGTERM');
  });

  /** Commands go to one window at a time. @type {Promise<unknown>} */
  let last = Promise.resolve();
  return async (url, size) => {
    const { handle } = await ask(`${session}/window/new`, { type: 'window' });
    /** @param {string} path @param {object} body @returns {Promise<any>} */
    const command = (path, body) => {
      const answer = last.then(async () => {
        await ask(`${session}/window`, { handle });
        return ask(`${session}${path}`, body);
      });
      last = answer.catch(() => {});
      return answer;
    };
    /** @param {(arg: any) => any} read @param {unknown} [arg] */
    const evaluate = (read, arg) =>
      command('/execute/sync', { script: `return (${read})(...arguments)`, args: [arg] });
    await command('/window/rect', { x: 0, y: 0, ...size });
    await command('/url', { url });
    // Refused while the document of before is unloaded.
    await until(() => evaluate(noteFaults, url).catch(() => false), Boolean, {
      about: `the document of ${url} begins`,
      everyMs: 0,
    });
    return {
      evaluate,
      press(x, y) {
        const actions = [
          { type: 'pointerMove', x, y },
          { type: 'pointerDown', button: 0 },
          { type: 'pause', duration: PRESS_MS },
          { type: 'pointerUp', button: 0 },
        ];
        return command('/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
      },
      faults: () => evaluate(() => /** @type {any} */ (globalThis).faults),
    };
  };
}

/**
 * Begins before the modules of the page run: else it loads the page again. It runs in the page.
 * @param {string} url @returns {boolean} begun
 */
function noteFaults(url) {
  const noted = /** @type {{ faults?: string[], again?: boolean }} */ (globalThis);
  const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  if (noted.again || !location.href.startsWith(new URL(url).origin)) return false;
  if (visit === undefined || visit.domContentLoadedEventStart > 0) {
    noted.again = true;
    location.reload();
    return false;
  }
  /** @type {string[]} */
  const faults = [];
  noted.faults = faults;
  const note = (/** @type {Event} */ event) => {
    const { message, reason, target } = /** @type {any} */ (event);
    // A size that changes twice within a frame is told in the next one: https://drafts.csswg.org/resize-observer/#deliver-resize-error.
    if (!message?.startsWith('ResizeObserver loop'))
      faults.push(String(message ?? reason ?? `cannot load ${target.src ?? target.href}`));
  };
  addEventListener('error', note, true);
  addEventListener('unhandledrejection', note);
  const { error } = console;
  console.error = (...words) => {
    faults.push(words.join(' '));
    error(...words);
  };
  return true;
}

/** @param {string} program @param {string[]} args @param {Record<string, string>} [env] */
function start(program, args, env = {}) {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  child.once('error', (cause) => {
    throw new Error(`${program} is missing: run "npm run setup".`, { cause });
  });
  return child;
}
