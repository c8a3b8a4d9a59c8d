/** Bad wifi and stubborn browsers: files that get lost or hang, answers that never come, blocked storage, translated texts. Every page goes on, or says so. */

/** @import { Page } from 'playwright-core' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAPTOP, PHONE, SCREEN, openBrowser, openPage, openPanel } from '../support/browser.js';
import { openQuiz } from '../support/quiz.js';
import { makeLink, startControl, startServer } from '../support/server.js';
import { until } from '../support/until.js';

/** A page that has loaded itself again five times waits so long at most. */
const LONGEST_MS = 640_000;

const TEA = {
  type: 'single',
  text: 'Tea?',
  options: [{ text: 'right', correct: true }, { text: 'wrong' }],
  seconds: 60,
};

/** @param {import('node:test').TestContext} t */
async function openShow(t) {
  const show = await startControl(t);
  const { app, control } = show;
  const { hash } = new URL((await makeLink(control, 'presenter')).url);
  const { readiness } = await control.ask('readiness');
  /** @type {[path: string, size: object, shown: string, worm?: string, talk?: string][]} */
  const pages = [
    ['/', PHONE, ':root[data-link="on"] .lobby-pad', '.worm-track', '#stage[data-game="presentation"] > *'],
    [
      `/playfield#key=${control.welcome.presenterKey}`,
      SCREEN,
      ':root[data-game="lobby"] #game > *',
      ':root[data-game="worm"] #game > *',
      '.talk',
    ],
    [`/control#key=${app.operatorKey}`, LAPTOP, '#current-title', '.worm-panel', '.tp-where'],
    [
      `/remote${hash}`,
      PHONE,
      '#bar:has-text("Lobby")',
      '#bar:has-text("Worm")',
      '#bar:has-text("Presentation")',
    ],
    [new URL(readiness.probe.url).pathname, PHONE, '#probe[data-state="good"]'],
    ['/join-sheet', LAPTOP, '#sheet *'],
  ];
  return { ...show, pages };
}

for (const fate of /** @type {const} */ (['lost', 'hanging']))
  test(
    `each script and each style that is ${fate} at first is asked for again, on every page`,
    { timeout: 300_000 },
    async (t) => {
      const { app, control, pages } = await openShow(t);
      const browser = await openBrowser(t);
      let missing = 0;
      /** @param {Page} page */
      const prepare = async (page) => {
        /** @type {Set<string>} */
        const seen = new Set();
        await page.clock.install();
        await page.route('**', (route) => {
          const request = route.request();
          const { pathname } = new URL(request.url());
          const isFirst = /script|stylesheet/.test(request.resourceType()) && !seen.has(pathname);
          seen.add(pathname);
          if (!isFirst) return route.continue();
          missing += 1;
          return fate === 'lost' ? route.abort() : undefined;
        });
      };
      /** Lets the time of a page pass when a file was missing, or nothing went on for a while. @param {Page} page @param {string} shown */
      const passTime = async (page, shown) => {
        let [passed, looks] = [0, 0];
        const isShown = async () => {
          looks += 1;
          if (missing > passed || looks % 10 === 0) await page.clock.fastForward(LONGEST_MS);
          passed = missing;
          return page.locator(shown).first().isVisible();
        };
        await until(isShown, Boolean, { about: shown, everyMs: 200 });
      };
      /** @type {[Page, string, string][]} */
      const opened = [];
      for (const [path, size, shown, worm, talk] of pages) {
        const { page } = await openPage(browser, 'about:blank', size, prepare);
        await page.goto(app.url + path, { waitUntil: 'commit' });
        await passTime(page, shown);
        if (worm && talk) opened.push([page, worm, talk]);
      }
      await control.ask('switch', 'worm');
      for (const [page, worm] of opened) await passTime(page, worm);
      await control.ask('switch', 'presentation');
      for (const [page, , talk] of opened) await passTime(page, talk);
    },
  );

test('every page comes up where the browser blocks its storage', async (t) => {
  const { app, control, pages } = await openShow(t);
  const browser = await openBrowser(t);
  for (const [path, size, shown, worm] of pages) {
    const { page, faults } = await openPage(browser, app.url + path, size, (fresh) =>
      fresh.addInitScript(() => {
        for (const kind of ['localStorage', 'sessionStorage'])
          Object.defineProperty(globalThis, kind, {
            get() {
              throw new DOMException('Access is denied for this document.', 'SecurityError');
            },
          });
      }),
    );
    await page.waitForSelector(shown);
    if (worm) {
      await control.ask('switch', 'worm');
      await page.waitForSelector(worm);
      await control.ask('switch', 'lobby');
      await page.waitForSelector(shown);
    }
    // A sheet without a key is refused.
    const isOurs = (/** @type {string} */ fault) => !/status of 401/.test(fault);
    assert.deepEqual(faults.filter(isOurs), [], path);
  }
});

test('an answer that never comes is one that the page says', async (t) => {
  const { app } = await openShow(t);
  const { page } = await openPanel(await openBrowser(t), app);
  await page.waitForSelector('#current-title');
  await page.clock.install();
  const isAsked = page.waitForRequest('**/api/**');
  await page.route('**/api/**', () => {});
  await page.goto(`${app.url}/join-sheet`);
  await isAsked;
  await page.clock.fastForward(LONGEST_MS);
  await page.getByText('The server did not answer in time.').waitFor();
});

/** Does what the translators of browsers do: each text that may be translated gets elements of its own. */
function translate() {
  const isLeft = (/** @type {Node} */ text) =>
    text.parentElement?.closest('[translate="no"], script, style, font') ||
    !/\p{L}/u.test(text.nodeValue ?? '');
  const turn = () => {
    const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) if (!isLeft(texts.currentNode)) found.push(texts.currentNode);
    for (const text of found) {
      const font = document.createElement('font');
      font.textContent = `«${text.nodeValue}»`;
      /** @type {ChildNode} */ (text).replaceWith(font);
    }
  };
  new MutationObserver(turn).observe(document, { subtree: true, childList: true, characterData: true });
}

test('a page that the browser translates goes on: the phone in the words of games, the others as they are', async (t) => {
  const app = await startServer(t);
  const quiz = await openQuiz(t, app, { title: 'Tea', questions: [TEA, TEA] });
  const browser = await openBrowser(t);
  const open = (/** @type {string} */ path, /** @type {object} */ size) =>
    openPage(browser, app.url + path, size, (fresh) => fresh.addInitScript(translate));
  const [phone, screen, panel] = [
    await open('/', PHONE),
    await open('/playfield', SCREEN),
    await open(`/control#key=${app.operatorKey}`, LAPTOP),
  ];
  await panel.page.waitForSelector('.go');
  await phone.page.waitForSelector('.quiz');
  await quiz.run('start');
  for (const way of ['right', 'wrong']) {
    await phone.page.locator('.quiz[data-phase="open"] h2:has-text("«Tea?»")').waitFor();
    await phone.page.locator(`.quiz-option:has-text("«${way}»")`).click();
    await phone.page.locator(`.quiz[data-mood="${way}"]`).waitFor();
    await screen.page.locator('.quizshow[data-phase="reveal"]').waitFor();
    // A step counts once the panel shows it.
    for (const step of way === 'right' ? ['board', 'next'] : ['podium'])
      await panel.page.locator(`.go[data-step="quiz.go.${step}"][aria-busy="false"]`).click();
  }
  for (const { page, faults } of [screen, panel]) {
    assert.ok(!(await page.evaluate(() => document.body.innerText)).includes('«'));
    assert.deepEqual(faults, []);
  }
  assert.deepEqual(phone.faults, []);
});
