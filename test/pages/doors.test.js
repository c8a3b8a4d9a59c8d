/** Does what an operator does before doors open: a phone that ticks, the wifi, and the sheet that is printed. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAPTOP, PHONE, SCREEN, openBrowser, openPage, openPanel } from '../support/browser.js';
import { readCode } from '../support/qr.js';
import { next, startControl, startServer } from '../support/server.js';
import { outside } from '../support/words.js';

/** A4 at 96 dots an inch. */
const A4 = { width: 794, height: 1123 };

test('"Ready?": a phone that scans the code ticks within a second, and each row has its remedy', async (t) => {
  const app = await startServer(t);
  const browser = await openBrowser(t);
  const { page: panel, faults } = await openPanel(browser, app);
  const { faults: others } = await openPage(browser, `${app.url}/playfield`, SCREEN);
  await panel.click('.doors .button.primary');
  await panel.waitForSelector(
    '.ready-row[data-row="address"][data-state="bad"]:has-text("this machine alone")',
  );
  await panel.waitForSelector('.ready-row[data-row="screens"]:has-text("960 × 540")');
  await panel.waitForSelector('.ready-row[data-row="disk"][data-state="good"]');
  assert.equal(await panel.locator('.ready-row').count(), 8);
  assert.match((await panel.textContent('.ready-sum')) ?? '', /^\s*Not ready: \d\s*$/);

  const link = String(await panel.textContent('.ready-probe code'));
  assert.equal(await readCode(panel, panel.locator('.ready-probe .qr-code')), link);
  const { page: phone, faults: onPhone } = await openPage(browser, app.url + new URL(link).pathname, PHONE);
  await phone.waitForSelector('main[data-state="good"]:has-text("This phone reaches the show")');
  await panel.waitForSelector('.ready-phones li[data-here="true"]:has-text("127.0.0.1"):has-text("ms")');
  await phone.waitForSelector('li:has-text("WebSocket"):has-text("yes")');
  assert.deepEqual(await outside(phone), []);

  await panel.locator('.ready-audience .number').pressSequentially('9000', { delay: 300 });
  await panel.press('.ready-audience .number', 'Enter');
  await panel.waitForSelector('.ready-row[data-row="audience"][data-state="bad"]:has-text("MAX_PLAYERS")');
  await panel.setViewportSize(PHONE.viewport);
  assert.deepEqual(await outside(panel), []);
  assert.deepEqual([...faults, ...others, ...onPhone], []);

  const { page: stranger } = await openPage(browser, `${app.url}/probe/NOBODY22`, PHONE);
  await stranger.waitForSelector('main[data-state="bad"]:has-text("no longer valid")');
});

test('the wifi is typed once, is on the lobby’s screen when it is wanted, and both codes can be read', async (t) => {
  const app = await startServer(t);
  const browser = await openBrowser(t);
  const { page: panel, faults } = await openPanel(browser, app);
  const { page: screen } = await openPage(browser, `${app.url}/playfield`, {
    ...SCREEN,
    viewport: { width: 1920, height: 1080 },
  });
  await panel.click('.doors .button:has-text("Wifi")');
  await panel.fill('.wifi-body [name="name"]', 'Town; Hall');
  await panel.fill('.wifi-body [name="password"]', 'short');
  await panel.click('.wifi-body form .button');
  await panel.waitForSelector('.toast:has-text("8 to 63")');
  assert.equal(await panel.inputValue('.wifi-body [name="name"]'), 'Town; Hall', 'to be corrected');
  await panel.fill('.wifi-body [name="password"]', 'mostly:harmless');
  await panel.click('.wifi-body form .button');
  const code = 'WIFI:T:WPA;S:Town\\; Hall;P:mostly\\:harmless;;';
  assert.equal(await readCode(panel, panel.locator('.wifi-body .qr-code')), code);
  assert.equal(await screen.locator('.wifi-code').isVisible(), false);
  await panel.locator('.wifi-switch input').nth(1).click();
  await screen.waitForSelector('.wifi-code:has-text("Town; Hall")');
  assert.equal(await readCode(panel, screen.locator('.wifi-code img')), code);
  assert.equal(
    await readCode(panel, screen.locator('#dock .qr img')),
    `${app.addresses[0]}/`.replace(/\/$/, ''),
  );
  const [wifi, show] = await Promise.all([
    screen.locator('.wifi-code').boundingBox(),
    screen.locator('#dock .qr').boundingBox(),
  ]);
  assert.ok(wifi && show && wifi.x + wifi.width <= show.x && wifi.width >= 220, 'beside each other');
  assert.deepEqual(faults, []);
});

