/** The presentation on a real screen: each element with the numbers that were sent, and nothing that the policy refuses. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import de from '../../games/presentation/strings/de.js';
import { SCREEN, openBrowser, openPage } from '../support/browser.js';
import { must, playDocument } from '../support/documents.js';
import { leaksOf, recordLeaks } from '../../check/browser/leaks.js';
import { joinAsPhone, openControl, startControl } from '../support/server.js';
import { until } from '../support/until.js';

/** @import { Page } from 'playwright-core' */

const MARKDOWN = `# Hello, room

+ one
+ two

\`\`\`js
const a = 1;
\`\`\`

with $a^2$ and ![a cat](https://elsewhere.invalid/cat.png) <img src=x onerror="document.title = 'caught'">

---

# Where are you?

\`\`\`poll
- In the hall
- At home
- On the way
\`\`\`

---

# How was it?

\`\`\`scale
ends: dull, great
- The talk
- The room
\`\`\`

---

# Into order

\`\`\`rank
- Tea
- Coffee
- Water
\`\`\`

---

# One word

\`\`\`cloud
most: 2
\`\`\`

---

# What next?

\`\`\`wall
\`\`\`

---

# Which is a capital?

\`\`\`quiz
seconds: 60
- [x] Paris
- Lyon
\`\`\`

---

# Your questions

\`\`\`questions
\`\`\`
`;

const PHONES = 5;

/** @param {import('node:test').TestContext} t @param {{ markdown?: string, language?: string }} [options] */
async function openTalk(t, { markdown = MARKDOWN, language = '' } = {}) {
  const { app, ask, welcome } = await startControl(t);
  const deck = { title: 'A talk', theme: 'day', transition: 'none', language, markdown };
  await playDocument(app, ask, 'presentation', deck);
  const phones = await Promise.all(Array.from({ length: PHONES }, () => joinAsPhone(t, app.url)));
  const { socket: watcher } = await openControl(t, app);
  /** @type {any} */
  let panel = null;
  watcher.on('status', (status) => (panel = status.panel));
  let sent = 0;
  return {
    app,
    ask,
    presenterKey: welcome.presenterKey,
    run: (/** @type {string} */ action, args = {}) => must(ask('run', action, args)),
    react: (/** @type {number} */ phone) =>
      /** @type {any} */ (phones[phone]).socket.emit('input', { reaction: 0 }),
    /** @param {number} phone @param {string} kind @param {object} value */
    submit: (phone, kind, value) =>
      must(
        /** @type {any} */ (phones[phone]).socket
          .timeout(60_000)
          .emitWithAck('submit', kind, value, `s${++sent}`),
      ),
    /** The id of the element on the slide that is on. @param {number} slide */
    async element(slide) {
      while (panel?.slide !== slide || !panel.element)
        await new Promise((resolve) => watcher.once('status', resolve));
      return panel.element.id;
    },
  };
}

/** @param {Page} page @param {string} selector of texts @param {string[]} texts that are to come */
async function sees(page, selector, texts) {
  const holds = (/** @type {string[]} */ [query, wanted]) => {
    const found = [...document.querySelectorAll(`.present ${query}`)];
    return JSON.stringify(found.map((one) => one.textContent?.trim() ?? '')) === wanted;
  };
  try {
    await page.waitForFunction(holds, [selector, JSON.stringify(texts)]);
  } catch {
    assert.deepEqual(await page.locator(`.present ${selector}`).allTextContents(), texts);
  }
}

