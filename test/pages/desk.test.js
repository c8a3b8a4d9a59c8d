/** The desk of a host in the panel, and clickers at the screen. */

/** @import { Page } from 'playwright-core' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAPTOP, PHONE, SCREEN, openBrowser, openPage, openPanel } from '../support/browser.js';
import { joinAsPhone, makeLink, next, startControl } from '../support/server.js';
import { until } from '../support/until.js';

/** A thumb needs as many pixels. */
const THUMB = 44;

/** @param {Page} page @param {string} step the label of the step that GO takes */
const untilStep = (page, step) => page.waitForSelector(`.go[data-step="${step}"][aria-busy="false"]`);

/** @param {Page} page */
const focused = (page) => page.evaluate(() => document.activeElement?.textContent ?? '');

test('a quiz from the desk: GO by hand and by key, what the host needs, keys that end nothing, and the live screen', async (t) => {
  const { app, ask, socket, welcome } = await startControl(t);
  await ask('switch', 'quiz');
  await ask('choose', 'shipped-quiz-world-en');
  await ask('set', { readS: 0 });
  await joinAsPhone(t, app.url, { name: 'Ada' });
  const browser = await openBrowser(t);
  const { page: panel, faults } = await openPanel(browser, app);
  const { page: screen, faults: others } = await openPage(
    browser,
    `${app.url}/playfield#key=${welcome.presenterKey}`,
    SCREEN,
  );

  await untilStep(panel, 'quiz.panel.next.idle');
  await panel.waitForSelector(
    '.action:has-text("Show votes")[aria-disabled="true"][title^="Votes can be shown only"]',
  );
  assert.equal(await panel.locator('.action:has-text("Start the quiz")').count(), 0, 'GO is its button');
  await panel.click('.go');
  await untilStep(panel, 'quiz.panel.next.votes');
  await panel.waitForSelector('.host-votes [data-right="true"]');
  await panel.waitForSelector('.host-answered:has-text("0 of 1 have answered"):has-text("Ada")');
  await panel.waitForSelector('.host-then');
  const { url } = await makeLink({ ask }, 'presenter');
  const { page: remote } = await openPage(browser, url, PHONE);
  await remote.waitForSelector(
    '#host:has-text("1 of 12"):has-text("Japan ✓"):has-text("0 of 1 have answered")',
  );

  const live = panel.frameLocator('.live-frame iframe');
  await live.locator('.quizshow[data-phase="open"]').waitFor();
  const status = await next(socket, 'status');
  assert.equal(status.screens, 1, 'the small one is none');

  // These would lose something, or show the hall what others have answered.
  for (const [key, words] of /** @type {const} */ ([
    ['k', 'Skip this question'],
    ['v', 'Show votes'],
  ])) {
    await screen.keyboard.press(key);
    await panel.keyboard.press(key);
    await panel.waitForSelector(`dialog:has-text("${words}")`);
    await panel.keyboard.press('Escape');
    await panel.waitForSelector('dialog', { state: 'detached' });
  }
  assert.equal(await screen.locator('.quizshow[data-phase="open"]').count(), 1);
  await panel.keyboard.press('Shift+Digit2');
  await until(
    () => focused(panel),
    (text) => text.startsWith('Pong'),
  );
  await panel.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  assert.equal((await next(socket, 'status')).desk.next.label, 'quiz.panel.next.votes');

  await screen.keyboard.press('b');
  await screen.waitForSelector('html[data-dark]');
  await untilStep(panel, 'playfield.light');
  await panel.keyboard.press('PageDown');
  await screen.waitForSelector('html:not([data-dark])');
  await untilStep(panel, 'quiz.panel.next.votes');
  await screen.waitForSelector(':root[data-step="quiz.panel.next.votes"]');
  await screen.keyboard.press('PageDown');
  await screen.waitForSelector('.quizshow[data-phase="reveal"]');
  await untilStep(panel, 'quiz.go.board');
  await panel.keyboard.press('Enter');
  await screen.waitForSelector('.quizshow[data-phase="board"]');
  await untilStep(panel, 'quiz.go.next');
  assert.equal(await panel.textContent('.go span'), 'Next question: 2 of 12');
  assert.deepEqual([...faults, ...others], []);
});

