/** A swarm in Chromium: phones, a screen and a panel. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COLOURS } from '../../games/swarm/shared/light.js';
import { openPanel } from '../support/browser.js';
import { NO_GL, PHONES, colourOf, openSwarm, waitForLight } from '../support/swarm.js';

/** @import { Page } from 'playwright-core' */

/** @param {Page} phone @returns {Promise<number>} how far to the right of the map its light is, 0 to 1 */
function placeOf(phone) {
  return phone.evaluate(() =>
    Number(/** @type {HTMLElement} */ (document.querySelector('.swarm-dot')).style.getPropertyValue('--x')),
  );
}

test('lights fly where their pads say, and one that leaves goes dark', { timeout: 600_000 }, async (t) => {
  const { screen, phones } = await openSwarm(t, { args: NO_GL });
  const colours = await Promise.all(phones.map(({ page }) => colourOf(page)));
  assert.equal(new Set(colours).size, PHONES);
  assert.ok(colours.every((colour) => COLOURS.includes(colour)));
  for (const colour of colours) await waitForLight(screen.page, colour, true);

  const [first, second] = phones.map(({ page }) => page);
  assert.ok(first && second);
  const pad = await first.locator('.kit-field').boundingBox();
  assert.ok(pad);
  await first.mouse.move(pad.x + pad.width / 2, pad.y + pad.height / 2);
  await first.mouse.down();
  await first.mouse.move(pad.x + pad.width - 5, pad.y + pad.height / 2);
  await second.keyboard.down('a');
  await first.waitForFunction(
    () =>
      Number(
        /** @type {HTMLElement} */ (document.querySelector('.swarm-dot')).style.getPropertyValue('--x'),
      ) > 0.95,
  );
  await second.waitForFunction(
    () =>
      Number(
        /** @type {HTMLElement} */ (document.querySelector('.swarm-dot')).style.getPropertyValue('--x'),
      ) < 0.05,
  );
  await first.mouse.up();
  await second.keyboard.up('a');
  assert.ok((await placeOf(first)) > (await placeOf(second)));

  await second.context().close();
  await screen.page.waitForFunction(() => document.querySelector('.swarm-line')?.textContent === '2 lights');
  await waitForLight(screen.page, String(colours[1]), false);
  for (const at of [0, 2]) await waitForLight(screen.page, String(colours[at]), true);
  for (const { faults } of [screen, ...phones]) assert.deepEqual(faults, []);
});

/** The words of the screen in each mode, and what else it shows. */
const MODES = [
  { button: 'Gather', mode: 'gather', words: 'Fly into the ring!', shows: '.swarm-ring:not([hidden])' },
  { button: 'Paint', mode: 'paint', words: 'Paint the wall!', shows: '.swarm-wall:not([hidden])' },
  { button: 'Follow the leader', mode: 'follow', words: 'Follow the leader', shows: '.swarm-names span' },
  { button: 'Patterns', mode: 'patterns', words: 'Watch the swarm', shows: '.swarm-lights' },
  { button: 'Wave through the room', mode: 'wave', words: 'The wave is coming', shows: '.swarm-lights' },
  { button: 'Phones as pixels', mode: 'pixels', words: 'Hold your phones up!', shows: '.swarm-lights' },
  { button: 'Fly freely', mode: 'fly', words: 'You’re a light. Fly!', shows: '.swarm-lights' },
];

test('the operator picks each mode: screen and phones say what to do', { timeout: 600_000 }, async (t) => {
  const { app, browser, screen, phones } = await openSwarm(t);
  const panel = await openPanel(browser, app);
  for (const { button, mode, words, shows } of MODES) {
    await panel.page.locator('.action', { hasText: button }).click();
    await screen.page.waitForFunction(
      (text) => document.querySelector('.swarm-words')?.textContent === text,
      words,
    );
    await screen.page.waitForSelector(shows, { state: 'attached' });
    await Promise.all(phones.map(({ page }) => page.waitForSelector(`.swarm[data-mode="${mode}"]`)));
    if (mode === 'follow') await assertOneLeads(screen.page, phones);
    if (mode === 'wave' || mode === 'pixels') await Promise.all(phones.map(({ page }) => waitForGlow(page)));
  }
  for (const { faults } of [panel, screen, ...phones]) assert.deepEqual(faults, []);
});

/** One phone says that it leads, and the screen has its name. @param {Page} screen @param {{ page: Page }[]} phones */
async function assertOneLeads(screen, phones) {
  await screen.waitForFunction(() =>
    / leads$/.test(document.querySelector('.swarm-line')?.textContent ?? ''),
  );
  const name = (await screen.locator('.swarm-line').textContent())?.replace(/ leads$/, '');
  const leader = await Promise.any(
    phones.map(async ({ page }) => {
      await page.waitForSelector('.swarm[data-leads]');
      return page;
    }),
  );
  assert.equal(await leader.locator('.me-name').textContent(), name);
  const leads = await Promise.all(phones.map(({ page }) => page.locator('.swarm[data-leads]').count()));
  assert.equal(
    leads.reduce((sum, count) => sum + count, 0),
    1,
  );
}

/** The phone is a pixel: its own colour goes up and down. @param {Page} phone */
async function waitForGlow(phone) {
  const levels = new Set();
  while (levels.size < 3)
    levels.add(
      await phone.evaluate(
        () => /** @type {HTMLElement} */ (document.querySelector('.swarm-pixel')).style.opacity,
      ),
    );
  assert.ok([...levels].every((level) => Number(level) >= 0.1 && Number(level) <= 1));
}

test(
  'tap to tune: the beat is seen, taps are counted, and the phone remembers its delay',
  { timeout: 600_000 },
  async (t) => {
    const { ask, screen, phones } = await openSwarm(t, { phones: 1 });
    await ask('run', 'tune', {});
    await screen.page.waitForSelector('.swarm-beat:not([hidden])');
    const phone = /** @type {{ page: Page }} */ (phones[0]).page;
    await phone.getByText('Tap each time the big screen flashes: 0 of 5').waitFor();
    for (let taps = 1; taps <= 5; taps++) {
      // A person taps when the flash is at its brightest, and lets it fade before the next one.
      await screen.page.waitForFunction(
        () => Number(/** @type {HTMLElement} */ (document.querySelector('.swarm-beat')).style.opacity) > 0.6,
      );
      await phone.locator('.swarm-tap').tap();
      if (taps < 5) await phone.getByText(`flashes: ${taps} of 5`).waitFor();
      await screen.page.waitForFunction(
        () => Number(/** @type {HTMLElement} */ (document.querySelector('.swarm-beat')).style.opacity) < 0.2,
      );
    }
    await phone.getByText(/^In time: -?\d+ ms/).waitFor();
    const said = /In time: (-?\d+) ms/.exec(String(await phone.locator('.swarm-said').textContent()))?.[1];
    await phone.reload();
    await phone.waitForSelector('.swarm-tap');
    const kept = await phone.evaluate(() =>
      Object.entries(localStorage)
        .map(([, value]) => value)
        .find((value) => value.includes('delayMs')),
    );
    assert.ok(kept?.includes(`"delayMs":${said}`), `${kept} has not ${said}`);
  },
);

test('the control panel shows messages a second', { timeout: 600_000 }, async (t) => {
  const { app, browser, phones } = await openSwarm(t);
  const panel = await openPanel(browser, app);
  const figures = panel.page.locator('.load-figures').first();
  // A count above that of phones that only say that they are there.
  while (!/phones.*\D[1-9]\d+messages\/s/.test(String(await figures.textContent())))
    await phones[0]?.page.keyboard.press('d');
});