test(
  'each element shows what was sent, and nothing is refused by the policy or asked of another host',
  { timeout: 600_000 },
  async (t) => {
    const { app, run, submit, element } = await openTalk(t);
    const browser = await openBrowser(t);
    /** @type {string[]} */
    const foreign = [];
    /** @type {string[]} */
    const said = [];
    const { page, faults } = await openPage(browser, `${app.url}/playfield`, SCREEN, async (fresh) => {
      fresh.on('request', (request) => {
        const { origin, protocol } = new URL(request.url());
        if (origin !== app.url && protocol !== 'data:') foreign.push(request.url());
      });
      fresh.on('console', (message) => said.push(message.text()));
    });

    await sees(page, 'h1', ['Hello, room']);
    await page.waitForSelector('.present .hl-keyword:text("const")');
    await page.waitForSelector('.present math msup');
    await sees(page, '.no-picture', ['a cat']);
    assert.equal(await page.locator('.present img').count(), 0);
    await sees(page, 'li.fragment.visible', []);
    await run('next');
    await sees(page, 'li.fragment.visible', ['one']);
    await run('next');
    await sees(page, 'li.fragment.visible', ['one', 'two']);
    await run('next');

    await sees(page, '.talk-status', ['Answer on your phone']);
    const poll = await element(1);
    for (const [phone, value] of ['0', '0', '2', '0', '2'].entries())
      await submit(phone, 'answer', { element: poll, value });
    await sees(page, '.talk-status', ['5 have answered']);
    await sees(page, '.bars-count', ['', '', '']);
    await run('show');
    await sees(page, '.bars-count', ['3', '0', '2']);
    await sees(page, '.bars-share', ['60%', '0%', '40%']);

    await run('next');
    const scale = await element(2);
    for (const [phone, value] of ['5,1', '4,1', '3,', '5,2', '4,2'].entries())
      await submit(phone, 'answer', { element: scale, value });
    await sees(page, '.talk-mean', ['4.2', '1.5']);

    await run('next');
    const rank = await element(3);
    for (const [phone, value] of ['1,0,2', '1,2,0', '1,0,2', '0,1,2', '1,0,2'].entries())
      await submit(phone, 'answer', { element: rank, value });
    await sees(page, '.talk-place', ['2.', '1.', '3.']);
    await sees(page, '.bars-figures', ['2.0', '2.8', '1.2']);

    await run('next');
    const cloud = await element(4);
    for (const [phone, text] of ['fun', 'Fun', 'light', 'مرحبا', 'fun'].entries())
      await submit(phone, 'word', { element: cloud, text });
    await page.waitForFunction(() => document.querySelectorAll('.present .talk-word').length === 3);
    const sizes = await page.$$eval('.present .talk-word', (words) =>
      words.map((word) => ({
        text: word.textContent?.toLowerCase(),
        height: word.getBoundingClientRect().height,
      })),
    );
    const height = (/** @type {string} */ text) => sizes.find((one) => one.text === text)?.height ?? 0;
    assert.ok(height('fun') > height('light'));

    await run('next');
    const wall = await element(5);
    await submit(0, 'word', { element: wall, text: 'More <b>pong</b>' });
    await submit(1, 'word', { element: wall, text: 'Coffee' });
    await sees(page, '.talk-words', ['Coffee', 'More <b>pong</b>']);

    await run('next');
    const quiz = await element(6);
    assert.equal(await page.locator('.present .talk-clock:visible').count(), 0);
    await run('next');
    await page.waitForSelector('.present .talk-clock:visible');
    for (const [phone, value] of ['0', '1', '0', '0'].entries())
      await submit(phone, 'answer', { element: quiz, value });
    await sees(page, '.bars-row[data-right]', []);
    await run('show');
    await page.waitForSelector('.present .bars-row[data-right="true"]');
    await sees(page, '.bars-count', ['3', '1']);
    assert.ok((await page.locator('.present .talk-winner').count()) >= 3);

    await run('next');
    await sees(page, '.talk-none', ['No questions yet']);
    await submit(2, 'ask', { text: 'Why pong?', anonymous: true });
    await sees(page, '.talk-asked .talk-words', ['Why pong?']);
    assert.equal(new URL(page.url()).hash, '#/8');

    await run('blank');
    await page.waitForSelector('.talk-blank[data-on]');
    assert.equal(await page.evaluate(topAtHeading), 'talk-blank');

    assert.deepEqual(foreign, []);
    assert.deepEqual(faults, []);
    assert.deepEqual(
      said.filter((line) => /policy|trusted/i.test(line)),
      [],
    );
    assert.notEqual(await page.title(), 'caught');
  },
);

/** Runs in the page: the class of what is seen where the heading of the slide is. */
function topAtHeading() {
  const layers = /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll('.talk-blank, .talk-pinned')
  );
  for (const layer of layers) layer.style.pointerEvents = 'auto';
  const box = document.querySelector('.present h1')?.getBoundingClientRect();
  return box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.className;
}

