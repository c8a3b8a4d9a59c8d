/** Networks in which WebSockets do not open and do not fail, or open and carry nothing: every page comes in by polling. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAPTOP, PHONE, SCREEN, openBrowser, openPage } from '../support/browser.js';
import { ENGINES, see } from '../support/engines.js';
import { makeLink, startControl } from '../support/server.js';
import { until } from '../support/until.js';
import { openWire } from '../support/wire-cut.js';

/** @param {import('node:test').TestContext} t */
async function openShow(t) {
  const { app, control, welcome } = await startControl(t);
  const wire = await openWire(t, app.url);
  const { hash } = new URL((await makeLink(control, 'presenter')).url);
  const browser = await openBrowser(t);
  const pages = /** @type {const} */ ([
    ['/', PHONE, ':root[data-link="on"] .lobby-pad'],
    [`/playfield#key=${welcome.presenterKey}`, SCREEN, ':root[data-game="lobby"] #game > *'],
    [`/control#key=${app.operatorKey}`, LAPTOP, '#current-title'],
    [`/remote${hash}`, PHONE, '#bar:has-text("Lobby")'],
  ]);
  return { wire, browser, pages };
}

for (const how of /** @type {const} */ (['hang', 'silent', 'deaf']))
  test(`where WebSockets are ${how}, phone, screen, panel and remote come in by polling`, async (t) => {
    const { wire, browser, pages } = await openShow(t);
    wire.webSockets(how);
    await Promise.all(
      pages.map(async ([path, size, shown]) => {
        const { page, faults } = await openPage(browser, wire.url + path, size);
        await page.waitForSelector(shown);
        assert.deepEqual(faults, []);
      }),
    );
    assert.ok(wire.upgrades() >= pages.length);
  });

test('a page that is in by polling holds no WebSocket that hangs, and goes over to one where that passes again', async (t) => {
  const { wire, browser } = await openShow(t);
  wire.webSockets('hang');
  /** @type {import('playwright-core').WebSocket[]} */
  const tried = [];
  const { page } = await openPage(browser, wire.url, PHONE, async (fresh) => {
    fresh.on('websocket', (socket) => void tried.push(socket));
  });
  await page.waitForSelector(':root[data-link="on"] .lobby-pad');
  await until(() => tried.length > 1 && tried.every((socket) => socket.isClosed()));
  wire.webSockets('pass');
  const isOver = page.waitForEvent('websocket', {
    predicate: async (socket) => {
      // Engine.IO's own words: the server has answered the probe, and the page goes over.
      await socket.waitForEvent('framesent', ({ payload }) => payload === '5');
      return true;
    },
  });
  wire.cut();
  await isOver;
  await until(
    async () => {
      await page.locator('.lobby-pad').click();
      return (await fetch(`${wire.url}/metrics`)).text();
    },
    (text) => /^mass_mobile_inputs_total [1-9]/m.test(text),
    { everyMs: 200 },
  );
});

test('a page whose server lets people wait goes on waiting, however long its WebSocket takes', async (t) => {
  const { wire, browser } = await openShow(t);
  wire.webSockets('hang');
  let [asked, polled, waitMs] = [0, 0, 4000];
  const { page } = await openPage(browser, wire.url, PHONE, async (fresh) => {
    await fresh.route('**/healthz', (route) => {
      asked += 1;
      return route.fulfill({ headers: { 'server-timing': `arrivals;dur=${waitMs}` }, body: 'ok' });
    });
    fresh.on('request', (request) => void (polled += Number(request.url().includes('transport=polling'))));
  });
  await until(() => asked >= 2);
  assert.equal(polled, 0);
  waitMs = 0;
  await page.waitForSelector(':root[data-link="on"] .lobby-pad');
  assert.ok(polled > 0);
});

test('a page that is loaded again remembers that WebSockets hang', async (t) => {
  const { wire, browser } = await openShow(t);
  wire.webSockets('hang');
  const { page } = await openPage(browser, wire.url, PHONE);
  await page.waitForSelector(':root[data-link="on"] .lobby-pad');
  /** @type {string[]} */
  const tried = [];
  page.on('websocket', () => void tried.push('websocket'));
  page.on('request', (request) => {
    const transport = new URL(request.url()).searchParams.get('transport');
    if (transport) tried.push(transport);
  });
  await page.reload();
  await page.waitForSelector(':root[data-link="on"] .lobby-pad');
  assert.equal(tried[0], 'polling');
});

for (const [engine, open] of Object.entries(ENGINES))
  test(`${engine}: where WebSockets hang, a phone and a panel come in by polling`, async (t) => {
    const { wire, pages } = await openShow(t);
    wire.webSockets('hang');
    const openTab = await open(t);
    for (const [path, { viewport }, shown] of [pages[0], pages[2]]) {
      const tab = await openTab(wire.url + path, viewport);
      await see(tab, shown);
      // Firefox says of a WebSocket that the page gives up that it could not be opened.
      const isOurs = (/** @type {string} */ fault) => !fault.includes('ws://');
      assert.deepEqual((await tab.faults()).filter(isOurs), []);
    }
  });