test('shortcuts can be turned off and stay off, the lab is shut, and the desk fits a phone', async (t) => {
  const { app, ask, socket } = await startControl(t);
  const browser = await openBrowser(t);
  const { page: panel, faults } = await openPanel(browser, app);
  await panel.waitForSelector('.go');
  await panel.keyboard.press('Tab');
  await until(
    () => focused(panel),
    (text) => text === 'Skip to the desk',
  );
  await panel.keyboard.press('Enter');
  await panel.waitForFunction(() => document.activeElement?.id === 'desk');

  assert.equal(await panel.locator('.game:has-text("Load test")').count(), 0);
  await panel.click('[popovertarget="menu"]');
  await panel.click('#menu label:has-text("Lab")');
  await panel.waitForSelector('.games li:last-child:has-text("Load test")');
  await panel.click('#menu label:has-text("Keyboard shortcuts")');
  await panel.click('#menu button:has-text("another device")');
  await panel.waitForSelector('.control-link .qr-code');
  await panel.reload();
  await panel.waitForSelector('.games li:last-child:has-text("Load test")');
  await ask('switch', 'tug');
  await panel.waitForSelector('.action:has-text("Pull again")');
  await panel.keyboard.press('b');
  await panel.keyboard.press('.');
  await ask('switch', 'swarm');
  await untilStep(panel, 'swarm.go.patterns');
  await panel.keyboard.press('4');
  await panel.keyboard.press('PageDown');
  await untilStep(panel, 'swarm.go.pattern');
  assert.equal((await next(socket, 'status')).desk.isBlank, false);

  const { page: small, faults: others } = await openPanel(browser, app, PHONE);
  await small.waitForSelector('.go');
  const { top, thin, wide } = await small.evaluate((least) => {
    const shown = [...document.querySelectorAll('button, summary, select, .segments span')].filter(
      (element) => element instanceof HTMLElement && element.offsetParent !== null,
    );
    const heights = shown.map((element) => ({
      text: element.textContent,
      ...element.getBoundingClientRect().toJSON(),
    }));
    return {
      top: /** @type {HTMLElement} */ (document.querySelector('.go')).getBoundingClientRect().bottom,
      thin: heights
        .filter(({ height }) => height > 0 && height < least)
        .map(({ text, height }) => `${text} ${height}`),
      wide: document.documentElement.scrollWidth - innerWidth,
    };
  }, THUMB);
  assert.ok(top < 400, `GO ends at ${top} px`);
  assert.deepEqual(thin, []);
  assert.equal(wide, 0);
  assert.deepEqual([...faults, ...others], []);
});

test('pong on the desk: the score, a word where phones have no sensors, the large code, and the sound of screens', async (t) => {
  const { app, ask } = await startControl(t, { PUBLIC_URL: 'http://192.168.178.120:8080' });
  await ask('switch', 'pong');
  const browser = await openBrowser(t);
  const { page: screen, faults: others } = await openPage(browser, `${app.url}/playfield`, SCREEN);
  const { page: panel, faults } = await openPanel(browser, app);
  await panel.waitForSelector('.host-score:has-text("0")');
  assert.equal(await panel.locator('.host-score > div').count(), 2);
  const lettersOf = (/** @type {string} */ selector) =>
    screen
      .locator(selector)
      .first()
      .evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
  // The dock has them before it is fitted to the game.
  await until(
    () => lettersOf('.team span'),
    (px) => px > 0.028 * SCREEN.viewport.height,
    { about: 'sides are read from the last row' },
  );

  assert.equal(await panel.locator('.field-note.sensors').count(), 0);
  assert.equal((await ask('set', { control: 'tilt' })).ok, true);
  await panel.waitForSelector('.field-note.sensors:has-text("192.168.178.120")');

  await panel.click('.look button:has-text("Show a large QR code")');
  await screen.waitForSelector('.join-overlay img');
  await panel.click('.look button:has-text("Back to the game")');
  await screen.waitForSelector('.join-overlay img', { state: 'hidden' });

  const sound = () => screen.evaluate(() => sessionStorage.getItem('mass-mobile.sound'));
  for (const [choice, stored] of /** @type {const} */ ([
    ['On', 'on'],
    ['Off', 'off'],
  ])) {
    await panel.click(`.look-choice:has-text("Sound of the screens") label:has-text("${choice}")`);
    await until(sound, (now) => now === stored);
  }
  assert.deepEqual([...faults, ...others], []);
});

