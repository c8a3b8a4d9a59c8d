/** The quiz on a phone in real Chromium: what screen readers say, a lost connection, a phone on its side. */

/** @import { Page } from 'playwright-core' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, openBrowser, openPage, stopEvent } from '../support/browser.js';
import { openQuiz } from '../support/quiz.js';
import { startServer } from '../support/server.js';
import { until } from '../support/until.js';
import { openWire } from '../support/wire-cut.js';

const LYING = { ...PHONE, viewport: { width: 844, height: 390 } };
const PACK = {
  title: 'Rivers',
  questions: [
    {
      type: 'single',
      text: 'Which is longest?',
      options: [{ text: 'Danube', correct: true }, { text: 'Rhine' }, { text: 'Elbe' }],
      explanation: 'It has 2,850 km.',
      seconds: 60,
    },
    {
      type: 'several',
      text: 'Which flow north?',
      options: [{ text: 'Danube' }, { text: 'Rhine', correct: true }, { text: 'Elbe', correct: true }],
      seconds: 60,
    },
  ],
};

/** The words that are read out. @param {Page} phone @param {string} part */
const hears = (phone, part) =>
  phone.waitForFunction(
    (wanted) => document.querySelector('.quiz > [aria-live="polite"]')?.textContent?.includes(wanted),
    part,
  );

test('question, verdict, own answer, solution and place are heard; who comes late sees no zero; the winner is gold', async (t) => {
  const app = await startServer(t);
  const quiz = await openQuiz(t, app, PACK);
  const browser = await openBrowser(t);
  const { page: wrong, faults } = await openPage(browser, app.url, PHONE);
  const { page: right } = await openPage(browser, app.url, PHONE);
  for (const phone of [wrong, right]) await phone.waitForSelector('.quiz');
  await quiz.run('start');
  await wrong.waitForSelector('.quiz[data-phase="open"] h2:has-text("Which is longest?")');
  await hears(wrong, 'Which is longest?');
  await wrong.click('.quiz-option[data-option="1"]');
  await right.click('.quiz-option[data-option="0"]');
  await wrong.waitForSelector('.quiz[data-mood="wrong"] .quiz-plain:text-is("Wrong")');
  for (const part of ['Wrong. ', 'You said Rhine. The answer A Danube. It has 2,850 km. 2nd of 2. '])
    await hears(wrong, part);
  await hears(right, 'Right. ');
  const { page: late } = await openPage(browser, app.url, PHONE);
  await late.waitForSelector('.quiz-outcome:has-text("play from")');
  assert.equal(await late.locator('.quiz-points').count(), 0);
  await quiz.run('next');
  await wrong.waitForSelector('.quiz[data-phase="board"]');
  await hears(wrong, '2nd of 2. ');
  while ((await right.getAttribute('.quiz', 'data-phase')) !== 'podium') {
    const was = await right.getAttribute('.quiz', 'data-phase');
    if (!['ready', 'question'].includes(String(was))) await quiz.run('next');
    await right.waitForFunction(
      (old) => document.querySelector('.quiz')?.getAttribute('data-phase') !== old,
      was,
    );
  }
  await right.waitForSelector('.quiz[data-mood="gold"]');
  assert.equal(await wrong.getAttribute('.quiz', 'data-mood'), '');
  await hears(wrong, '2nd of 3 players. ');
  assert.deepEqual(faults, []);
});

test('a saved answer stays chosen while the view that has it is on its way, and is none of the next question', async (t) => {
  const app = await startServer(t);
  const quiz = await openQuiz(t, app, PACK, { way: '2012' });
  const browser = await openBrowser(t);
  const { page: phone } = await openPage(browser, app.url, PHONE);
  const views = await stopEvent(phone, 'personal');
  await phone.waitForSelector('.quiz');
  await quiz.run('start');
  const saved = (/** @type {number} */ option) =>
    phone.waitForSelector(`.quiz-option[data-option="${option}"][data-state="saved"]`);
  await phone.click('.quiz-option[data-option="1"]');
  await saved(1);
  await until(
    () => views.passed.at(-1) ?? '',
    (packet) => packet.includes('"mine":"1"'),
  );
  views.stop();
  await phone.click('.quiz-option[data-option="0"]');
  await saved(0);
  await quiz.run('votes');
  await until(
    () => views.stopped.at(-1) ?? '',
    (packet) => packet.includes('"mine":"0"'),
  );
  await saved(0);
  await quiz.run('next');
  await quiz.run('next');
  await phone.waitForSelector('.quiz-text:text-is("Which flow north?")');
  assert.equal(await phone.getAttribute('.quiz-fate', 'data-state'), '');
  assert.equal(await phone.locator('.quiz-option[aria-pressed="true"]').count(), 0);
});

