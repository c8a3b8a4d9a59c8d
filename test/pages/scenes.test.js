/**
 * A view belongs to a scene. Every game follows every other one twice, with phone, screen, panel and remote open, and no page of
 * a game is given what is of another one: each view says of whom it is, and each page looks.
 */

/** @import { Page } from 'playwright-core' */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LAPTOP, PHONE, SCREEN, openBrowser, openPage, openPanel } from '../support/browser.js';
import { must } from '../support/documents.js';
import { makeLink, openControl, startControl, tempFolder } from '../support/server.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = /** @type {const} */ (['phone', 'playfield', 'panel', 'remote']);
/** Each page is sure to get a view by this hook when its game begins. @type {Partial<Record<typeof PAGES[number], string>>} */
const FIRST = { playfield: 'frame', panel: 'panel', remote: 'panel' };

/** Lets every view of a game say which game it is of. @param {string} id */
const saysItsGame = (id) => `
function marked(definition) {
  const mark = (view) => (view?.constructor === Object ? { ...view, of: '${id}' } : view);
  const own = { ...definition };
  for (const hook of ['frame', 'backdrop', 'notice', 'personal', 'panel'])
    if (own[hook]) own[hook] = (...args) => mark(definition[hook](...args));
  return defineGame(own);
}
`;

/** Lets a page of a game write down which views it is given, and which of them are not its own. @param {string} id */
const looks = (id) => `
export function mount(root, host) {
  const game = ownMount(root, host) ?? {};
  const mounted = { id: '${id}', count: {} };
  window.mounted = mounted;
  window.strange ??= [];
  const looking = { ...game };
  for (const hook of ['frame', 'backdrop', 'notice', 'personal', 'panel'])
    if (game[hook])
      looking[hook] = (view, ...more) => {
        if (view?.constructor === Object && view.of !== '${id}')
          window.strange.push('${id} was given a ' + hook + ' of ' + view.of);
        mounted.count[hook] = (mounted.count[hook] ?? 0) + 1;
        return game[hook].call(game, view, ...more);
      };
  return looking;
}
`;

/** All games as they are, but for what they say of themselves. @param {import('node:test').TestContext} t @returns {Promise<string>} for GAMES_DIR */
async function markedGames(t) {
  const root = await tempFolder(t);
  const folder = join(root, 'games');
  await cp(join(ROOT, 'games'), folder, { recursive: true });
  for (const beside of ['node_modules', 'public', 'vendor'])
    await symlink(join(ROOT, beside), join(root, beside));
  for (const id of await readdir(folder)) {
    const rules = join(folder, id, 'game.js');
    if (!existsSync(rules)) continue;
    await change(rules, 'export default defineGame(', 'export default marked(', saysItsGame(id));
    for (const page of PAGES) {
      const file = join(folder, id, `${page}.js`);
      if (existsSync(file)) await change(file, 'export function mount(', 'function ownMount(', looks(id));
    }
  }
  return folder;
}

/** @param {string} file @param {string} from @param {string} to @param {string} more at its end */
async function change(file, from, to, more) {
  const text = await readFile(file, 'utf8');
  assert.ok(text.includes(from), file);
  await writeFile(file, text.replace(from, to) + more);
}

/** A way along which each of them follows each other one once, and which ends where it began. @param {readonly string[]} ids @returns {string[]} */
function everyPair(ids) {
  /** @type {Map<string, string[]>} */
  const left = new Map(ids.map((id) => [id, ids.filter((other) => other !== id)]));
  /** @type {string[]} */
  const way = [];
  const stack = [String(ids[0])];
  for (let at = stack.at(-1); at !== undefined; at = stack.at(-1)) {
    const next = left.get(at)?.pop();
    if (next === undefined) way.push(String(stack.pop()));
    else stack.push(next);
  }
  return way.reverse();
}

/** Waits until a page has its game, and that a view. @param {Page} page @param {{ id: string, hook: string | undefined }} wanted */
function isThere(page, wanted) {
  return page.waitForFunction(({ id, hook }) => {
    const { mounted } = /** @type {any} */ (window);
    return mounted?.id === id && (hook === undefined || mounted.count[hook] > 0);
  }, wanted);
}

/** @param {Page} page @returns {Promise<string[]>} */
const strange = (page) => page.evaluate(() => /** @type {any} */ (window).strange ?? []);

test(
  'every game follows every other one twice: no page is given what is of another one, and none fails',
  { timeout: 300_000 },
  async (t) => {
    const GAMES_DIR = await markedGames(t);
    const { app, control, ask, welcome } = await startControl(t, { GAMES_DIR });
    const browser = await openBrowser(t);
    const opened = {
      phone: await openPage(browser, app.url, PHONE),
      playfield: await openPage(browser, `${app.url}/playfield#key=${welcome.presenterKey}`, SCREEN),
      panel: await openPanel(browser, app, LAPTOP),
      remote: await openPage(browser, (await makeLink(control, 'presenter')).url, PHONE),
    };
    const titles = new Map(welcome.games.map(({ id, title }) => [id, title]));
    const way = everyPair([...titles.keys()]);
    for (const id of await readdir(GAMES_DIR)) assert.ok(titles.has(id), id);
    assert.equal(way.length, titles.size * (titles.size - 1) + 1);
    for (const id of [...way, ...way.slice(1)]) {
      await must(ask('switch', id));
      const title = String(titles.get(id));
      await Promise.all([
        opened.panel.page.waitForSelector(`#current-title:has-text("${title}")`),
        opened.remote.page.waitForSelector(`#bar:has-text("${title}")`),
        ...PAGES.filter((page) => existsSync(join(GAMES_DIR, id, `${page}.js`))).map((page) =>
          isThere(opened[page].page, { id, hook: FIRST[page] }),
        ),
      ]);
      assert.equal(
        await opened.panel.page.locator('.game-panel ~ .problem').count(),
        0,
        `the panel of ${id}`,
      );
    }
    for (const { page, faults } of Object.values(opened))
      assert.deepEqual([await strange(page), faults], [[], []]);
  },
);

test('a panel that goes from room to room shows each the views of its own game', async (t) => {
  const GAMES_DIR = await markedGames(t);
  const { app, ask } = await startControl(t, { GAMES_DIR });
  const beside = await openControl(t, app);
  const { room } = await must(ask('open-room', 'Balcony'));
  await must(beside.ask('watch', room.id));
  // Both are in their second scene, whose number is the same.
  await must(ask('switch', 'quiz'));
  await must(beside.ask('switch', 'worm'));
  const { page, faults } = await openPanel(await openBrowser(t), app, LAPTOP);
  const select = page.getByRole('banner').getByLabel('Room');
  for (let turn = 0; turn < 10; turn++)
    for (const [id, game] of /** @type {const} */ ([
      ['main', 'quiz'],
      [room.id, 'worm'],
    ])) {
      await select.selectOption(id);
      await isThere(page, { id: game, hook: 'panel' });
      assert.equal(await page.locator('.game-panel ~ .problem').count(), 0, `the panel of ${game}`);
    }
  assert.deepEqual([await strange(page), faults], [[], []]);
});
