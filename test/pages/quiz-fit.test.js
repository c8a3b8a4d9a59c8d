/** The longest question that a pack may hold, in real Chromium: nothing overlaps on the screen, and a small phone reaches everything. */

/** @import { Page } from 'playwright-core' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../games/quiz/shared/pack.js';
import { PHONE, SCREEN, openBrowser, openPage } from '../support/browser.js';
import { joinBots, openQuiz } from '../support/quiz.js';
import { joinAsPhone, startServer } from '../support/server.js';
import { until } from '../support/until.js';

const SMALL = { ...PHONE, viewport: { width: 320, height: 568 } };
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const WORDS = 'Which of these statements about the history of games for an audience is not true at all? ';

/** @param {number} length */
const letters = (length) => WORDS.repeat(20).slice(0, length - 1) + '!';

test('the longest question, with and without a picture, fits the screen and can be answered on 320 × 568', async (t) => {
  const app = await startServer(t);
  const { url: image } = await (
    await fetch(`${app.url}/api/assets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.operatorKey}` },
      body: PNG,
    })
  ).json();
  const longest = {
    type: 'single',
    text: letters(LIMITS.text),
    explanation: letters(LIMITS.explanation),
    seconds: LIMITS.seconds.most,
    options: Array.from({ length: LIMITS.options.most }, (_, n) => ({
      text: letters(LIMITS.option),
      correct: n === 0,
    })),
  };
  const quiz = await openQuiz(
    t,
    app,
    { title: 'Long', questions: [longest, { ...longest, image }] },
    { readS: 30 },
  );
  const browser = await openBrowser(t);
  const { page: screen } = await openPage(browser, `${app.url}/playfield`, SCREEN);
  const { page: phone } = await openPage(browser, app.url, SMALL);
  await phone.waitForSelector('.quiz');
  await quiz.run('start');
  for (const n of [1, 2]) {
    for (const phase of ['question', 'open', 'reveal']) {
      await goTo(screen, quiz, phase);
      if (phase === 'open') await answerLast(phone);
      await assertApart(screen, `question ${n}, ${phase}`);
    }
    await phone.waitForSelector('.quiz[data-mood="wrong"]');
    await phone.locator('.quiz-standing').scrollIntoViewIfNeeded();
  }
});

test('beside a short question the count of answers has its room, from the first answer on', async (t) => {
  const app = await startServer(t);
  const options = ['Danube', 'Volga', 'Rhine', 'Loire'].map((text, n) => ({ text, correct: n === 1 }));
  const question = { type: 'single', text: 'Which is the longest river of Europe?', seconds: 240, options };
  const quiz = await openQuiz(t, app, { title: 'Short', questions: [question, question] }, { readS: 30 });
  const browser = await openBrowser(t);
  const { page: screen } = await openPage(browser, `${app.url}/playfield`, SCREEN);
  const phones = await Promise.all([0, 1].map(() => openPage(browser, app.url, SMALL)));
  for (const { page } of phones) await page.waitForSelector('.quiz');
  await quiz.run('start');
  await goTo(screen, quiz, 'open');
  const phone = /** @type {Page} */ (phones[0]?.page);
  await phone.waitForSelector('.quiz[data-phase="open"]');
  await phone.click('.quiz-option[data-option="1"]');
  await screen.waitForSelector('.show-answered:text-is("1")');
  await assertApart(screen, 'open', '.show-here');
  assert.equal(await screen.textContent('.show-place'), '1 of 2');
});

test('a short question is set larger; players who share a place stand on one block, and a block with nobody on it is empty', async (t) => {
  const app = await startServer(t);
  const options = ['Danube', 'Volga'].map((text, n) => ({ text, correct: n === 1 }));
  const question = { type: 'single', text: 'Which is longer?', seconds: 240, options };
  const quiz = await openQuiz(
    t,
    app,
    { title: 'Short', questions: [question] },
    { readS: 30, curve: 'flat' },
  );
  const bots = await joinBots(t, app.url, 4);
  const { page: screen, faults } = await openPage(await openBrowser(t), `${app.url}/playfield`, SCREEN);
  await quiz.run('start');
  await goTo(screen, quiz, 'open');
  await until(
    () => fitOf(screen),
    (fit) => fit > 1.2,
  );
  await Promise.all(bots.map((bot, n) => bot.answer(n < 3 ? '1' : '0', bot.notice.round)));
  await goTo(screen, quiz, 'podium');
  await screen.waitForSelector('.show-step[data-place="1"] .show-winners[data-many]');
  assert.equal(await screen.locator('.show-step[data-place="1"] .show-winner').count(), 3);
  for (const place of [2, 3]) {
    assert.equal(await screen.locator(`.show-step[data-place="${place}"] .show-winner`).count(), 0);
    assert.equal(await screen.locator(`.show-step[data-place="${place}"] .show-block`).textContent(), '');
  }
  assert.deepEqual(faults, []);
});