test('a number below zero can be entered on every keypad, and places are shown once somebody has scored', async (t) => {
  const app = await startServer(t);
  const cold = { type: 'number', text: 'How cold?', answer: -40, seconds: 60 };
  const quiz = await openQuiz(t, app, { title: 'Cold', questions: [cold, cold] });
  const { page: phone } = await openPage(await openBrowser(t), app.url, PHONE);
  await phone.waitForSelector('.quiz');
  await quiz.run('start');
  /** @param {number} presses of the sign */
  const answer = async (presses) => {
    await phone.locator('.quiz[data-phase="open"] .quiz-field').fill('40');
    for (let press = 0; press < presses; press++) await phone.getByLabel('Change the sign').click();
    await phone.click('.quiz-send');
    await phone.waitForSelector('.quiz[data-phase="reveal"]');
  };
  await answer(2);
  await phone.waitForSelector('.quiz[data-mood="wrong"] .quiz-score:has-text("0")');
  assert.equal(await phone.locator('.quiz-rank').count(), 0);
  await quiz.run('next');
  await phone.waitForSelector('.quiz[data-phase="board"] .quiz-number:text-is("–")');
  await quiz.run('next');
  await answer(1);
  await phone.waitForSelector('.quiz[data-mood="right"] .quiz-rank:has-text("1st of 1")');
});

test('a number is read in the language of the phone; what may be two numbers is asked back, and nothing else', async (t) => {
  const app = await startServer(t);
  const seats = { type: 'number', text: 'How many seats?', answer: 1234, seconds: 60 };
  const quiz = await openQuiz(t, app, { title: 'Seats', questions: [seats, seats, seats] });
  const { page: phone } = await openPage(await openBrowser(t), app.url, { ...PHONE, locale: 'fr-FR' });
  await phone.waitForSelector('.quiz');
  const type = async (/** @type {string} */ text) => {
    await phone.locator('.quiz[data-phase="open"] .quiz-field').fill(text);
    await phone.click('.quiz-typed > .quiz-send');
  };
  await quiz.run('start');
  await type('deux');
  await phone.waitForSelector('.quiz-asked:has-text("12 ou 0,5")');
  await type('1 234');
  await phone.waitForSelector('.quiz[data-mood="right"]');
  await quiz.run('next');
  await quiz.run('next');
  await type('1.234');
  await phone.waitForSelector('.quiz-asked button:text-is("1,234, entre 1 et 2")');
  await phone.click('.quiz-asked button:text-is("1234")');
  await phone.waitForSelector('.quiz[data-mood="right"]');
  await quiz.run('next');
  await quiz.run('next');
  await type('1.234');
  await phone.click('.quiz-asked button:text-is("1,234, entre 1 et 2")');
  await phone.waitForSelector('.quiz[data-mood="wrong"]');
});

test('a lost connection is a strip over the question, which can be answered, and the answer counts afterwards', async (t) => {
  const app = await startServer(t);
  const quiz = await openQuiz(t, app, PACK);
  const wire = await openWire(t, app.url);
  const browser = await openBrowser(t);
  const { page: phone } = await openPage(browser, wire.url, PHONE);
  await openPage(browser, app.url, PHONE);
  await phone.waitForSelector('.quiz');
  await quiz.run('start');
  await phone.waitForSelector('.quiz[data-phase="open"] .quiz-option');
  wire.unplug(true);
  await phone.waitForSelector('#strip:not([hidden])');
  assert.equal(await phone.isHidden('#card'), true);
  await phone.click('.quiz-option[data-option="0"]');
  await phone.waitForSelector('.quiz-fate[data-state="not-saved"]');
  wire.unplug(false);
  await phone.waitForSelector('.quiz-option[data-option="0"][data-state="saved"]');
  await phone.waitForSelector('#strip', { state: 'hidden' });
});

test('on its side a phone shows question, options and the button beside one another, and its place without scrolling', async (t) => {
  const app = await startServer(t);
  const quiz = await openQuiz(t, app, { ...PACK, questions: [PACK.questions[1]] });
  const browser = await openBrowser(t);
  const { page: phone } = await openPage(browser, app.url, LYING);
  await phone.waitForSelector('.quiz');
  await quiz.run('start');
  await phone.waitForSelector('.quiz[data-phase="open"] .quiz-send');
  const boxes = await phone.evaluate(() =>
    [...document.querySelectorAll('.quiz-text, .quiz-option, .quiz-send')].map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return { name: String(one.textContent), left, right, top, bottom };
    }),
  );
  assert.equal(boxes.length, 5);
  for (const [n, one] of boxes.entries()) {
    assert.ok(
      one.top >= 0 && one.bottom <= 390 && one.left >= 0 && one.right <= 844,
      `${one.name} is on the page`,
    );
    for (const other of boxes.slice(n + 1)) {
      const isApart =
        one.right <= other.left ||
        other.right <= one.left ||
        one.bottom <= other.top ||
        other.bottom <= one.top;
      assert.ok(isApart, `${one.name} and ${other.name} do not overlap`);
    }
  }
  const widest = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
  assert.ok(widest > 0.9 * 844, `${widest} px of 844 are used`);
  for (const right of [1, 2]) await phone.click(`.quiz-option[data-option="${right}"]`);
  await phone.click('.quiz-send');
  await phone.waitForSelector('.quiz[data-phase="reveal"] .quiz-rank');
  const rank = await phone.locator('.quiz-rank').boundingBox();
  assert.ok(rank && rank.y + rank.height <= 390, 'the place is above the fold');
});
