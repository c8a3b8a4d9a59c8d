/** The gallery of the kit in real Chromium: each part by touch and by keyboard at 320 px, with the names and roles that a screen reader finds. */

/** @import { Browser, Locator, Page } from 'playwright-core' */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { unpackStrokes } from '../../public/shared/strokes.js';
import { PHONE, openPage } from '../support/browser.js';
import { launchChromium } from '../support/chromium.js';
import { startServer } from '../support/server.js';
import { until } from '../support/until.js';

const SMALL = Object.freeze({ ...PHONE, viewport: { width: 320, height: 640 } });
const PARTS = ['choice', 'slider', 'upright', 'pad', 'stick', 'textbox', 'draw', 'together'];

/** @type {Browser} */
let browser;
before(async () => void (browser = await launchChromium()));
after(() => browser.close());

/** @param {import('node:test').TestContext} t @param {{ lang?: string }} [options] */
async function openGallery(t, { lang = 'en' } = {}) {
  const { url } = await startServer(t);
  const { page, faults } = await openPage(browser, `${url}/gallery?lang=${lang}`, SMALL);
  t.after(() => page.context().close());
  await page.locator('.kit-part, .kit-pad').nth(PARTS.length).waitFor({ state: 'attached' });
  return { page, faults };
}

/** Waits until the part has sent this. @param {Page} page @param {string} id @param {(sent: any) => boolean} isThis @returns {Promise<any>} */
async function sentBy(page, id, isThis) {
  const code = page.locator(`#${id} .gallery-sends code`);
  const sent = async () => JSON.parse((await code.textContent()) || 'null');
  return until(sent, (message) => message !== null && isThis(message), { about: `what ${id} sends` });
}

/** @param {Locator} element @param {number} x of its width @param {number} y of its height @returns {Promise<[number, number]>} in the window */
async function placeIn(element, x, y) {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  assert.ok(box);
  return [box.x + box.width * x, box.y + box.height * y];
}

/** Taps a share of an element. @param {Page} page @param {Locator} element @param {number} x @param {number} y */
async function tapAt(page, element, x, y) {
  await page.touchscreen.tap(...(await placeIn(element, x, y)));
}

/** Moves the pointer there, for a touch that lasts until the test has seen what it does. @param {Page} page @param {Locator} element @param {number} x @param {number} y */
async function moveTo(page, element, x, y) {
  await page.mouse.move(...(await placeIn(element, x, y)));
}

