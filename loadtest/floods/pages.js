/** Floods by pages of a stranger: each is open in a real browser and asks the server for what no foreign page may have. */

/** @import { Browser } from 'playwright-core' */
/** @import { Crowd } from './crowd.js' */
/** @import { Group } from './floods.js' */

import { once } from 'node:events';
import { createServer } from 'node:http';
import { launchChromium } from '../../check/browser/chromium.js';
import { uncounted } from './crowd.js';

/** Another address of this machine, so that it is a page of another site. */
const STRANGER = '127.0.0.99';
/** Without a pause, a page would take the core of those who are watched, more than it would ask the server. */
const EVERY_MS = 50;

/** @param {Group} group @param {URL} url @returns {Crowd} */
export function createPages({ count }, url) {
  const counts = uncounted();
  const site = createServer((_request, response) =>
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Win a prize</title>'),
  );
  /** @type {Browser | null} */
  let browser = null;
  /** @type {import('playwright-core').Page[]} */
  let pages = [];

  async function open() {
    site.listen(0, STRANGER);
    await once(site, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (site.address());
    browser = await launchChromium();
    const context = await browser.newContext();
    await context.exposeFunction('count', (/** @type {'refused' | 'breaches'} */ what) => {
      counts.sent += 1;
      counts[what] += 1;
    });
    pages = await Promise.all(Array.from({ length: count }, () => context.newPage()));
    await Promise.all(pages.map((page) => page.goto(`http://${STRANGER}:${port}/`)));
    counts.opened += count;
  }

  return {
    counts,
    arrive: open,
    start() {
      // A page that is closed meanwhile has attacked for long enough.
      for (const page of pages)
        page.evaluate(attack, { hall: url.origin, everyMs: EVERY_MS }).catch(() => {});
    },
    turn: () => false,
    waitMs: () => Infinity,
    look: () => pages.length,
    fates: () => [],
    async close() {
      site.close();
      await browser?.close();
    },
  };
}

/**
 * Attacks from inside a page: pictures, scripts, questions and forms of the API, and WebSockets.
 * @param {{ hall: string, everyMs: number }} options `everyMs`: the pause of each way after an answer
 */
function attack({ hall, everyMs }) {
  const { count } = /** @type {{ count: (what: 'refused' | 'breaches') => void }} */ (
    /** @type {unknown} */ (globalThis)
  );
  let turns = 0;

  /** @param {HTMLImageElement | HTMLScriptElement} element @param {string} path */
  function load(element, path) {
    return new Promise((resolve, reject) => {
      Object.assign(element, { onload: resolve, onerror: reject, src: `${hall}${path}` });
      document.head.append(element);
    }).finally(() => element.remove());
  }
  const ways = [
    () => load(new Image(), `/api/players?turn=${turns}`),
    () => load(document.createElement('script'), `/socket.io/?EIO=4&transport=polling&j=${turns}`),
    () => fetch(`${hall}/api/session`, { credentials: 'include' }),
    // Its answer is hidden from the page also where there is one.
    async () => {
      const { ok } = await fetch(`${hall}/api/session`, { method: 'POST', mode: 'no-cors', body: '{}' });
      if (!ok) throw new Error('hidden');
    },
    () =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`${hall.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
        Object.assign(socket, { onopen: resolve, onerror: reject });
      }),
  ];
  for (const way of ways)
    void (async () => {
      for (;;) {
        turns += 1;
        await way().then(
          () => count('breaches'),
          () => count('refused'),
        );
        await new Promise((resolve) => setTimeout(resolve, everyMs));
      }
    })();
}