test('reactions rise beside the text, whatever the shape of the screen', { timeout: 600_000 }, async (t) => {
  const long = 'a line that is as long as lines can be '.repeat(4);
  const { app, react } = await openTalk(t, { markdown: `# Text at the left\n\n- ${long}\n- ${long}` });
  const browser = await openBrowser(t);
  const { page, faults } = await openPage(browser, `${app.url}/playfield`, SCREEN);
  await sees(page, 'h1', ['Text at the left']);
  for (const viewport of [SCREEN.viewport, { width: 800, height: 600 }, { width: 1280, height: 500 }]) {
    await page.setViewportSize(viewport);
    await page.waitForFunction(
      (width) => document.querySelector('.talk')?.clientWidth === width,
      viewport.width,
    );
    const read = () =>
      page.evaluate(() => {
        const [lane, text, talk] = ['.talk-reactions', '.present .talk-text', '.talk'].map((one) =>
          /** @type {Element} */ (document.querySelector(one)).getBoundingClientRect(),
        );
        return (
          lane &&
          text &&
          talk && {
            beside: lane.left - text.right,
            outside: talk.right - lane.right,
            width: lane.width,
            share: text.width / talk.width,
          }
        );
      });
    // The lane finds its place when the text has been laid out.
    await until(read, (free) => free && free.beside >= -1 && free.outside === 0 && free.width > 40);
    const { share = 0 } = (await read()) || {};
    assert.ok(share > (viewport === SCREEN.viewport ? 0.7 : 0.5), `the text has ${share} of the width`);
  }
  react(0);
  // They are painted there and nowhere else: the canvas is no larger than the margin.
  await page.waitForFunction(() => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('.talk-reactions canvas'));
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    return pen.getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0);
  });
  assert.deepEqual(faults, []);
});

test('a German deck has German words and numbers on an English screen', { timeout: 600_000 }, async (t) => {
  const { app, submit, element } = await openTalk(t, {
    language: 'de',
    markdown: '# Note\n\n```scale\n```\n\n---\n\n# Wort\n\n```cloud\n```',
  });
  const browser = await openBrowser(t);
  const { page, faults } = await openPage(browser, `${app.url}/playfield`, SCREEN);
  await sees(page, '.talk-status', [de['talk.screen.answered_none']]);
  assert.equal(await page.getAttribute('.talk .reveal', 'lang'), 'de');
  const scale = await element(0);
  for (const [phone, value] of ['5', '4'].entries()) await submit(phone, 'answer', { element: scale, value });
  await sees(page, '.talk-status', [de['talk.screen.answered'].replace('{n}', '2')]);
  await sees(page, '.talk-mean', ['4,5']);
  assert.equal(await page.getAttribute('html', 'lang'), 'en');
  assert.deepEqual(faults, []);
});

test(
  'the address of a slide leads there for a presenter, and for nobody else',
  { timeout: 600_000 },
  async (t) => {
    const { app, presenterKey } = await openTalk(t);
    const browser = await openBrowser(t);
    const guest = await openPage(browser, `${app.url}/playfield#/4`, SCREEN);
    await sees(guest.page, 'h1', ['Hello, room']);
    await guest.page.waitForFunction(() => location.hash === '#/1');
    const host = await openPage(browser, `${app.url}/playfield#key=${presenterKey}`, SCREEN);
    await sees(host.page, 'h1', ['Hello, room']);
    await host.page.waitForFunction(() => location.hash === '#/1');
    await host.page.evaluate(() => (location.hash = '#/3'));
    await sees(host.page, 'h1', ['How was it?']);
    await sees(guest.page, 'h1', ['How was it?']);
    await guest.page.waitForFunction(() => location.hash === '#/3');
    assert.deepEqual([...host.faults, ...guest.faults], []);
  },
);

test('a deck that was shown leaves no timer, frame or listener behind', { timeout: 600_000 }, async (t) => {
  const { app, ask, run } = await openTalk(t);
  const browser = await openBrowser(t);
  const { page } = await openPage(browser, `${app.url}/playfield`, SCREEN, recordLeaks);
  await sees(page, 'h1', ['Hello, room']);
  await run('go', { slide: 1 });
  await sees(page, 'h1', ['Where are you?']);
  assert.deepEqual(await ask('switch', 'lobby'), { ok: true });
  await page.waitForSelector('.talk', { state: 'detached' });
  // Timers that were to run once, for the transition that was on, may still run out.
  await until(
    () => leaksOf(page, 'presentation'),
    ({ length }) => length === 0,
  );
  assert.equal(new URL(page.url()).hash, '');
});