describe('by touch and by keyboard', { timeout: 600_000 }, () => {
  test('choice: a radio group whose arrows choose nothing, and whose Space and Enter do', async (t) => {
    const { page } = await openGallery(t);
    const group = page.locator('#choice').getByRole('radiogroup', { name: 'Do you like it?' });
    await group.getByRole('radio', { name: 'B: No' }).tap();
    await sentBy(page, 'choice', ({ vote }) => vote === 'no');
    await group.getByRole('radio', { name: 'B: No', checked: true }).press('ArrowDown');
    assert.equal(
      await group.getByRole('radio', { name: 'C: Maybe' }).evaluate((one) => one === document.activeElement),
      true,
    );
    assert.equal(await group.getByRole('radio', { checked: true }).getAttribute('aria-label'), 'B: No');
    await page.keyboard.press('Space');
    await sentBy(page, 'choice', ({ vote }) => vote === 'maybe');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await sentBy(page, 'choice', ({ vote }) => vote === 'yes');
    assert.equal(await group.locator('[tabindex="0"]').count(), 1);
  });

  test('slider: says its value in words, finds neutral, and has an end at each side', async (t) => {
    const { page } = await openGallery(t);
    const track = page.locator('#slider .kit-track');
    const slider = page.locator('#slider').getByRole('slider', { name: 'And the speaker?' });
    assert.equal(await page.locator('#slider code').textContent(), '', 'an untouched slider says nothing');
    await tapAt(page, track, 0.97, 0.5);
    await sentBy(page, 'slider', ({ y }) => y === 1);
    assert.equal(await slider.getAttribute('aria-valuetext'), '100 % for');
    await tapAt(page, track, 0.51, 0.5);
    await sentBy(page, 'slider', ({ y }) => y === 0);
    assert.equal(await slider.getAttribute('aria-valuetext'), 'Neutral');
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await sentBy(page, 'slider', ({ y }) => y === -0.1);
    assert.equal(await slider.getAttribute('aria-valuetext'), '10 % against');
    await page.keyboard.press('Home');
    await sentBy(page, 'slider', ({ y }) => y === -1);
  });

  test('an upright slider goes back to neutral when it is let go', async (t) => {
    const { page } = await openGallery(t);
    await moveTo(page, page.locator('#upright .kit-track'), 0.5, 0.02);
    await page.mouse.down();
    await sentBy(page, 'upright', ({ y }) => y > 0.5);
    await page.mouse.up();
    await sentBy(page, 'upright', ({ y }) => y === 0);
    const slider = page.locator('#upright').getByRole('slider');
    assert.equal(await slider.getAttribute('aria-orientation'), 'vertical');
    await slider.focus();
    await page.keyboard.down('ArrowDown');
    await sentBy(page, 'upright', ({ y }) => y < 0);
    await page.keyboard.up('ArrowDown');
    await sentBy(page, 'upright', ({ y }) => y === 0);
  });

  test('pad: a button that counts each tap, by finger, Space and Enter', async (t) => {
    const { page } = await openGallery(t);
    const button = page.locator('#pad').getByRole('button', { name: 'Tap!' });
    await button.tap();
    await sentBy(page, 'pad', ({ taps }) => taps === 1);
    await button.focus();
    // Faster than the rate: none is lost, however they are spread over messages.
    await page.evaluate(() => {
      const pad = document.querySelector('#pad button');
      for (const key of [' ', 'Enter', ' ', 'Enter', ' '])
        for (const type of ['keydown', 'keyup'])
          pad?.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true }));
    });
    await sentBy(page, 'pad', ({ taps }) => taps === 5);
  });

  test('stick: two named sliders, one for each axis, and springs back', async (t) => {
    const { page } = await openGallery(t);
    const field = page.locator('#stick .kit-field');
    await field.scrollIntoViewIfNeeded();
    const box = await field.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width - 30, box.y + 30);
    await page.mouse.down();
    await sentBy(page, 'stick', ({ x, y }) => x === 1 && y === 1);
    await page.mouse.up();
    await sentBy(page, 'stick', ({ x, y }) => x === 0 && y === 0);
    const group = page.locator('#stick').getByRole('group', { name: 'Fly' });
    await group.getByRole('slider', { name: 'Down to up' }).waitFor({ state: 'attached' });
    await group.getByRole('slider', { name: 'Left to right' }).focus();
    await page.keyboard.down('ArrowUp');
    await sentBy(page, 'stick', ({ x, y }) => x === 0 && y === 0.2);
    await page.keyboard.up('ArrowUp');
    await sentBy(page, 'stick', ({ y }) => y === 0);
  });

  test('textbox: counts, cuts, sends by Enter, says that it is saved, and gives back what was refused', async (t) => {
    const { page } = await openGallery(t);
    const part = page.locator('#textbox');
    const box = part.getByRole('textbox', { name: 'Your question' });
    const send = part.getByRole('button', { name: 'Send' });
    assert.equal(await send.isDisabled(), true);
    await box.fill('👍'.repeat(61));
    assert.equal(await box.inputValue(), '👍'.repeat(60));
    await part.getByText('Cut: there is room for 60 characters').waitFor();
    await box.fill('Why?');
    await box.press('Enter');
    await sentBy(page, 'textbox', ({ question }) => question?.text === 'Why?');
    await part.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
    assert.equal(await box.inputValue(), '');
    await page.getByLabel('Refuse what is submitted').check();
    await box.fill('Again?');
    await send.tap();
    await part.getByRole('status').filter({ hasText: 'We have had that one already.' }).waitFor();
    assert.equal(await box.inputValue(), 'Again?');
    assert.equal(await send.isDisabled(), false);
  });

  test('draw: by finger and by keys, with undo, as a text that a screen can draw', async (t) => {
    const { page } = await openGallery(t);
    const part = page.locator('#draw');
    const paper = part.getByRole('application', { name: /^Draw a cat\. .*Space/ });
    await tapAt(page, paper, 0.25, 0.75);
    await part.getByText('1 line', { exact: true }).waitFor();
    await paper.focus();
    for (const key of ['Space', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'Space'])
      await page.keyboard.press(key);
    await part.getByText('2 lines').waitFor();
    await part.getByRole('button', { name: 'Send' }).tap();
    const { drawing } = await sentBy(page, 'draw', (sent) => Boolean(sent.drawing));
    const [dot, line] = unpackStrokes(drawing.picture);
    assert.ok(Math.abs(Number(dot?.[0]?.x) - 0.25) < 0.02 && Math.abs(Number(dot?.[0]?.y) - 0.75) < 0.02);
    assert.deepEqual(
      line?.map(({ x, y }) => [x.toFixed(2), y.toFixed(2)]),
      [
        ['0.50', '0.50'],
        ['0.58', '0.50'],
        ['0.58', '0.46'],
      ],
    );
    await part.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
    assert.equal(await part.getByRole('button', { name: 'Undo' }).isDisabled(), true);
    await tapAt(page, paper, 0.5, 0.5);
    await part.getByRole('button', { name: 'Undo' }).tap();
    assert.equal(await part.getByRole('button', { name: 'Send' }).isDisabled(), true);
  });

  test('together: one message, and none before each part has something to say', async (t) => {
    const { page } = await openGallery(t);
    await page.locator('#together').getByRole('radio', { name: 'A: Soup' }).tap();
    await tapAt(page, page.locator('#together .kit-track'), 0.97, 0.5);
    assert.deepEqual(await sentBy(page, 'together', () => true), { meal: 'soup', hunger: 10 });
  });
});

