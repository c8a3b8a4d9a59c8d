/** The longest question that a pack may hold, in real Chromium: nothing overlaps on the screen, and a small phone reaches everything. */

/** @import { Page } from 'playwright-core' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../games/quiz/shared/pack.js';
import { PHONE, SCREEN, openBrowser, openPage } from '../support/browser.js';
import { openQuiz } from '../support/quiz.js';
import { startServer } from '../support/server.js';

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

/** Waits for pictures first. @param {Page} screen @param {string} where */
async function assertApart(screen, where) {
  await screen.waitForFunction(() => [...document.images].every((image) => image.complete));
  const { text, below, page } = await screen.evaluate(() => {
    const boxOf = (/** @type {string} */ selector) =>
      /** @type {Element} */ (document.querySelector(selector)).getBoundingClientRect();
    const [asked, answers, whole] = ['.show-text', '.show-answers, .show-worth', '.quizshow'].map(boxOf);
    return {
      text: { top: Number(asked?.top), bottom: Number(asked?.bottom) },
      below: { top: Number(answers?.top), bottom: Number(answers?.bottom) },
      page: { top: Number(whole?.top), bottom: Number(whole?.bottom) },
    };
  });
  assert.ok(text.top >= page.top && below.bottom <= page.bottom, `${where}: within the screen`);
  assert.ok(
    text.bottom <= below.top,
    `${where}: the question ends at ${text.bottom}, what follows begins at ${below.top}`,
  );
}