test('nothing of the bar on top lies over its neighbour or is cut, however wide the panel', async (t) => {
  const { app } = await startControl(t);
  const { page: panel } = await openPage(
    await openBrowser(t),
    `${app.url}/control?lang=de#key=${app.operatorKey}`,
    LAPTOP,
  );
  await panel.waitForSelector('.join-address span');
  for (let width = 1100; width <= 1540; width += 40) {
    await panel.setViewportSize({ width, height: 800 });
    const { crossed, address } = await panel.evaluate(() => {
      const seen = [...document.querySelectorAll('.top-bar :is(select, .button, .figure, .icon-button)')]
        .filter((part) => !part.closest('.menu'))
        .map((part) => part.getBoundingClientRect());
      const span = /** @type {HTMLElement} */ (document.querySelector('.join-address span'));
      return {
        crossed: seen.filter((one, at) =>
          seen.some(
            (other, next) =>
              next > at &&
              one.left < other.right - 1 &&
              other.left < one.right - 1 &&
              one.top < other.bottom - 1 &&
              other.top < one.bottom - 1,
          ),
        ).length,
        address: span.scrollWidth - span.clientWidth,
      };
    });
    assert.deepEqual({ width, crossed, address }, { width, crossed: 0, address: 0 });
  }
});

test('at the screen F5 of a clicker is full screen and no reload, arrows are steps, and a key is found by its place', async (t) => {
  const { app, control } = await startControl(t);
  const { page: screen } = await openPage(
    await openBrowser(t),
    `${app.url}/playfield#key=${control.welcome.presenterKey}`,
    SCREEN,
  );
  await screen.waitForSelector('html[data-game="lobby"] #game > *');
  for (const keys of ['F5', 'F5', 'Shift+F5']) {
    await screen.keyboard.press(keys);
    await screen.waitForFunction(() => document.fullscreenElement !== null);
  }
  const isTaken = await screen.evaluate(
    () => !dispatchEvent(new KeyboardEvent('keydown', { key: 'F5', code: 'F5', cancelable: true })),
  );
  assert.ok(isTaken);
  const untilNext = (/** @type {string} */ label) => screen.waitForSelector(`:root[data-step="${label}"]`);
  await control.ask('switch', 'swarm');
  await screen.waitForSelector('html[data-game="swarm"]');
  await untilNext('swarm.go.patterns');
  await screen.keyboard.press('ArrowRight');
  await untilNext('swarm.go.pattern');
  await screen.evaluate(() =>
    dispatchEvent(new KeyboardEvent('keydown', { key: 'и', code: 'KeyB', cancelable: true })),
  );
  await screen.waitForSelector('html[data-dark]');
});

test('letters and signs are turned off at the screen and on a remote, where F1 and clickers still act', async (t) => {
  const { app, control } = await startControl(t);
  const browser = await openBrowser(t);
  const { page: screen, faults } = await openPage(
    browser,
    `${app.url}/playfield#key=${control.welcome.presenterKey}`,
    SCREEN,
  );
  const remote = await screen.context().newPage();
  const link = new URL((await makeLink(control, 'presenter')).url);
  await remote.goto(`${app.url}${link.pathname}${link.search}${link.hash}`);
  await remote.waitForSelector(':root[data-link="on"] .go');
  const isBlank = async () => (await next(control.socket, 'status')).desk.isBlank;

  await screen.keyboard.press('?');
  await screen.getByRole('switch', { name: /^Letters and signs are keys/, checked: true }).click();
  await screen.getByRole('switch', { checked: false }).waitFor();
  // Two processes of a browser hear of it one after the other.
  await remote.waitForFunction(() => localStorage.getItem('mass-mobile.shortcuts') === 'off');
  await screen.keyboard.press('Escape');
  for (const page of [screen, remote]) {
    await page.keyboard.press('b');
    await page.keyboard.press('.');
  }
  await screen.keyboard.press('?');
  assert.equal(await screen.locator('.help').count(), 0);
  assert.equal(await isBlank(), false);
  await screen.keyboard.press('F1');
  await screen.waitForSelector('.help');
  await screen.keyboard.press('Escape');

  await remote.getByRole('switch', { name: 'Letter keys', checked: false }).click();
  await remote.getByRole('switch', { checked: true }).waitFor();
  await remote.locator('h1').click();
  await remote.keyboard.press('b');
  await screen.waitForSelector('html[data-dark]');
  assert.deepEqual(faults, []);
});