describe('the page', { timeout: 600_000 }, () => {
  test('says the same in German, and throws nothing', async (t) => {
    const { page, faults } = await openGallery(t, { lang: 'de' });
    await page.getByRole('heading', { name: 'Der Baukasten' }).waitFor();
    await page.locator('#choice').getByRole('radio', { name: 'C: Vielleicht' }).waitFor();
    for (const card of await page.locator('.gallery-card').all())
      assert.doesNotMatch(
        await card.innerHTML().then((html) => html.replace(/<pre.*?<\/pre>/s, '')),
        /gallery\.|kit\./,
      );
    assert.deepEqual(faults, []);
  });

  for (const font of ['100%', '200%'])
    test(`nothing reaches out of a card or the window with text at ${font}`, async (t) => {
      const { page } = await openGallery(t);
      await page.evaluate((size) => void (document.documentElement.style.fontSize = size), font);
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('.gallery-root, .gallery-root *')]
          .filter(
            (element) =>
              !element.closest('.kit-pad i, input') && element.scrollWidth > element.clientWidth + 1,
          )
          .filter(
            (element) => getComputedStyle(element).overflowX !== 'visible' && !element.matches('.kit-pad'),
          )
          .map((element) => element.className),
      );
      assert.deepEqual(wide, []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    });

  test('every control can be reached by Tab, and each source stands beside its part', async (t) => {
    const { page } = await openGallery(t);
    const reached = new Set();
    for (let i = 0; i < 70; i++) {
      await page.keyboard.press('Tab');
      reached.add(await page.evaluate(() => document.activeElement?.closest('.gallery-card')?.id));
    }
    for (const id of [...PARTS, 'bars', 'line', 'dots', 'light']) {
      assert.ok(reached.has(id), id);
      assert.match(
        (await page.locator(`#${id} pre`).textContent()) ?? '',
        /^import \{ \w+.* from '\.\.\/\.\.\/public\//,
      );
    }
  });

  test('screens show what the phones choose, and say it', async (t) => {
    const { page } = await openGallery(t);
    await page.locator('#bars').scrollIntoViewIfNeeded();
    const picture = page
      .locator('#bars')
      .getByRole('img', { name: /^Do you like it\?: Yes \d+, No \d+, Maybe 6$/ });
    await picture.waitFor();
    await page.locator('#choice').getByRole('radio', { name: 'C: Maybe' }).tap();
    await page.locator('#bars').scrollIntoViewIfNeeded();
    await page
      .locator('#bars')
      .getByRole('img', { name: /Maybe 7$/ })
      .waitFor();
  });
});
