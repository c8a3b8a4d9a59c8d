/**
 * The kits in real Chromium, in games made of them: each part by touch and by keyboard at 320 px, with the names and
 * roles that a screen reader finds; three lines for a phone, three for a screen; and nothing left behind.
 */

/** @import { TestContext } from 'node:test' */
/** @import { Browser, Locator, Page } from 'playwright-core' */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { PHONE, SCREEN, openPage } from '../support/browser.js';
import { launchChromium } from '../../check/browser/chromium.js';
import { gamesFolder } from '../support/games.js';
import { readJoined } from '../support/joined.js';
import { leaksOf, recordLeaks } from '../../check/browser/leaks.js';
import { startControl } from '../support/server.js';
import { until } from '../support/until.js';

const SMALL = Object.freeze({ ...PHONE, viewport: { width: 320, height: 640 } });
const MOST_BYTES = 60 * 1024;
const MOST_REQUESTS = 16;

/** A game with one part, or several, on its phones; what they say last stands at `#stage`. @param {string} parts @param {{ fields: string, hold?: boolean }} about */
const gameOf = (parts, { fields, hold = false }) => ({
  'game.js': `import { defineGame, refuse } from 'mass-mobile';
export default defineGame({
  title: 'Parts',
  input: { ${fields} },
  hold: ${hold},
  submit: {
    question: {
      fields: { text: { type: 'string', maxLength: 60 } },
      accept(state, { value: { text } }) {
        if (state.had.includes(text)) throw refuse('We have had that one already.');
        state.had.push(text);
        return {};
      },
    },
  },
  setup: () => ({ had: [] }),
  frame: () => ({ counts: {} }),
});
`,
  'phone.js': `${['choice', 'pad', 'slider', 'stick', 'textbox'].map((part) => `import { ${part} } from '../../public/phone/kit/${part}.js';`).join('\n')}

export function mount(root, host) {
  const parts = [${parts}];
  return {
    input() {
      const said = parts.map((part) => part.input()).find((one) => one !== null) ?? null;
      if (said !== null) root.dataset.said = JSON.stringify(said);
      return said;
    },
    submission: (one) => parts.forEach((part) => part.submission(one)),
  };
}
`,
});
const NUMBER = `{ type: 'number', minimum: -1, maximum: 1 }`;
const GAMES = {
  choice: gameOf(
    `choice(root, host, { field: 'vote', of: ['yes', 'no', 'maybe'], label: 'Do you like it?' })`,
    {
      fields: `vote: { type: 'string', enum: ['yes', 'no', 'maybe'] }`,
      hold: true,
    },
  ),
  slider: gameOf(
    `slider(root, host, { field: 'y', neutral: 0, ends: ['against', 'for'], label: 'And the speaker?' })`,
    { fields: `y: ${NUMBER}`, hold: true },
  ),
  upright: gameOf(
    `slider(root, host, { field: 'y', neutral: 0, backS: 2, upright: true, ends: ['−', '+'] })`,
    { fields: `y: ${NUMBER}`, hold: true },
  ),
  pad: gameOf(`pad(root, host, { taps: 'taps', label: 'Tap!' })`, {
    fields: `taps: { type: 'integer', minimum: 0, maximum: 20 }`,
  }),
  stick: gameOf(`stick(root, host, { x: 'x', y: 'y', label: 'Fly' })`, {
    fields: `x: ${NUMBER}, y: ${NUMBER}`,
    hold: true,
  }),
  textbox: gameOf(
    `textbox(root, host, { field: 'text', submit: 'question', maxLength: 60, label: 'Your question' })`,
    { fields: '' },
  ),
  parts: gameOf(
    `choice(root, host, { field: 'a', of: ['x', 'y'] }),
    slider(root, host, { field: 'b', neutral: 0, backS: 60, initial: 1 }),
    pad(root, host, { taps: 'c' }),
    stick(root, host, { x: 'd' }),
    textbox(root, host, { field: 'text', submit: 'question' })`,
    { fields: `n: { type: 'number', optional: true }` },
  ),
  vote: {
    'game.js': `import { defineGame, tally } from 'mass-mobile';
export default defineGame({
  title: 'Vote',
  input: { vote: { type: 'string', enum: ['yes', 'no', 'maybe'] } },
  hold: true,
  aggregate: tally('vote'),
  setup: () => ({ counts: {} }),
  tick: (state, counts) => void (state.counts = counts),
  frame: (state) => state,
});
`,
    'phone.js': `import { choice } from '../../public/phone/kit/choice.js';

export const mount = (root, host) => choice(root, host, { field: 'vote', of: ['yes', 'no', 'maybe'] });
`,
    'playfield.js': `import { bars } from '../../public/playfield/bars.js';

export const mount = (root, host) => bars(root, host, { of: ['yes', 'no', 'maybe'], title: 'Do you like it?' });
`,
  },
};

/** @type {Browser} */
let browser;
before(async () => void (browser = await launchChromium()));
after(() => browser.close());

