/** A quiz in real Chromium when pages are reloaded and the network loses messages: nobody loses anything. */

/** @import { TestContext } from 'node:test' */
/** @import { Page } from 'playwright-core' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, SCREEN, openBrowser, openPage, openPanel } from '../support/browser.js';
import { startShow } from '../support/layouts/show.js';
import { joinBots, openQuiz, playTo, view } from '../support/quiz.js';
import { openScreen } from '../support/server.js';
import { until } from '../support/until.js';
import { openWire } from '../support/wire-cut.js';

const SECONDS = 120;
/** The server says the time once a second, and the two pages are not read at the same moment. */
const CLOCK_SLACK_S = 2;
const PACK = {
  title: 'Reload',
  questions: ['First?', 'Second?'].map((text) => ({
    type: 'single',
    text,
    seconds: SECONDS,
    options: ['Alpha', 'Beta', 'Gamma'].map((option, place) => ({ text: option, correct: place === 1 })),
  })),
};

/** @param {TestContext} t */
async function openShow(t) {
  const app = await startShow(t);
  const quiz = await openQuiz(t, app, PACK);
  // One bot never answers, so that no question ends early.
  await joinBots(t, app.url, 1);
  const { socket: frames } = await openScreen(t, app.url);
  const browser = await openBrowser(t);
  return {
    app,
    quiz,
    browser,
    now: (/** @type {(view: any) => boolean} */ fits) => view(frames, fits),
    /** Goes to the moment when the answers of this question open. @param {number} n */
    open: (n) => playTo(quiz, frames, ({ phase, n: at }) => phase === 'open' && at === n),
    /** Everybody's answers, as the operator exports them. */
    async answers() {
      const response = await fetch(`${app.url}/api/rooms/main/results.json`, {
        headers: { authorization: `Bearer ${app.operatorKey}` },
      });
      const { tables } = await response.json();
      const rows = tables.find((/** @type {any} */ { name }) => name === 'Q1').rows;
      return rows.map((/** @type {unknown[]} */ [name, answer]) => [name, answer]).sort();
    },
  };
}

test('a phone that is reloaded in a question is the same player, with the time and the answer it had', async (t) => {
  const show = await openShow(t);
  const { page: screen } = await openPage(show.browser, `${show.app.url}/playfield`, SCREEN);
  const { page: phone, faults } = await openPage(show.browser, show.app.url, PHONE);
  await phone.waitForSelector('.quiz');
  const name = await phone.textContent('.me-name');
  await show.open(1);
  await phone.waitForSelector('.quiz-text:has-text("First?")');
  await show.now(({ leftMs }) => leftMs < (SECONDS - 3) * 1000);

  await phone.reload();
  await phone.waitForSelector('.quiz[data-phase="open"] .quiz-text:has-text("First?")');
  assert.equal(await phone.textContent('.me-name'), name);
  await assertSameTime(phone, screen);
  assert.equal(await phone.locator('.quiz-option[data-state="saved"]').count(), 0);

  await phone.click('.quiz-option[data-option="1"]');
  await phone.waitForSelector('.quiz-fate[data-state="saved"]');
  await phone.reload();
  await phone.waitForSelector('.quiz-option[data-option="1"][data-state="saved"]');
  await phone.waitForSelector('.quiz-fate[data-state="saved"]');
  assert.equal(await phone.locator('.quiz-option[data-state="other"]').count(), 2);
  await assertSameTime(phone, screen);
  // Those asked are the player who was there before, and the bot.
  await show.now(({ answered, asked }) => answered === 1 && asked === 2);

  await show.quiz.ask('pause', true);
  await phone.reload();
  await phone.waitForSelector('#pause:has-text("Paused")');
  await phone.waitForSelector('.quiz-option[data-option="1"][data-state="saved"]');
  await show.quiz.ask('pause', false);
  await show.quiz.run('next');
  await phone.waitForSelector('.quiz[data-mood="right"]');
  await phone.reload();
  await phone.waitForSelector('.quiz[data-mood="right"] .quiz-points');
  assert.deepEqual(await show.answers(), [[name, 'Beta']]);
  assert.deepEqual(faults, []);
});

