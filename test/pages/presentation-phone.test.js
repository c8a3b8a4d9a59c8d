/** A talk on phones in Chromium: each kind of element is answered by finger and by keys, and counted at the home. */

/** @import { Page } from 'playwright-core' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, openBrowser, openPage, stopEvent } from '../support/browser.js';
import { openTalk } from '../support/presentation.js';
import { startServer } from '../support/server.js';
import { until } from '../support/until.js';

const FENCE = '```';
const block = (/** @type {string} */ kind, /** @type {string} */ lines) =>
  `${FENCE}${kind}\n${lines}\n${FENCE}`;
const SLIDES = [
  '# Hello\n\nPhone:\n**Welcome** to `the` talk\n\nNote:\nA secret of the speaker',
  block('poll', 'Tea or coffee?\nhidden: no\n- Tea\n- Coffee\n- Neither'),
  block('poll', 'Which two?\nmost: 2\n- One\n- Two\n- Three'),
  block('scale', 'How was it?\nends: dull, great\n- The talk\n- The room'),
  block('rank', 'Put into order\n- Ant\n- Bee\n- Cat'),
  block('cloud', 'One word?\nmost: 2'),
  block('wall', 'What else?\nmost: 1\napprove: yes'),
  block('quiz', 'Which is a capital?\nseconds: 60\n- Lyon\n- [x] Paris'),
  block('questions', 'Ask us'),
];
const DECK = SLIDES.join('\n\n---\n\n');

/** @param {import('node:test').TestContext} t @param {object} [options] */
async function openRoom(t, options = {}) {
  const app = await startServer(t);
  const talk = await openTalk(t, app, DECK, { settings: { moderation: 'before' }, ...options });
  const browser = await openBrowser(t);
  const phones = await Promise.all([0, 1].map(() => openPage(browser, app.url, PHONE)));
  const [first, second] =
    /** @type {[{ page: Page, faults: string[] }, { page: Page, faults: string[] }]} */ (phones);
  await Promise.all(
    phones.map(({ page }) => page.waitForSelector('.hand-text:has-text("Welcome to the talk")')),
  );
  /** Goes to a slide; what is on the phones before it has arrived there is of the slide before. @param {number} slide */
  async function goTo(slide) {
    await talk.run('go', { slide });
    const place = `.hand-place:has-text("Slide ${slide + 1} of")`;
    await Promise.all(phones.map(({ page }) => page.waitForSelector(place)));
  }
  return {
    goTo,
    app,
    talk,
    browser,
    first: first.page,
    second: second.page,
    faults: [first.faults, second.faults],
  };
}

/** @param {Page} page @param {string} text */
const saved = (page, text = 'Saved') =>
  page.waitForSelector(`.hand-fate[data-state="saved"]:has-text("${text}")`);

