/** The law of the contract that needs a browser: `unmount` leaves no timer, frame, listener or observer behind. */

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { loadGames } from '../../lib/load-games.js';
import { LAPTOP, PHONE, SCREEN, openBrowser, openPage } from '../support/browser.js';
import { gamesFolder } from '../support/games.js';
import { leaksOf, recordLeaks } from '../support/leaks.js';
import { openControl, startServer } from '../support/server.js';
import { until } from '../support/until.js';

/** @import { TestContext } from 'node:test' */

const GAMES_DIR = process.env['GAMES_DIR'] ?? fileURLToPath(new URL('../../games', import.meta.url));
const { games } = await loadGames(GAMES_DIR);

test(
  'no game leaves anything behind on a phone, a playfield or in the panel',
  { timeout: 600_000 },
  async (t) => {
    const show = await openShow(t, GAMES_DIR);
    for (const [id, { card }] of games) {
      await t.test(id, async () => {
        const other =
          id === 'lobby' ? ([...games.keys()].find((one) => one !== 'lobby') ?? 'lobby') : 'lobby';
        await show.play(id, card.files);
        await show.ask('switch', other);
        for (const [where, page] of Object.entries(show.pages)) {
          await until(
            () => leaksOf(page, id),
            ({ length }) => length === 0,
            { about: `what it left on the ${where} goes` },
          );
        }
      });
    }
  },
);

test('what a game leaves behind is found, with the line that made it', async (t) => {
  const phone = `export function mount(root) {
  setInterval(() => {}, 1000);
  addEventListener('resize', () => {});
  root.textContent = 'Leaky';
  return {};
}
`;
  const playfield = `export function mount(root) {
  const loop = () => requestAnimationFrame(loop);
  loop();
  new ResizeObserver(() => {}).observe(document.body);
  root.addEventListener('click', () => {});
  return { frame() {} };
}
`;
  const game = `import { defineGame } from 'mass-mobile';
export default defineGame({ title: 'Leaky', setup: () => ({}), frame: () => null });
`;
  const show = await openShow(
    t,
    await gamesFolder(t, { leaky: { 'game.js': game, 'phone.js': phone, 'playfield.js': playfield } }),
  );
  await show.play('leaky', { phone: '/games/leaky/phone.js', playfield: '/games/leaky/playfield.js' });
  await show.ask('switch', 'lobby');
  await show.pages.phone.waitForSelector('.lobby-pad');
  const withoutPlace = (/** @type {string} */ one) => one.replace(/:\d+:\d+$/, '');
  const leaks = await leaksOf(show.pages.phone, 'leaky');
  // The modules of a phone may come joined, with other lines.
  assert.ok(leaks.every((one) => /phone\.js:\d+:\d+$/.test(one)));
  assert.deepEqual(leaks.map(withoutPlace), [
    'setInterval of /games/leaky/phone.js',
    'Window "resize" of /games/leaky/phone.js',
  ]);
  await show.pages.playfield.waitForSelector('canvas');
  const left = await leaksOf(show.pages.playfield, 'leaky');
  assert.deepEqual(left.map(withoutPlace).sort(), [
    'HTMLDivElement "click" of /games/leaky/playfield.js',
    'ResizeObserver of /games/leaky/playfield.js',
    'requestAnimationFrame of /games/leaky/playfield.js',
  ]);
});

/**
 * A phone, a playfield and a panel of one server, each recording what games make.
 * @param {TestContext} t
 * @param {string} folder
 */
async function openShow(t, folder) {
  const app = await startServer(t, { GAMES_DIR: folder });
  const browser = await openBrowser(t);
  const { ask } = await openControl(t, app);
  const open = async (/** @type {string} */ path, /** @type {object} */ options) =>
    (await openPage(browser, `${app.url}${path}`, options, recordLeaks)).page;
  const pages = {
    phone: await open('/', PHONE),
    playfield: await open('/playfield', SCREEN),
    panel: await open(`/control#key=${app.operatorKey}`, LAPTOP),
  };
  return {
    ask,
    pages,
    /** Until it is there and has had every button pressed. @param {string} id @param {Record<string, unknown>} files */
    async play(id, files) {
      assert.deepEqual(await ask('switch', id), { ok: true });
      for (const [name, page] of Object.entries(pages)) {
        const file = files[name];
        if (typeof file === 'string') await page.waitForFunction(hasLoaded, file);
      }
      for (const action of Object.keys(games.get(id)?.game.actions ?? {})) await ask('run', action, {});
      await pages.phone.evaluate(pressEverything);
    },
  };
}

/** @param {string} file */
function hasLoaded(file) {
  return performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname === file);
}

function pressEverything() {
  for (const button of document.querySelectorAll('button')) {
    for (const type of ['pointerdown', 'pointerup'])
      button.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0 }));
  }
}