/** @param {TestContext} t @param {keyof typeof GAMES} game */
async function startGame(t, game) {
  const show = await startControl(t, { GAMES_DIR: await gamesFolder(t, GAMES) });
  await show.ask('switch', game);
  return show;
}

/** @param {TestContext} t @param {keyof typeof GAMES} game */
async function openPart(t, game) {
  const { app } = await startGame(t, game);
  const { page } = await openPage(browser, app.url, SMALL);
  t.after(() => page.context().close());
  await page.locator('.kit-part, .kit-pad').first().waitFor();
  return page;
}

/** Waits until the phone has said this. @param {Page} page @param {(said: any) => boolean} isThis @returns {Promise<unknown>} */
function says(page, isThis) {
  const said = async () => JSON.parse((await page.locator('#stage').getAttribute('data-said')) ?? 'null');
  return until(said, (message) => message !== null && isThis(message), { about: 'what the part says' });
}

/** @param {Locator} element @param {number} x of its width @param {number} y of its height @returns {Promise<[number, number]>} in the window */
async function placeIn(element, x, y) {
  const box = await element.boundingBox();
  assert.ok(box);
  return [box.x + box.width * x, box.y + box.height * y];
}

describe('by touch and by keyboard', { timeout: 600_000 }, () => {
  test('choice: a radio group whose arrows choose nothing, and whose Space and Enter do', async (t) => {
    const page = await openPart(t, 'choice');
    const group = page.getByRole('radiogroup', { name: 'Do you like it?' });
    await group.getByRole('radio', { name: 'B: no' }).tap();
    await says(page, ({ vote }) => vote === 'no');
    await group.getByRole('radio', { name: 'B: no', checked: true }).press('ArrowDown');
    assert.equal(
      await group.getByRole('radio', { name: 'C: maybe' }).evaluate((one) => one === document.activeElement),
      true,
    );
    assert.equal(await group.getByRole('radio', { checked: true }).getAttribute('aria-label'), 'B: no');
    await page.keyboard.press('Space');
    await says(page, ({ vote }) => vote === 'maybe');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await says(page, ({ vote }) => vote === 'yes');
    assert.equal(await group.locator('[tabindex="0"]').count(), 1);
  });

  test('slider: says its value in words, finds neutral, and has an end at each side', async (t) => {
    const page = await openPart(t, 'slider');
    const track = page.locator('.kit-track');
    const slider = page.getByRole('slider', { name: 'And the speaker?' });
    assert.equal(
      await page.locator('#stage').getAttribute('data-said'),
      null,
      'an untouched slider says nothing',
    );
    await page.touchscreen.tap(...(await placeIn(track, 0.97, 0.5)));
    await says(page, ({ y }) => y === 1);
    assert.equal(await slider.getAttribute('aria-valuetext'), '100 % for');
    await page.touchscreen.tap(...(await placeIn(track, 0.51, 0.5)));
    await says(page, ({ y }) => y === 0);
    assert.equal(await slider.getAttribute('aria-valuetext'), 'Neutral');
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await says(page, ({ y }) => y === -0.1);
    assert.equal(await slider.getAttribute('aria-valuetext'), '10 % against');
    await page.keyboard.press('Home');
    await says(page, ({ y }) => y === -1);
  });

  test('an upright slider goes back to neutral when it is let go', async (t) => {
    const page = await openPart(t, 'upright');
    await page.mouse.move(...(await placeIn(page.locator('.kit-track'), 0.5, 0.02)));
    await page.mouse.down();
    await says(page, ({ y }) => y > 0.5);
    await page.mouse.up();
    await says(page, ({ y }) => y === 0);
    const slider = page.getByRole('slider');
    assert.equal(await slider.getAttribute('aria-orientation'), 'vertical');
    await slider.focus();
    await page.keyboard.down('ArrowDown');
    await says(page, ({ y }) => y < 0);
    await page.keyboard.up('ArrowDown');
    await says(page, ({ y }) => y === 0);
  });

  test('pad: a button that counts each tap, by finger, Space and Enter', async (t) => {
    const page = await openPart(t, 'pad');
    const button = page.getByRole('button', { name: 'Tap!' });
    await button.tap();
    await says(page, ({ taps }) => taps === 1);
    await button.focus();
    // Faster than the rate: none is lost, however they are spread over messages.
    await button.evaluate((pad) => {
      for (const key of [' ', 'Enter', ' ', 'Enter', ' '])
        for (const type of ['keydown', 'keyup'])
          pad.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true }));
    });
    await says(page, ({ taps }) => taps === 5);
  });

  test('stick: two named sliders, one for each axis, and springs back', async (t) => {
    const page = await openPart(t, 'stick');
    const box = await page.locator('.kit-field').boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width - 30, box.y + 30);
    await page.mouse.down();
    await says(page, ({ x, y }) => x === 1 && y === 1);
    await page.mouse.up();
    await says(page, ({ x, y }) => x === 0 && y === 0);
    const group = page.getByRole('group', { name: 'Fly' });
    await group.getByRole('slider', { name: 'Down to up' }).waitFor({ state: 'attached' });
    await group.getByRole('slider', { name: 'Left to right' }).focus();
    await page.keyboard.down('ArrowUp');
    await says(page, ({ x, y }) => x === 0 && y === 0.2);
    await page.keyboard.up('ArrowUp');
    await says(page, ({ y }) => y === 0);
  });

  test('textbox: counts, cuts, sends by Enter, says that it is saved, and gives back what was refused', async (t) => {
    const page = await openPart(t, 'textbox');
    const box = page.getByRole('textbox', { name: 'Your question' });
    const send = page.getByRole('button', { name: 'Send' });
    const status = page.locator('#stage').getByRole('status');
    assert.equal(await send.isDisabled(), true);
    await box.fill('👍'.repeat(61));
    assert.equal(await box.inputValue(), '👍'.repeat(60));
    await page.getByText('Cut: there is room for 60 characters').waitFor();
    await box.fill('Why?');
    await box.press('Enter');
    await status.filter({ hasText: 'Saved' }).waitFor();
    assert.equal(await box.inputValue(), '');
    await box.fill('Why?');
    await send.tap();
    await status.filter({ hasText: 'We have had that one already.' }).waitFor();
    assert.equal(await box.inputValue(), 'Why?');
    assert.equal(await send.isDisabled(), false);
  });

  test('all of them in one column: nothing reaches out of the page in type of 200 %, and Tab finds each', async (t) => {
    const page = await openPart(t, 'parts');
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    const reached = new Set();
    for (let i = 0; i < 30; i++) {
      await page.keyboard.press('Tab');
      reached.add(await page.evaluate(() => document.activeElement?.closest('.kit > *')?.className ?? ''));
    }
    const parts = await page.locator('.kit > *').evaluateAll((all) => all.map(({ className }) => className));
    assert.equal(parts.length, 5);
    for (const part of parts) assert.ok(reached.has(part), part);
  });
});

