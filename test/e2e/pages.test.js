/** What a first visit costs, and that nothing is asked of another host. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { LAPTOP, PHONE, SCREEN, openBrowser, openPage } from '../support/browser.js';
import { next, openControl, openSocket, startServer } from '../support/server.js';

/** @import { Page } from 'playwright-core' */

const MAX_BYTES = 60 * 1024;
/** One of them is the outbox, without which an answer would not survive a reload. */
const MAX_REQUESTS = 20;
const MAX_FONT_BYTES = 40 * 1024;

/** @param {Page} page @returns {{ url: string, body: Promise<Buffer> }[]} filled while the page loads */
function recordRequests(page) {
  /** @type {{ url: string, body: Promise<Buffer> }[]} */
  const requests = [];
  page.on('response', (response) => {
    if (response.url().startsWith('data:')) return;
    requests.push({ url: response.url(), body: response.body().catch(() => Buffer.alloc(0)) });
  });
  return requests;
}

test('the first load of the phone page is small; the typeface comes late and is small too', async (t) => {
  const app = await startServer(t);
  const { ask } = await openControl(t, app);
  const browser = await openBrowser(t);
  for (const game of ['lobby', 'pong', 'tug']) {
    await ask('switch', game);
    /** @type {ReturnType<typeof recordRequests>} */
    let requests = [];
    const { page } = await openPage(
      browser,
      app.url,
      PHONE,
      async (fresh) => void (requests = recordRequests(fresh)),
    );
    await page.waitForSelector('#stage > *', { state: 'attached' });
    await page.waitForFunction(
      () => document.fonts.check('16px Outfit') && document.documentElement.classList.contains('face-in'),
    );
    const files = requests.filter(({ url }) => !url.includes('/socket.io/?') && !url.endsWith('.woff2'));
    const sizes = await Promise.all(
      files.map(async ({ url, body }) => ({ url, bytes: gzipSync(await body).length })),
    );
    const bytes = sizes.reduce((sum, file) => sum + file.bytes, 0);
    t.diagnostic(`${game}: ${bytes} bytes gzipped in ${files.length} requests`);
    assert.ok(
      bytes <= MAX_BYTES && files.length <= MAX_REQUESTS,
      sizes.map((file) => `${file.bytes} ${file.url}`).join('\n'),
    );
    const face = requests.filter(({ url }) => url.endsWith('.woff2'));
    assert.equal(face.length, 1);
    assert.ok((await /** @type {{ body: Promise<Buffer> }} */ (face[0]).body).length <= MAX_FONT_BYTES);
    await page.context().close();
  }
});

test('no page asks another host for anything, and none is without a picture', async (t) => {
  const app = await startServer(t);
  const browser = await openBrowser(t);
  for (const [path, options] of /** @type {[string, typeof PHONE | typeof LAPTOP][]} */ ([
    ['/', PHONE],
    ['/playfield', SCREEN],
    [`/control#key=${app.operatorKey}`, LAPTOP],
  ])) {
    /** @type {string[]} */
    const asked = [];
    const { page, faults } = await openPage(browser, app.url + path, options, async (fresh) => {
      fresh.on('request', (request) => asked.push(request.url()));
      fresh.on('websocket', (ws) => asked.push(ws.url().replace('ws', 'http')));
    });
    await page.waitForFunction(() => document.body.innerText.trim().length > 20);
    assert.ok(asked.length > 5);
    assert.deepEqual(
      asked.filter(
        (url) =>
          !url.startsWith('data:') && !url.startsWith('blob:') && new URL(url).host !== new URL(app.url).host,
      ),
      [],
    );
    assert.deepEqual(faults, []);
  }
});

test('a file that got lost on the way is asked for again: the phone is not left with a dead screen', async (t) => {
  const app = await startServer(t);
  const browser = await openBrowser(t);
  let lost = 0;
  const { page } = await openPage(browser, app.url, PHONE, (fresh) =>
    fresh.route('**/public/phone/sender.js', (route) => (lost++ === 0 ? route.abort() : route.continue())),
  );
  await page.waitForSelector('.lobby-pad', { timeout: 20_000 });
  assert.ok(lost > 1);
});

test('a game whose page fails leaves a card, and the next game works', async (t) => {
  const app = await startServer(t);
  const { ask } = await openControl(t, app);
  const browser = await openBrowser(t);
  const breakIt = (/** @type {Page} */ page) =>
    page.route(/games\/tug\/(phone|playfield)\.js/, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: "export function mount() { throw new Error('oops'); }",
      }),
    );
  const { page: phone } = await openPage(browser, app.url, PHONE, breakIt);
  const { page: screen } = await openPage(browser, `${app.url}/playfield`, SCREEN, breakIt);
  await phone.waitForSelector('.lobby-pad');
  await ask('switch', 'tug');
  await phone.waitForSelector('text=This game stumbled');
  await screen.waitForFunction(() => document.body.innerText.includes('Tug of war'));
  assert.ok(!(await screen.evaluate(() => document.body.innerText)).includes('oops'));
  await ask('switch', 'pong');
  await phone.waitForSelector('.pong-half');
});

test('hostile names stay text on every page', async (t) => {
  const app = await startServer(t);
  const browser = await openBrowser(t);
  const { page: screen, faults } = await openPage(browser, `${app.url}/playfield`, SCREEN);
  const { page: panel, faults: panelFaults } = await openPage(
    browser,
    `${app.url}/control#key=${app.operatorKey}`,
    LAPTOP,
  );
  for (const name of ['<img src=x onerror=1>', '"><script>a()', '${1+1}{{2}}', 'שלום עולם']) {
    const socket = openSocket(t, `${app.url}/players`, { name });
    await next(socket, 'welcome');
  }
  await panel.waitForSelector('text=<img src=x onerror=');
  await screen.waitForFunction(() => document.body.innerText.includes('4'));
  assert.equal(
    await panel.evaluate(() => document.querySelectorAll('img[src="x"], .player script').length),
    0,
  );
  assert.deepEqual([...faults, ...panelFaults], []);
});
