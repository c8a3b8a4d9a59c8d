/** The run sheet in the panel: a sample is taken, edited, put in another order by keyboard, and played by GO. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAPTOP, PHONE, openBrowser, openPage, openPanel } from '../support/browser.js';
import { joinAsPhone, makeLink, startControl } from '../support/server.js';

test('edit, reorder by keyboard, delete and bring back, GO through three cues, hold, and what a host sees', async (t) => {
  const { app, control } = await startControl(t);
  await joinAsPhone(t, app.url, { name: 'Ada' });
  const browser = await openBrowser(t);
  const { page, faults } = await openPanel(browser, app);
  const titles = () => page.locator('.cue-title b').allTextContents();
  const row = (/** @type {number} */ place) => page.locator(`.cue:nth-child(${place})`);

  await page.click('button:has-text("Take the sample show")');
  // The cues stand still once they are there: otherwise a hand takes the one above.
  const topAfter = async (/** @type {string} */ selector) => {
    await page.waitForSelector(selector);
    return (await page.locator('.cues').boundingBox())?.y;
  };
  const top = await topAfter('.cue:nth-child(6)');
  assert.equal(await topAfter('.plan-next'), top);
  const first = await titles();
  assert.deepEqual(first.slice(0, 3), ['Welcome', 'Quiz, first half', 'Pong']);

  // By keyboard alone: the cue keeps the focus wherever it goes.
  await row(3).locator('.cue-grip').focus();
  await page.keyboard.press('ArrowUp');
  await page.waitForSelector('.cue:nth-child(2):has-text("Pong") .cue-grip:focus');
  await page.keyboard.press('ArrowUp');
  await page.waitForSelector('.cue:nth-child(1):has-text("Pong") .cue-grip:focus');
  await page.keyboard.press('ArrowDown');
  await page.waitForSelector('.cue:nth-child(2):has-text("Pong") .cue-grip:focus');

  // By hand.
  const grip = await row(2).locator('.cue-grip').boundingBox();
  const below = await row(3).boundingBox();
  assert.ok(grip && below);
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(grip.x + grip.width / 2, below.y + below.height - 4, { steps: 4 });
  await page.mouse.up();
  await page.waitForSelector('.cue:nth-child(3):has-text("Pong")');
  assert.deepEqual(await titles(), first);

  await page.getByRole('button', { name: 'Edit “⁨Pong⁩”' }).click();
  await page.fill('.cue-editor [name="title"]', 'A match');
  await page.fill('.cue-editor [name="length"]', '0:00');
  await page.click('.cue-editor button:has-text("Save")');
  await page.waitForSelector('.cue-editor .problem:has-text("at least one second")');
  await page.fill('.cue-editor [name="length"]', '3:30');
  await page.fill('.cue-editor [name="notes"]', 'Left side first.\nThen the right one.');
  await page.click('.cue-editor button:has-text("Save")');
  await page.waitForSelector('.cue:nth-child(3):has-text("A match"):has-text("3:30")');

  await page.getByRole('button', { name: 'Edit “⁨Tug of war⁩”' }).click();
  await page.click('.cue-editor button:has-text("Delete cue")');
  await page.waitForFunction(() => document.querySelectorAll('.cue').length === 5);
  await page.click('.cue-removed button:has-text("Undo")');
  await page.waitForSelector('.cue:nth-child(5):has-text("Tug of war")');

  await page.waitForSelector('.go[data-step="playfield.cue.minutes"]');
  assert.match(String(await page.textContent('.go span')), /Next: .*Welcome.*, 10 min/);
  await page.click('.go[aria-busy="false"]');
  await page.waitForSelector('.cue:nth-child(1)[data-on="true"]');
  await page.waitForSelector('.go[aria-busy="false"]:has-text("Quiz, first half")');
  await page.keyboard.press('PageDown');
  await page.waitForSelector('.cue:nth-child(2)[data-on="true"]');
  await page.waitForSelector('.go[data-step="quiz.panel.next.idle"]');
  await page.click('.plan-next[aria-busy="false"]');
  await page.waitForSelector('.cue:nth-child(3)[data-on="true"]');
  await page.waitForSelector('.plan-notes:has-text("Then the right one.")');
  await page.waitForSelector('.plan-times:has-text("of 3:30")');
  await page.waitForSelector('.plan-behind:has-text("ahead")');

  await page.click('.plan-hands [role="switch"]');
  await page.waitForSelector('.strip.paused');
  await page.click('[aria-label="Back to the cue before"][aria-busy="false"]');
  await page.waitForSelector('.cue:nth-child(2)[data-on="true"]');
  await page.waitForSelector('.strip.paused', { state: 'detached' });

  const { url } = await makeLink(control, 'host');
  const { page: host, faults: others } = await openPage(browser, url, LAPTOP);
  await host.waitForSelector('.cue:nth-child(2)[data-on="true"]');
  assert.equal(await host.locator('.cue-grip, .sheet-more, .run-sheet-add').count(), 0);
  await host.getByRole('button', { name: 'Go to “⁨A match⁩” now' }).click();
  await page.waitForSelector('.cue:nth-child(3)[data-on="true"]');

  const { url: presenter } = await makeLink(control, 'presenter');
  const { page: remote, faults: ofRemote } = await openPage(browser, presenter, PHONE);
  await remote.waitForSelector('.cue-notes:has-text("Then the right one.")');
  await remote.waitForSelector('.cue-times:has-text("of 3:30"):has-text("ahead")');
  await remote.waitForSelector('#host .host-figures:has-text("Left"):has-text("Right")');
  assert.equal(await remote.locator('#game .action').filter({ visible: true }).count(), 0, 'they are folded');
  await remote.click('#game summary');
  await remote.click('#game .action:has-text("Warm-up round")');
  const elapsed = () => document.querySelector('.cue-times b')?.textContent;
  const since = await remote.evaluate(elapsed);
  await remote.waitForFunction((was) => document.querySelector('.cue-times b')?.textContent !== was, since);
  await page.click('.plan-next[aria-busy="false"]');
  await remote.waitForSelector('.cue-notes:has-text("all points are still there")');
  const { url: moderator } = await makeLink(control, 'moderator');
  const { page: other, faults: ofOther } = await openPage(browser, moderator, PHONE);
  // A quiz has nothing for moderators.
  await other.waitForSelector('.parts button[aria-pressed="true"]:has-text("People")');
  await other.click('.parts button:has-text("Game")');
  await other.waitForSelector('#game .quiet, #game .actions');
  assert.ok(await other.locator('#cue').isHidden(), 'notes are for who leads the show');
  assert.ok(await other.locator('#host').isHidden(), 'and so are right answers');
  assert.deepEqual([...faults, ...others, ...ofRemote, ...ofOther], []);
});