test('an answer that is cut off, or whose receipt is lost, counts once, even if the page is reloaded meanwhile', async (t) => {
  const show = await openShow(t);
  const wires = await Promise.all(Array.from({ length: 3 }, () => openWire(t, show.app.url)));
  const pages = await Promise.all(wires.map(({ url }) => openPage(show.browser, url, PHONE)));
  const phones = pages.map(({ page }) => page);
  for (const phone of phones) await phone.waitForSelector('.quiz');
  const names = await Promise.all(phones.map((phone) => phone.textContent('.me-name')));
  await show.open(1);
  for (const phone of phones) await phone.waitForSelector('.quiz[data-phase="open"] .quiz-option');
  const [cut, deaf, reloaded] = /** @type {[Page, Page, Page]} */ (phones);

  // The answer is lost on its way to the server.
  wires[0]?.lose('up');
  await cut.click('.quiz-option[data-option="0"]');
  await cut.waitForSelector('.quiz-fate[data-state="saving"]');
  wires[0]?.cut();
  await cut.waitForSelector('.quiz-option[data-option="0"][data-state="saved"]');

  // The receipt is lost on its way back.
  wires[1]?.lose('down');
  await deaf.click('.quiz-option[data-option="1"]');
  await show.now(({ answered }) => answered === 2);
  assert.equal(await deaf.getAttribute('.quiz-fate', 'data-state'), 'saving');
  wires[1]?.cut();
  await deaf.waitForSelector('.quiz-option[data-option="1"][data-state="saved"]');

  // The receipt is lost, and the page is reloaded before it knows.
  wires[2]?.lose('down');
  await reloaded.click('.quiz-option[data-option="2"]');
  await show.now(({ answered }) => answered === 3);
  wires[2]?.cut();
  await reloaded.reload();
  await reloaded.waitForSelector('.quiz-option[data-option="2"][data-state="saved"]');

  for (const [n, phone] of phones.entries()) assert.equal(await phone.textContent('.me-name'), names[n]);
  await show.now(({ answered, asked }) => answered === 3 && asked === 4);
  await show.quiz.run('next');
  await cut.waitForSelector('.quiz[data-mood="wrong"]');
  await deaf.waitForSelector('.quiz[data-mood="right"]');
  const said = ['Alpha', 'Beta', 'Gamma'].map((answer, n) => [names[n], answer]);
  assert.deepEqual(await show.answers(), said.sort());
});

test('screen and panel that are reloaded show the question and the reveal as they stand', async (t) => {
  const show = await openShow(t);
  const { page: screen, faults } = await openPage(show.browser, `${show.app.url}/playfield`, SCREEN);
  const { page: panel, faults: others } = await openPanel(show.browser, show.app);
  const { page: phone } = await openPage(show.browser, show.app.url, PHONE);
  await phone.waitForSelector('.quiz');
  const name = await phone.textContent('.me-name');
  await show.open(1);
  await phone.click('.quiz-option[data-option="0"]');
  await phone.waitForSelector('.quiz-fate[data-state="saved"]');
  await show.now(({ leftMs }) => leftMs < (SECONDS - 3) * 1000);

  for (const page of [screen, panel]) await page.reload();
  await screen.waitForSelector('.quizshow[data-phase="open"] .show-text:has-text("First?")');
  await screen.waitForSelector('.show-answered:text-is("1")');
  await screen.waitForSelector('.show-here:has-text("of 2")');
  await assertSameTime(phone, screen);
  await panel.waitForSelector('.qp-answered:text-is("1")');
  await panel.waitForSelector('.qp-missing:has-text("Still missing: \u2068Player 0\u2069")');
  await panel.waitForSelector('.qp[data-phase="open"]');

  await panel.click('.go[aria-busy="false"]');
  await screen.waitForSelector('.quizshow[data-phase="reveal"]');
  const before = await screen.textContent('.quizshow');
  for (const page of [screen, panel]) await page.reload();
  await screen.waitForSelector('.quizshow[data-phase="reveal"] .show-option[data-state="right"]');
  assert.equal(await screen.textContent('.quizshow'), before);
  await panel.waitForSelector('.qp[data-phase="reveal"]');
  await panel.waitForSelector('.qp-missing:has-text("0% right")');
  assert.deepEqual(await show.answers(), [[name, 'Alpha']]);
  await panel.click('.go[aria-busy="false"]');
  await screen.waitForSelector('.quizshow[data-phase="board"]');
  assert.deepEqual([...faults, ...others], []);
});

/** @param {Page} phone @param {Page} screen */
async function assertSameTime(phone, screen) {
  await screen.waitForSelector('.show-seconds:not(:empty)');
  const read = async () => [
    await phone.textContent('.quiz-clock'),
    await screen.textContent('.show-seconds'),
  ];
  await until(read, (texts) => {
    const [onPhone = NaN, onScreen = NaN] = texts.map((text) => Number.parseInt(String(text), 10));
    return onScreen < SECONDS && Math.abs(onPhone - onScreen) <= CLOCK_SLACK_S;
  });
}