test('the sheet is one page of A4, black on white, in as many languages as are wanted, and its codes can be read', async (t) => {
  const app = await startServer(t);
  const browser = await openBrowser(t);
  const { page, faults } = await openPanel(browser, app);
  await page.waitForSelector('.doors');
  const wish = { name: 'Town Hall', password: 'mostly harmless' };
  await page.click('.doors .button:has-text("Wifi")');
  await page.fill('.wifi-body [name="name"]', wish.name);
  await page.fill('.wifi-body [name="password"]', wish.password);
  await page.click('.wifi-body form .button');
  await page.waitForSelector('.wifi-body .qr-code');
  const address = String(await page.getAttribute('.wifi-body a.button', 'href'));
  assert.equal(address, '/join-sheet?room=main&words=en');

  await page.goto(app.url + address);
  await page.waitForSelector('.paper h1:has-text("Play along with your phone")');
  for (const tag of ['de', 'fr', 'es', 'ar']) await page.check(`#tools [value="${tag}"]`);
  await page.waitForSelector('.paper h1:has-text("شارك")');
  await page.waitForSelector('.paper h1:has-text("Spiel mit deinem Handy mit")');
  const sizes = await page.evaluate(() => {
    const paper = /** @type {HTMLElement} */ (document.querySelector('.paper'));
    return {
      inner: paper.scrollHeight,
      outer: paper.clientHeight,
      wide: paper.scrollWidth - paper.clientWidth,
    };
  });
  assert.ok(sizes.inner <= sizes.outer && sizes.wide <= 0, JSON.stringify(sizes));
  assert.equal(
    await readCode(page, page.locator('.step.wifi img')),
    'WIFI:T:WPA;S:Town Hall;P:mostly harmless;;',
  );
  const main = page.locator('.step.main img');
  assert.equal(await readCode(page, main), String(app.addresses[0]));
  assert.ok(Number((await main.boundingBox())?.width) > 250, 'large also in five languages');

  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(A4);
  assert.equal(await page.locator('#tools').isVisible(), false);
  const corner = await page.evaluate(() => {
    const look = getComputedStyle(/** @type {HTMLElement} */ (document.querySelector('.paper')));
    return { ground: look.backgroundColor, words: getComputedStyle(document.body).color };
  });
  assert.deepEqual(corner, { ground: 'rgb(255, 255, 255)', words: 'rgb(0, 0, 0)' });
  for (const [paper, width] of /** @type {const} */ ([
    ['a4', 594.95996],
    ['a3', 841.91998],
  ])) {
    await page.goto(`${app.url}/join-sheet?room=main&words=en,ar&paper=${paper}`);
    await page.waitForSelector('.paper .step.wifi');
    const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
    assert.equal(pdf.match(/\/Type \/Page\b(?!s)/g)?.length, 1, paper);
    assert.ok(pdf.includes(`/MediaBox [0 0 ${width} `), paper);
  }
  assert.deepEqual(faults, []);

  const { page: stranger } = await openPage(browser, `${app.url}/join-sheet?room=main`, LAPTOP);
  await stranger.waitForSelector('.problem:has-text("open it from the control panel")');
});

test('the codes of links are read from a picture of a quarter of the size', async (t) => {
  const app = await startServer(t);
  const { page: panel } = await openPanel(await openBrowser(t), app);
  await panel.click('.remote');
  await panel.click('.link-form .primary');
  const link = String(await panel.textContent('.link-url'));
  assert.match(link, /^http:.*#key=/);
  assert.equal(await readCode(panel, panel.locator('.link-made .qr-code')), link);
  await panel.keyboard.press('Escape');
  await panel.click('[popovertarget="menu"]');
  await panel.click('#menu button:has-text("another device")');
  const code = String(await readCode(panel, panel.locator('.control-link .qr-code')));
  assert.match(code, new RegExp(`#key=${app.operatorKey}&device=d1\\.[\\w.-]+$`));
});

test('a screen whose key is called back says so, goes on showing, and takes no keys until it is opened anew', async (t) => {
  const { app, control } = await startControl(t);
  const browser = await openBrowser(t);
  const address = `${app.url}/playfield#key=${control.welcome.presenterKey}`;
  const { page: screen, faults } = await openPage(browser, address, SCREEN);
  await screen.waitForSelector('html[data-game="lobby"] #game > *');
  const { page: panel } = await openPanel(browser, app);
  await panel.click('.remote');
  await panel.click('.link-card button:has-text("Call back")');
  await panel.click('[aria-labelledby="dialog-title"] button:has-text("Call back")');
  await screen.waitForSelector('text=This link was called back. Ask the operator for a new one.');
  await panel.waitForFunction(
    (before) => !document.querySelector(`a[href*="#key="]`)?.getAttribute('href')?.includes(before),
    control.welcome.presenterKey,
  );
  await next(control.socket, 'status', ({ screens }) => screens === 1);
  await screen.keyboard.press('b');
  await control.ask('switch', 'pong');
  await screen.waitForSelector('html[data-game="pong"]');
  const { desk } = await next(control.socket, 'status', ({ epoch }) => epoch > 1);
  assert.equal(desk.isBlank, false);
  assert.deepEqual(faults, []);
});

test('a guest who opens the server by a name that nobody has configured reads at once what to do', async (t) => {
  const app = await startServer(t);
  const browser = await openBrowser(t, ['--host-resolver-rules=MAP foreign.example 127.0.0.1']);
  const { port } = new URL(app.url);
  const page = await browser.newPage();
  const response = await page.goto(`http://foreign.example:${port}/control`);
  assert.equal(response?.status(), 421);
  await page.waitForSelector(`text=PUBLIC_URL=http://foreign.example:${port}`);
  assert.match(await page.innerText('body'), /Open http:\/\/[\d.]+:\d+ instead/);
});
