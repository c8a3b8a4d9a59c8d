/** The results of a quiz in real Chromium: bars tell the truth, and the last row can read the losers. */

/** @import { Page } from 'playwright-core' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCREEN, openBrowser, openPage } from '../support/browser.js';
import { joinBots, openQuiz, playTo, untilAll } from '../support/quiz.js';
import { openScreen, startServer } from '../support/server.js';

const VOTERS = 10;
/** WCAG 2, success criterion 1.4.3. */
const LEAST_CONTRAST = 4.5;
/** How the voters choose in each question. @type {['poll' | 'single', number[]][]} */
const VOTES = [
  ['poll', [4, 1, 5]],
  ['single', [4, 1, 5]],
  ['poll', [2, 1, 3, 0, 4]],
  ['single', [2, 1, 3, 0, 4]],
  ['single', [1, 2, 0, 3, 1, 3]],
];

/** @param {'poll' | 'single'} type @param {number} count */
const question = (type, count) => ({
  type,
  text: `${type} of ${count}?`,
  seconds: 120,
  options: Array.from({ length: count }, (_, n) => ({ text: `Option ${n + 1}`, correct: n === 0 })),
});

test('bars of polls and reveals are as long as their votes; what is wrong keeps its contrast', async (t) => {
  const app = await startServer(t);
  const plan = VOTES.map(([type, votes]) => ({ ...question(type, votes.length), votes }));
  const questions = plan.map(({ votes: _, ...asked }) => asked);
  const quiz = await openQuiz(t, app, { title: 'Bars', questions }, { readS: 0 });
  const bots = await joinBots(t, app.url, VOTERS);
  const browser = await openBrowser(t);
  const { page: screen } = await openPage(browser, `${app.url}/playfield`, SCREEN);
  const { socket: frames } = await openScreen(t, app.url);
  for (const [at, { type, text, votes }] of plan.entries()) {
    await playTo(quiz, frames, ({ phase, n }) => phase === 'open' && n === at + 1);
    await untilAll(bots, ({ notice }) => notice?.phase === 'open' && notice.n === at + 1);
    const choices = votes.flatMap((count, place) => Array.from({ length: count }, () => String(place)));
    await Promise.all(bots.map((bot, n) => bot.answer(String(choices[n]), bot.notice.round)));
    await screen.waitForSelector(`.quizshow[data-phase="reveal"] .show-text:has-text("${text}")`);
    await assertLengths(screen, votes, text);
    if (type === 'single') await assertContrast(screen, text);
  }
});

/** @param {Page} screen @param {number[]} votes @param {string} text */
async function assertLengths(screen, votes, text) {
  await screen.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running'));
  const bars = await screen.locator('.show-bar').evaluateAll((all) =>
    all.map((bar) => {
      const field = /** @type {HTMLElement} */ (bar.parentElement).getBoundingClientRect();
      return { width: bar.getBoundingClientRect().width, field: field.width };
    }),
  );
  assert.equal(bars.length, votes.length, text);
  const whole = Number(bars[0]?.field);
  bars.forEach(({ width, field }, place) => {
    assert.ok(Math.abs(field - whole) < 1, `${text}: field ${place} is ${field} wide, the first ${whole}`);
    const wanted = (whole * Number(votes[place])) / VOTERS;
    assert.ok(Math.abs(width - wanted) < 1, `${text}: bar ${place} is ${width} long, not ${wanted}`);
  });
}

/** @param {Page} screen @param {string} text */
async function assertContrast(screen, text) {
  const found = await screen.locator('.show-option[data-state="wrong"]').evaluateAll((options) => {
    const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (
      new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    );
    /** The colours laid over each other, each with its opacity. @param {[string, number][]} layers */
    const blend = (layers) => {
      pen.globalAlpha = 1;
      pen.fillStyle = '#000';
      pen.fillRect(0, 0, 1, 1);
      for (const [colour, opacity] of layers) {
        pen.globalAlpha = opacity;
        pen.fillStyle = colour;
        pen.fillRect(0, 0, 1, 1);
      }
      return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const luminance = (/** @type {number[]} */ rgb) => {
      const [r = 0, g = 0, b = 0] = rgb.map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (/** @type {number[]} */ a, /** @type {number[]} */ b) => {
      const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
      return (light + 0.05) / (dark + 0.05);
    };
    return options.flatMap((option) => {
      const field = getComputedStyle(option);
      const bar = getComputedStyle(/** @type {Element} */ (option.querySelector('.show-bar')));
      const opacity = Number(field.opacity);
      /** @type {[string, number][]} */
      const onField = [[field.backgroundColor, opacity]];
      /** @type {[string, number][]} */
      const onBar = [...onField, [bar.backgroundColor, opacity * Number(bar.opacity)]];
      return ['.show-words', '.show-share', '.show-votes', '.show-mark b'].flatMap((part) => {
        const { color } = getComputedStyle(/** @type {Element} */ (option.querySelector(part)));
        return [onField, onBar].map((ground) => ({
          part,
          contrast: contrast(blend([...ground, [color, opacity]]), blend(ground)),
        }));
      });
    });
  });
  assert.ok(found.length > 0, text);
  for (const { part, contrast } of found)
    assert.ok(contrast >= LEAST_CONTRAST, `${text}: ${part} has ${contrast.toFixed(1)} : 1`);
}