test(
  'each kind of element is answered on phones, and counted at the home',
  { timeout: 600_000 },
  async (t) => {
    const { talk, goTo, first, second, faults } = await openRoom(t);
    assert.equal(await first.locator('.hand-text strong').textContent(), 'Welcome');
    assert.ok(!(await first.content()).includes('A secret of the speaker'));

    await goTo(1);
    await first.getByRole('radio', { name: 'B: Coffee' }).tap();
    await saved(first);
    await second.getByRole('radio', { name: 'A: Tea' }).tap();
    await saved(second);
    // A second tap changes the answer, and counts once.
    await second.getByRole('radio', { name: 'B: Coffee' }).tap();
    await talk.panel(
      ({ element }) => element?.view.kind === 'poll' && String(element.view.counts) === '0,2,0',
    );
    await first.waitForSelector('.kit-option:has-text("Coffee") .kit-share:has-text("100 %")');

    await goTo(2);
    await first.getByRole('checkbox', { name: 'A: One' }).tap();
    await first.getByRole('checkbox', { name: 'C: Three' }).tap();
    // Two is the most: a third one is not taken.
    await first.getByRole('checkbox', { name: 'B: Two' }).tap({ force: true });
    assert.equal(await first.getByRole('checkbox', { name: 'B: Two' }).getAttribute('aria-disabled'), 'true');
    await first.getByRole('button', { name: 'Send' }).tap();
    await saved(first);
    await talk.panel(
      ({ element }) => element?.view.kind === 'poll' && String(element.view.counts) === '1,0,1',
    );

    await goTo(3);
    await first.locator('.hand-scale').nth(0).getByRole('radio', { name: '4' }).tap();
    await saved(first);
    await second.locator('.hand-scale').nth(0).getByRole('radio', { name: '1' }).tap();
    await second.locator('.hand-scale').nth(1).getByRole('radio', { name: '5' }).tap();
    await talk.panel(({ element }) => {
      if (element?.view.kind !== 'scale') return false;
      const [one, two] = element.view.items ?? [];
      return one?.mean === 2.5 && two?.mean === 5;
    });

    await goTo(4);
    for (const name of ['Cat', 'Ant', 'Bee']) await first.locator('.hand-pick', { hasText: name }).tap();
    await saved(first);
    await first.getByRole('button', { name: 'Move up: Bee' }).tap();
    await talk.panel(
      ({ element }) =>
        element?.view.kind === 'rank' && String(element.view.items?.map(({ place }) => place)) === '3,2,1',
    );

    await goTo(5);
    await write(first, '.hand-written', 'Courage');
    await first.waitForSelector('.hand-own li:has-text("Courage")');
    await write(second, '.hand-written', 'courage ');
    await talk.panel(
      ({ element }) =>
        element?.view.kind === 'cloud' &&
        element.view.words?.[0]?.count === 2 &&
        element.view.words.length === 1,
    );

    await goTo(6);
    await write(first, '.hand-written', 'More of this');
    const { waiting } = await talk.panel(({ waitingCount }) => waitingCount === 1);
    assert.equal(waiting[0]?.text, 'More of this');
    await first.waitForSelector('.hand-written:has-text("Thank you")');
    assert.deepEqual(faults, [[], []]);
  },
);

test('an answer that was saved stays chosen while the view that has it is on its way, so that the next tap adds to it', async (t) => {
  const { talk, goTo, first, faults } = await openRoom(t);
  const views = await stopEvent(first, 'personal');
  await goTo(3);
  const [talked, room] = [0, 1].map((at) => first.locator('.hand-scale').nth(at));
  views.stop();
  await talked?.getByRole('radio', { name: '4' }).tap();
  await saved(first);
  await talk.run('blank');
  await first.waitForSelector('.hand-dark:not([hidden])');
  assert.equal(await talked?.getByRole('radio', { name: '4' }).getAttribute('aria-checked'), 'true');
  await room?.getByRole('radio', { name: '2' }).tap();
  await talk.panel(
    ({ element }) =>
      element?.view.kind === 'scale' && String(element.view.items?.map(({ mean }) => mean)) === '4,2',
  );
  await until(
    () => views.stopped.length,
    (count) => count > 0,
  );
  assert.deepEqual(faults, [[], []]);
});

test('a quiz question: the answer before the clock, the outcome after the reveal, and no solution before it', async (t) => {
  const { talk, goTo, first, second, faults } = await openRoom(t);
  await goTo(7);
  await first.waitForSelector('.hand-part[data-phase="waiting"]');
  await talk.run('open');
  await first.waitForSelector('.hand-clock:not([hidden])');
  await first.getByRole('radio', { name: 'B: Paris' }).tap();
  await second.getByRole('radio', { name: 'A: Lyon' }).tap();
  await Promise.all(
    [first, second].map((page) =>
      page.waitForSelector('.hand-fate:has-text("Saved"), .hand-fate:has-text("Closed")'),
    ),
  );
  assert.equal(await first.locator('[data-right="true"]').count(), 0);
  await talk.run('show');
  await first.waitForSelector('.hand-outcome[data-right="true"]:has-text("Right!")');
  await second.waitForSelector('.hand-outcome[data-right="false"]:has-text("0 points")');
  await second.waitForSelector('.kit-option[data-right="true"]:has-text("Paris")');
  assert.deepEqual(faults, [[], []]);
});