/** @param {Page} screen @returns {Promise<number>} how large its question is set; NaN: as usual */
const fitOf = (screen) =>
  screen.evaluate(() =>
    parseFloat(
      document
        .querySelector('.quizshow')
        ?.getAttribute('style')
        ?.match(/--fit:\s*([\d.]+)/)?.[1] ?? '',
    ),
  );

/** @param {Page} screen @param {{ run: (action: string) => Promise<unknown> }} quiz @param {string} phase */
async function goTo(screen, quiz, phase) {
  for (;;) {
    const now = await screen.getAttribute('.quizshow', 'data-phase');
    if (now === phase) return;
    // The quiz begins a question on its own, and closes the answers when everybody has answered: "next" would skip a phase.
    if (!['idle', 'ready', 'open'].includes(String(now))) await quiz.run('next');
    await screen.waitForFunction(
      (was) => document.querySelector('.quizshow')?.getAttribute('data-phase') !== was,
      now,
    );
  }
}

/** @param {Page} phone */
async function answerLast(phone) {
  await phone.waitForSelector('.quiz[data-phase="open"]');
  await phone.click(`.quiz-option[data-option="${LIMITS.options.most - 1}"]`);
}

/** Waits for pictures first. @param {Page} screen @param {string} where @param {string} [above] what stands above the answers */
async function assertApart(screen, where, above = '.show-text') {
  await screen.waitForFunction(() => [...document.images].every((image) => image.complete));
  const { text, side, below, page } = await screen.evaluate((higher) => {
    const boxOf = (/** @type {string} */ selector) =>
      /** @type {Element} */ (document.querySelector(selector)).getBoundingClientRect();
    const [asked, answers, whole] = [higher, '.show-answers, .show-worth', '.quizshow'].map(boxOf);
    return {
      text: { top: Number(asked?.top), bottom: Number(asked?.bottom) },
      // The clock and how many have answered.
      side: document.querySelector('.show-side')?.getBoundingClientRect().bottom ?? 0,
      below: { top: Number(answers?.top), bottom: Number(answers?.bottom) },
      page: { top: Number(whole?.top), bottom: Number(whole?.bottom) },
    };
  }, above);
  assert.ok(text.top >= page.top && below.bottom <= page.bottom, `${where}: within the screen`);
  assert.ok(
    text.bottom <= below.top,
    `${where}: ${above} ends at ${text.bottom}, what follows begins at ${below.top}`,
  );
  assert.ok(
    side <= below.top + 1,
    `${where}: the count ends at ${side}, what follows begins at ${below.top}`,
  );
}

test('how many have answered stands beside a question of usual length, and above its options', async (t) => {
  const app = await startServer(t);
  const options = ['Danube', 'Rhine', 'Elbe', 'Loire'].map((text, n) => ({ text, correct: n === 0 }));
  const text = WORDS + 'Say it.';
  const quiz = await openQuiz(t, app, { title: 'Usual', questions: [{ type: 'single', text, options }] });
  const browser = await openBrowser(t);
  const { page: screen } = await openPage(browser, `${app.url}/playfield`, SCREEN);
  await joinAsPhone(t, app.url);
  await quiz.run('start');
  await screen.waitForSelector('.quizshow[data-phase="open"] .show-answered:has-text("0")');
  await assertApart(screen, 'a usual question');
  const drop = await screen.evaluate(() => {
    const [count, options] = ['.show-here', '.show-options'].map((one) =>
      document.querySelector(one)?.getBoundingClientRect(),
    );
    return Number(options?.top) - Number(count?.bottom);
  });
  assert.ok(drop >= 0, `the count ends ${-drop} px below the top of the options`);
});
