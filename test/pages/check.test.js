/** Every game on a phone, a screen and in a panel of Chromium, as `npm run check-game` opens them; and mistakes that are seen only there. */

import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { checkInBrowser, openShow } from '../../check/browser/show.js';
import { gamesIn, loadGame } from '../../lib/load-games.js';
import { gamesFolder } from '../support/games.js';

const ROOT = new URL('../..', import.meta.url);
const { GAMES_DIR } = process.env;

for (const folder of GAMES_DIR ? [GAMES_DIR] : ['games', 'examples'])
  test(
    `nothing in ${folder} throws, is hard to read or to hit, or leaves anything behind`,
    { timeout: 600_000 },
    async (t) => {
      const gamesDir = resolve(fileURLToPath(ROOT), folder);
      const show = await openShow(gamesDir);
      t.after(show.close);
      for (const id of gamesIn(gamesDir)) {
        const loaded = await loadGame(join(gamesDir, id), id);
        await t.test(id, async () => assert.deepEqual(await show.check(loaded), []));
      }
    },
  );

const GAME = `import { defineGame, totals } from 'mass-mobile';
export default defineGame({
  title: 'Leaky', input: { taps: { type: 'integer', maximum: 9 } }, aggregate: totals('taps'), setup: () => ({}), frame: () => null,
});
`;

/** @type {Record<string, { files: Record<string, string>, says: RegExp[] }>} */
const MISTAKES = {
  'what is left behind, with the line that made it': {
    files: {
      'phone.js': `export function mount(root) {
  setInterval(() => {}, 1000);
  addEventListener('resize', () => {});
  root.textContent = 'Leaky';
  return {};
}
`,
      'playfield.js': `export function mount(root) {
  const loop = () => requestAnimationFrame(loop);
  loop();
  new ResizeObserver(() => {}).observe(document.body);
  root.addEventListener('click', () => {});
  return { frame() {} };
}
`,
    },
    says: [
      /^setInterval of phone\.js:2:\d+ is left behind after unmount/,
      /^Window "resize" of phone\.js:3:/,
      /^requestAnimationFrame of playfield\.js/,
      /^ResizeObserver of playfield\.js/,
      /^HTMLDivElement "click" of playfield\.js/,
    ],
  },
  'a phone that throws once it is open': {
    files: { 'phone.js': 'export function mount() {\n  nobody.there();\n}\n' },
    says: [/^phone\.js:2:3 ReferenceError: nobody is not defined, in mount\(\)$/],
  },
  'an input that does not fit, once a button is pressed': {
    files: {
      'phone.js': `export function mount(root, { changed }) {
  let isPressed = false;
  const button = document.createElement('button');
  button.textContent = 'Tap';
  button.addEventListener('click', () => ((isPressed = true), changed()));
  root.append(button);
  return { input: () => (isPressed ? { tops: 1 } : null) };
}
`,
    },
    says: [/^phone\.js .*The input was refused: taps is missing/],
  },
  'a text that is hard to read, and buttons that are hard to hit': {
    files: {
      'phone.js': `export function mount(root) {
  root.style.background = '#fff';
  const text = document.createElement('p');
  Object.assign(text.style, { color: '#ddd', fontSize: '20px' });
  text.textContent = 'Pale';
  const buttons = ['a', 'b'].map((name) => {
    const button = document.createElement('button');
    Object.assign(button.style, { width: '9px', height: '9px', padding: '0', margin: '0', fontSize: '8px' });
    button.ariaLabel = name;
    return button;
  });
  root.append(text, ...buttons);
  return {};
}
`,
    },
    says: [
      /^phone: color-contrast: .*p: .* insufficient color contrast of 1\.\d/,
      /^phone: target-size: .*button/,
    ],
  },
};
for (const [mistake, { files, says }] of Object.entries(MISTAKES))
  test(`named is ${mistake}`, async (t) => {
    const folder = join(await gamesFolder(t, { leaky: { 'game.js': GAME, ...files } }), 'leaky');
    const problems = await checkInBrowser(await loadGame(folder, 'leaky'), {});
    for (const one of says)
      assert.ok(
        problems.some((problem) => one.test(problem)),
        JSON.stringify(problems, null, 1),
      );
  });
