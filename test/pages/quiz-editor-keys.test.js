/** The editor of packs by keys alone, in real Chromium. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser, openPanel } from '../support/browser.js';
import { openQuiz } from '../support/quiz.js';
import { startServer } from '../support/server.js';

const PACK = {
  title: 'Keys',
  questions: ['One?', 'Two?', 'Three?'].map((text) => ({
    text,
    options: ['a', 'b'].map((word) => ({ text: word })),
  })),
};

test('arrows choose a radio, the focus stays, Delete is a matter of the list and says how to undo it', async (t) => {
  const app = await startServer(t);
  await openQuiz(t, app, PACK);
  const browser = await openBrowser(t);
  const { page: panel, faults } = await openPanel(browser, app);
  await panel.click('.doc-card:has-text("Keys") button:has-text("Edit")');
  await panel.waitForSelector('.qe');
  const focused = () =>
    panel.evaluate(() => {
      const { activeElement: at } = document;
      return at instanceof HTMLElement ? (at.dataset['key'] ?? at.textContent) : null;
    });
  const texts = () => panel.locator('.doc-item-text').allTextContents();

  await panel.focus('[data-key="type-single"]');
  assert.equal(await panel.locator('.doc-radio[tabindex="0"]').count(), 1, 'Tab reaches one of the radios');
  await panel.keyboard.press('ArrowRight');
  assert.equal(await focused(), 'type-several');
  assert.equal(await panel.getAttribute('[data-key="type-several"]', 'aria-checked'), 'true');
  await panel.keyboard.press('ArrowRight');
  await panel.waitForSelector('[data-key="truth-true"]');
  await panel.focus('[data-key^="truth"][tabindex="0"]');
  const truth = String(await focused());
  await panel.keyboard.press('ArrowDown');
  assert.notEqual(await focused(), truth);
  assert.match(String(await focused()), /^truth/);
  assert.deepEqual(await texts(), ['One?', 'Two?', 'Three?'], 'the arrow went to no other question');
  assert.equal(await panel.locator('[aria-current] .doc-item-text').textContent(), 'One?');

  await panel.keyboard.press('Delete');
  assert.equal((await texts()).length, 3, 'Delete in the form deletes nothing');
  await panel.click('.doc-item:nth-child(2) .doc-pick');
  await panel.click('.doc-form button:has-text("Add an option")');
  assert.equal(await focused(), 'option-2');
  await panel.click('.doc-form .doc-option:nth-child(1) .icon-button');
  assert.equal(await focused(), 'option-0');
  await panel.click('.doc-form button:has-text("Down")');
  assert.deepEqual(await texts(), ['One?', 'Three?', 'Two?']);
  await panel.keyboard.press('Alt+ArrowUp');
  assert.deepEqual(await texts(), ['One?', 'Two?', 'Three?']);

  await panel.focus('.doc-item:nth-child(2) .doc-pick');
  await panel.keyboard.press('Delete');
  await panel.waitForSelector('.doc-gone:has-text("Question 2 is deleted")');
  assert.deepEqual(await texts(), ['One?', 'Three?']);
  await panel.keyboard.press('Control+z');
  assert.deepEqual(await texts(), ['One?', 'Two?', 'Three?']);
  assert.equal(await panel.textContent('.doc-gone'), '');

  for (let n = 0; n < 3; n++) await panel.click('.doc-form button:has-text("Delete")');
  await panel.waitForSelector('.doc-form:has-text("There are no questions yet")');
  assert.equal(await panel.isVisible('.qe-preview'), false, 'no empty frames');

  await panel.click('.doc-side > button');
  await panel.click('.doc-radio:has-text("True or false")');
  await panel.keyboard.type('Can bees count?');
  assert.deepEqual(
    await texts(),
    ['Can bees count?'],
    'whoever has chosen a type by mouse types the question',
  );
  assert.deepEqual(faults, []);
});