test(
  'a vote: three lines for the phone, three for the screen, and the phone stays within its budget',
  { timeout: 300_000 },
  async (t) => {
    const { app } = await startGame(t, 'vote');
    for (const script of ['public/phone/phone.js', 'games/vote/phone.js'])
      await readJoined(`${app.url}/${script}`);
    /** @type {Promise<{ url: string, bytes: number }>[]} */
    const files = [];
    const { page: phone, faults } = await openPage(browser, app.url, PHONE, async (page) => {
      page.on('response', (response) => {
        const url = response.url();
        if (url.startsWith('data:') || url.includes('/socket.io/?') || url.endsWith('.woff2')) return;
        files.push(response.body().then((body) => ({ url, bytes: gzipSync(body).length })));
      });
    });
    const { page: screen } = await openPage(browser, `${app.url}/playfield`, SCREEN);
    t.after(() => screen.context().close());
    const shows = (/** @type {string[]} */ figures) =>
      until(
        () => screen.locator('.bars-figures').allInnerTexts(),
        (found) => String(found.map((one) => one.split(/\s+/).filter(Boolean).join(' '))) === String(figures),
        { about: figures.join() },
      );
    await phone.getByRole('radio', { name: 'A: yes' }).tap();
    await shows(['1 100%', '0 0%', '0 0%']);
    await phone.getByRole('radio', { name: 'C: maybe' }).tap();
    await shows(['0 0%', '0 0%', '1 100%']);
    const loaded = await Promise.all(files);
    const bytes = loaded.reduce((sum, file) => sum + file.bytes, 0);
    t.diagnostic(`${bytes} bytes compressed in ${loaded.length} requests`);
    assert.ok(bytes <= MOST_BYTES && loaded.length <= MOST_REQUESTS, loaded.map(({ url }) => url).join('\n'));
    assert.deepEqual(faults, []);
    await phone.context().close();
    await shows(['0 0%', '0 0%', '0 0%']);
  },
);

test('no part leaves anything behind', { timeout: 300_000 }, async (t) => {
  const { app, ask } = await startGame(t, 'vote');
  const { page: phone, faults } = await openPage(browser, app.url, PHONE, recordLeaks);
  const { page: screen } = await openPage(browser, `${app.url}/playfield`, SCREEN, recordLeaks);
  t.after(() => Promise.all([phone, screen].map((page) => page.context().close())));
  await phone.getByRole('radio', { name: 'A: yes' }).waitFor();
  await screen.getByRole('heading', { name: 'Do you like it?' }).waitFor();
  await ask('switch', 'parts');
  await phone.getByRole('textbox').waitFor();
  await ask('switch', 'lobby');
  await phone.getByRole('textbox').waitFor({ state: 'detached' });
  await screen.getByRole('heading', { name: 'Do you like it?' }).waitFor({ state: 'detached' });
  for (const game of ['vote', 'parts']) assert.deepEqual(await leaksOf(phone, game), []);
  assert.deepEqual(await leaksOf(screen, 'vote'), []);
  assert.deepEqual(faults, []);
});
