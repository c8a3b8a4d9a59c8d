/**
 * A quiz from the first page to the podium, without sight and without a pointer: everything is found by its role and name alone, what
 * changes is heard from live regions, and only Tab, arrows, Space and Enter are pressed.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, openBrowser, openPage, openPanel } from '../support/browser.js';
import { openQuiz } from '../support/quiz.js';
import { startServer } from '../support/server.js';

/** @import { Page } from 'playwright-core' */

const PACK = {
  format: 'mass-mobile-quiz',
  version: 1,
  title: 'Numbers',
  language: 'en',
  questions: [
    {
      type: 'single',
      text: 'How much is 2 + 2?',
      options: [{ text: 'Three' }, { text: 'Four', correct: true }],
      seconds: 240,
    },
    { type: 'order', text: 'From small to large', items: ['One', 'Two'], seconds: 240 },
    { type: 'number', text: 'How much is 7 × 8?', answer: 56, reach: 9, seconds: 240 },
  ],
};
const MOST_TABS = 12;

/** Presses Tab until an element has the focus that has this role and name, and sees that the focus can be seen. @param {Page} page @param {'button' | 'link' | 'textbox'} role @param {string | RegExp} name */
async function tabTo(page, role, name) {
  const wanted = page.getByRole(role, { name, exact: typeof name === 'string' }).first();
  await wanted.waitFor();
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    // In one look: while a step is taken, the next look may find another element of this name.
    const outline = await wanted.evaluate((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return element === document.activeElement && `${outlineStyle} ${outlineWidth}`;
    });
    if (outline) return assert.match(outline, /^(?!none)\w+ ([2-9]|\d\d)/, `the focus on ${name} is seen`);
    await page.keyboard.press('Tab');
  }
  assert.fail(`${MOST_TABS} Tabs do not lead to the ${role} "${name}"`);
}

/** Waits until a live region says something. @param {Page} page @param {string | RegExp} words */
async function hear(page, words) {
  await page.getByRole('status').filter({ hasText: words }).first().waitFor();
}

test('a quiz is played from joining to the podium by roles, names and keys alone', async (t) => {
  const app = await startServer(t);
  const browser = await openBrowser(t);
  const quiz = await openQuiz(t, app, PACK);
  const { page, faults } = await openPage(browser, app.url, PHONE);
  await page.getByRole('heading', { level: 1, name: 'Mass Mobile' }).waitFor();
  await hear(page, 'You’re in');

  // The player gives themselves a name.
  await page.getByRole('button', { name: /Change name or side$/ }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.getByRole('textbox').fill('Ada');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Ada Change name or side', exact: true }).waitFor();

  await quiz.run('start');
  await hear(page, 'How much is 2 + 2?');
  await page.getByRole('heading', { name: 'How much is 2 + 2?' }).waitFor();
  await tabTo(page, 'button', 'B Four');
  await page.keyboard.press('Enter');
  await hear(page, 'Right');

  await quiz.run('next');
  await quiz.run('next');
  await hear(page, 'From small to large');
  await tabTo(page, 'button', /One$/);
  await page.keyboard.press('Space');
  // The place that an option has been given is part of its name.
  await tabTo(page, 'button', /Two$/);
  await page.getByRole('button', { name: /One 1$/, pressed: true }).waitFor();
  await page.keyboard.press('Space');
  await tabTo(page, 'button', 'Send');
  await page.keyboard.press('Enter');
  await hear(page, /Right/);

  await quiz.run('next');
  await quiz.run('next');
  await hear(page, 'How much is 7 × 8?');
  await tabTo(page, 'textbox', 'Your number');
  await page.keyboard.type('56');
  await page.keyboard.press('Enter');
  await hear(page, /Right/);
  await quiz.run('next');
  await hear(page, /1st.*On the podium!/);
  assert.deepEqual(faults, []);
});

test('the operator starts the quiz and shows the answer by keys alone, and hears each next step by its name', async (t) => {
  const app = await startServer(t);
  const browser = await openBrowser(t);
  await openQuiz(t, app, PACK);
  const { page: panel, faults } = await openPanel(browser, app);
  const { page: phone } = await openPage(browser, app.url, PHONE);
  await panel.getByRole('heading', { level: 1, name: 'Mass Mobile' }).waitFor();
  await tabTo(panel, 'link', 'Skip to the desk');
  await panel.keyboard.press('Enter');
  const go = panel.locator('.go[aria-busy="false"]');
  await tabTo(panel, 'button', /Start the quiz/);
  await go.waitFor();
  await panel.keyboard.press('Enter');
  await hear(phone, 'How much is 2 + 2?');
  // The buttons of the game bear the name of the next step before GO does, which has the focus.
  await go.filter({ hasText: 'Show the answer' }).waitFor();
  await tabTo(panel, 'button', /Show the answer/);
  await panel.keyboard.press('Enter');
  await go.filter({ hasText: 'Show the top five' }).waitFor();
  await tabTo(panel, 'button', /Show the top five/);
  assert.deepEqual(faults, []);
});