test('questions: asked, approved, voted for, and their state is told to who asked', async (t) => {
  const { talk, first, second, faults } = await openRoom(t);
  await first.getByRole('tab', { name: /Questions/ }).tap();
  await write(first, '.hand-ask', 'Is this recorded?');
  await first.waitForSelector('.hand-asked [data-state="pending"]:has-text("Waits for approval")');
  const { questions } = await talk.panel((view) => view.questions.length === 1);
  await talk.run('approve', { id: questions[0]?.id });
  await first.waitForSelector('.hand-asked [data-state="published"]');
  await second.getByRole('tab', { name: /Questions/ }).tap();
  await second.getByRole('button', { name: /Vote for it/ }).tap();
  await talk.panel((view) => view.questions[0]?.votes === 1);
  await second.waitForSelector('.hand-up[aria-pressed="true"]:has-text("1")');
  await second.getByRole('button', { name: /Vote for it/ }).tap();
  await talk.panel((view) => view.questions[0]?.votes === 0);
  await talk.run('answered', { id: questions[0]?.id });
  await first.waitForSelector('.hand-asked [data-state="answered"]');
  assert.deepEqual(faults, [[], []]);
});

test('reactions and pace reach the presenter', async (t) => {
  const { talk, first, faults } = await openRoom(t);
  await first.locator('.hand-reaction').first().tap();
  await talk.panel(({ reactions }) => reactions[0] === 1);
  await first.getByRole('button', { name: 'Faster' }).tap();
  await talk.panel(({ pace }) => pace.mean === 1 && pace.n === 1);
  assert.equal(await first.getByRole('button', { name: 'Faster' }).getAttribute('aria-pressed'), 'true');
  assert.deepEqual(faults, [[], []]);
});

test('by keys alone, after a reload, and closed', async (t) => {
  const { talk, goTo, first, faults } = await openRoom(t);
  await goTo(1);
  await first.getByRole('radio', { name: 'A: Tea' }).focus();
  await first.keyboard.press('ArrowDown');
  await first.keyboard.press('Enter');
  await saved(first);
  await first.reload();
  await first.waitForSelector('.kit-option[aria-checked="true"]:has-text("Coffee")');
  await talk.run('open');
  await first.waitForSelector('.hand-fate:has-text("Closed")');
  assert.equal(
    await first.locator('.hand-control').evaluate((box) => /** @type {HTMLElement} */ (box).inert),
    true,
  );
  // Live regions say where the talk is.
  assert.match(
    String(await first.locator('.hand > [role="status"]').textContent()),
    /Slide 2 of 9\. Tea or coffee\?/,
  );
  assert.deepEqual(faults, [[], []]);
});

test('nothing is wider than the phone, at 320 px, in landscape and at twice the size of type', async (t) => {
  const { goTo, first } = await openRoom(t);
  for (const slide of SLIDES.keys()) {
    await goTo(slide);
    for (const [width, height, size] of /** @type {const} */ ([
      [320, 568, '100%'],
      [844, 390, '100%'],
      [390, 844, '200%'],
    ])) {
      await first.setViewportSize({ width, height });
      await first.evaluate((percent) => (document.documentElement.style.fontSize = percent), size);
      const wide = await first.evaluate(() =>
        [...document.querySelectorAll('.hand *')]
          .filter((one) => one.getClientRects().length > 0 && !one.closest('.visually-hidden, .kit-live'))
          .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
          .map((one) => one.className),
      );
      assert.deepEqual(wide, [], `slide ${slide + 1} at ${width} px and ${size}`);
    }
  }
});

/** @param {Page} page @param {string} part @param {string} text */
async function write(page, part, text) {
  await page.locator(`${part} textarea`).fill(text);
  await page.locator(`${part} button[type="submit"]`).tap();
}
