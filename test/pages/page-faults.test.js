/** The faults of a game's pages come home: panel and log name the page, the file, the line and the reason, and no other room notices. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bringAxe, violationsOf } from '../../check/browser/axe.js';
import { LAPTOP, PHONE, SCREEN, openBrowser, openPage, openPanel } from '../support/browser.js';
import { gamesFolder } from '../support/games.js';
import { until } from '../support/until.js';
import { joinAsPhone, makeLink, next, nextLine, openControl, startControl } from '../support/server.js';

const HEAD = "import { defineGame, totals } from 'mass-mobile';\n";
const GAME = `${HEAD}export default defineGame({
  title: 'Weather',
  input: { a: { type: 'number', maximum: 1 } },
  hold: true,
  aggregate: totals('a'),
  submit: { vote: { fields: { a: { type: 'boolean' } }, accept: () => ({}) } },
  actions: { again: { title: 'Again', run() {} } },
  setup: () => ({ n: 0 }),
  tick(state) { state.n += 1; },
  frame: ({ n }) => ({ n }),
  notice: ({ n }) => ({ n }),
  panel: ({ n }) => ({ n }),
});
`;
/** @param {string} body of mount, from line 2 on */
const mount = (body) => `export function mount(root, host) {\n  ${body}\n}\n`;
const THROW = '  nobody.there();';

/**
 * The mistake, and what is said of it after the number of pages.
 * @type {Record<string, { files: Record<string, string>, place: string, says: RegExp, page?: 'phones' | 'screens' | 'remotes' | 'panels' }>}
 */
const MISTAKES = {
  'phone.js throws in mount()': {
    files: { 'phone.js': mount(THROW) },
    place: 'phone.js:2',
    says: /^ReferenceError: nobody is not defined, in mount\(\)/,
  },
  'phone.js throws in notice()': {
    files: { 'phone.js': mount(`return { notice() {\n${THROW}\n} };`) },
    place: 'phone.js:3',
    says: /^ReferenceError: nobody is not defined, in notice\(\)/,
  },
  'phone.js throws in input()': {
    files: { 'phone.js': mount(`host.changed();\n  return { input() {\n${THROW}\n} };`) },
    place: 'phone.js:4',
    says: /^ReferenceError: nobody is not defined, in input\(\)/,
  },
  'phone.js throws in a timer': {
    files: { 'phone.js': mount(`setTimeout(() => {\n${THROW}\n}, 10);`) },
    place: 'phone.js:3',
    says: /^ReferenceError: nobody is not defined$/,
  },
  'phone.js rejects': {
    files: { 'phone.js': mount(`void (async () => {\n${THROW}\n})();`) },
    place: 'phone.js:3',
    says: /^ReferenceError: nobody is not defined$/,
  },
  'phone.js sets innerHTML': {
    files: { 'phone.js': mount("root.innerHTML = '<b>Hello</b>';") },
    place: 'phone.js:2',
    says: /TrustedHTML.*, in mount\(\)/,
  },
  'phone.js has no mount()': {
    files: { 'phone.js': 'export const start = 1;\n' },
    place: 'phone.js',
    says: /^TypeError: it exports no mount\(\): write "export function mount\(root, host\) /,
  },
  'phone.js has a syntax error': {
    files: { 'phone.js': mount("const a = 'two words' of;") },
    place: 'phone.js:2',
    says: /^Expected ";" but found "of"/,
  },
  'phone.js imports what is not there': {
    files: { 'phone.js': `import { parts } from './phone/parts.js';\n${mount('parts(root);')}` },
    place: 'phone.js:1',
    says: /^There is no \/games\/[\w-]+\/phone\/parts\.js\./,
  },
  'a part of phone.js throws': {
    files: {
      'phone.js': `import { parts } from './phone/parts.js';\n${mount('parts(root);')}`,
      'phone/parts.js': `/** Parts. */\nexport function parts() {\n${THROW}\n}\n`,
    },
    place: 'phone/parts.js:3',
    says: /^ReferenceError: nobody is not defined, in mount\(\)/,
  },
  'phone.js sends a value out of range': {
    files: { 'phone.js': mount('host.changed();\n  return { input: () => ({ a: 2 }) };') },
    place: 'phone.js',
    says: /The input was refused: a .*1.*, in input\(\)/,
  },
  'phone.js submits what the game does not accept': {
    files: { 'phone.js': mount("host.submit('vite', { a: true });") },
    place: 'phone.js',
    says: /This game does not accept "vite"\. It accepts: vote\., in submit\(\)/,
  },
  'phone.js throws what is no error': {
    files: { 'phone.js': mount("throw 'three words here';") },
    place: '',
    says: /^three words here, in mount\(\)/,
  },
  'strings/en.js has a syntax error': {
    files: { 'strings/en.js': "export default {\n  'a': 'b';\n};\n" },
    place: 'strings/en.js',
    says: /^SyntaxError: /,
  },
  'playfield.js throws in mount()': {
    files: { 'playfield.js': mount(THROW) },
    page: 'screens',
    place: 'playfield.js:2',
    says: /^ReferenceError: nobody is not defined, in mount\(\)/,
  },
  'playfield.js throws in frame()': {
    files: { 'playfield.js': mount(`return { frame() {\n${THROW}\n} };`) },
    page: 'screens',
    place: 'playfield.js:3',
    says: /^ReferenceError: nobody is not defined, in frame\(\)/,
  },
  'playfield.js throws while it is loaded': {
    files: { 'playfield.js': `nobody.there();\n${mount('return { frame() {} };')}` },
    page: 'screens',
    place: 'playfield.js:1',
    says: /^ReferenceError: nobody is not defined$/,
  },
  'playfield.js has a syntax error': {
    files: { 'playfield.js': mount('return { frame() { };') },
    page: 'screens',
    place: 'playfield.js:2',
    says: /^Expected "}" but found ";"/,
  },
  'playfield.js returns nothing': {
    files: { 'playfield.js': mount('root.textContent = "Hello";') },
    page: 'screens',
    place: 'playfield.js',
    says: /mount\(\) has to return an object with frame\(\)/,
  },
  'playfield.js runs what is no action': {
    files: { 'playfield.js': mount("host.run('again-please');\n  return { frame() {} };") },
    page: 'screens',
    place: 'playfield.js',
    says: /The game has no action "again-please"\. Actions: again\., in run\(\)/,
  },
  'remote.js throws in panel()': {
    files: { 'remote.js': mount(`return { panel() {\n${THROW}\n} };`) },
    page: 'remotes',
    place: 'remote.js:3',
    says: /^ReferenceError: nobody is not defined, in panel\(\)/,
  },
  'panel.js throws in mount()': {
    files: { 'panel.js': mount(THROW) },
    page: 'panels',
    place: 'panel.js:2',
    says: /^ReferenceError: nobody is not defined, in mount\(\)/,
  },
};
/** The rounds before are many, and need not wait. */
const SURE = { anew: true, sure: true };
/** A page that never comes back, and is opened anew. @type {Record<string, { files: Record<string, string>, page: 'phones' | 'screens', says: RegExp }>} */
const LOOPS = {
  'phone.js loops in mount()': {
    files: { 'phone.js': mount('for (;;);') },
    page: 'phones',
    says: /^the page has hung for 4 s, in or after mount\(\): look for a loop without an end$/,
  },
  'phone.js loops in notice()': {
    files: { 'phone.js': mount('return { notice({ n }) { while (n > 20); } };') },
    page: 'phones',
    says: /^the page has hung for 4 s, in or after notice\(\): look for a loop without an end$/,
  },
  'phone.js loops in a timer': {
    files: { 'phone.js': mount('setTimeout(() => { for (;;); }, 2500);') },
    page: 'phones',
    says: /^the page has hung for 4 s(?:, in or after \w+\(\))?: look for a loop without an end$/,
  },
  'playfield.js loops in frame()': {
    files: { 'playfield.js': mount('return { frame() { for (;;); } };') },
    page: 'screens',
    says: /^the page has hung for 4 s, in or after frame\(\): look for a loop without an end$/,
  },
};
const names = Object.keys(MISTAKES);
const idOf = (/** @type {string} */ name) => `mistake-${names.indexOf(name)}`;

test(
  'whatever is wrong on a page stands in the panel and in the log, with its place, and no other room notices',
  { timeout: 300_000 },
  async (t) => {
    const games = Object.fromEntries(
      Object.entries(MISTAKES).map(([name, { files }]) => [
        idOf(name),
        { 'game.js': GAME.replace('Weather', idOf(name)), ...files },
      ]),
    );
    const GAMES_DIR = await gamesFolder(t, games);
    const { app, control, ask, socket, welcome } = await startControl(t, { GAMES_DIR });
    const browser = await openBrowser(t);
    const { room } = await ask('open-room', 'Balcony');
    const { socket: elsewhere } = await joinAsPhone(t, app.url, { room: room.id });
    /** @type {unknown[]} */
    const unwanted = [];
    for (const event of ['problem', 'disconnect'])
      elsewhere.on(event, (...news) => unwanted.push(event, news));
    const other = await openControl(t, app);
    await other.ask('watch', room.id);
    const { hash } = new URL((await makeLink(control, 'presenter')).url);
    await openPage(browser, app.url, PHONE);
    await openPage(browser, `${app.url}/playfield#key=${welcome.presenterKey}`, SCREEN);
    await openPage(browser, `${app.url}/remote${hash}`, PHONE);
    const { page: panel } = await openPanel(browser, app, LAPTOP);
    await panel.waitForSelector('.current h2');
    await bringAxe(panel);
    await panel.reload();
    await panel.waitForSelector('.current h2');
    for (const [at, [name, { page = 'phones', place, says }]] of Object.entries(MISTAKES).entries())
      await t.test(name, async () => {
        // Another page may report the mistake before this one as late as now.
        const end = ` (${idOf(name)})`;
        const line = nextLine(socket, ({ text }) => text.includes(` ${page}: `) && text.endsWith(end));
        assert.equal((await ask('switch', idOf(name), SURE)).ok, true);
        const { text, roomId } = await line;
        const [, which, rest = ''] = /^1 of 1 (\w+): (.*) \(/.exec(text) ?? [];
        assert.equal(which, page, text);
        const [, where = '', words = ''] = /^([\w/]+\.js(?::\d+:\d+)? )?(.*)$/.exec(rest) ?? [];
        assert.equal(where.trim().replace(/:\d+$/, ''), place);
        assert.match(words, says);
        assert.equal(roomId, 'main');
        const shown =
          page === 'panels' ? panel.locator('.current [role="alert"]') : panel.locator('.faults li');
        await shown
          .filter({ hasText: words.split(', in ')[0] })
          .first()
          .waitFor();
        if (at === 0) assert.deepEqual(await violationsOf(panel, { part: '.current' }), []);
        assert.equal((await ask('switch', 'lobby', SURE)).ok, true);
        await panel.locator('.faults, .current [role="alert"]').waitFor({ state: 'detached' });
      });
    const { faults, presence } = await next(other.socket, 'status', ({ roomId }) => roomId === room.id);
    assert.deepEqual(faults, []);
    assert.equal(presence.connected, 1);
    assert.deepEqual(unwanted, []);
  },
);

test('what fails in game.js stands in the panel, until another game is on', async (t) => {
  const files = (/** @type {string} */ from, /** @type {string} */ to) => ({
    'game.js': GAME.replace(from, to),
  });
  const { app, ask } = await startControl(t, {
    GAMES_DIR: await gamesFolder(t, {
      over: files('state.n += 1;', 'if ((state.n += 1) > 30) nobody.there();'),
      act: files('run() {}', 'run() { nobody.there(); }'),
    }),
  });
  const { page: panel, faults } = await openPanel(await openBrowser(t), app);
  const shown = panel.locator('.faults li');
  for (const time of ['once', 'twice'])
    await t.test(time, async () => {
      assert.equal((await ask('switch', 'over', SURE)).ok, true);
      await panel.waitForSelector('#current-title:text-is("Lobby")');
      await shown
        .filter({
          hasText: /^Weather stopped in tick\(\): nobody is not defined. The lobby took over. game.js:10:\d+/,
        })
        .waitFor();
      assert.equal((await ask('switch', 'act', SURE)).ok, true);
      await shown.waitFor({ state: 'detached' });
      assert.equal((await ask('run', 'again')).ok, false);
      await shown
        .filter({ hasText: /^Weather: The action "again" failed: nobody is not defined.* game.js:8:\d+$/ })
        .waitFor();
      assert.equal(await shown.count(), 1);
    });
  assert.deepEqual(faults, []);
});

test('a page that hangs is found by its heartbeat', async (t) => {
  const ids = Object.keys(LOOPS).map((_name, n) => `loop-${n}`);
  const games = Object.values(LOOPS).map(({ files }, n) => [String(ids[n]), { 'game.js': GAME, ...files }]);
  const { app, ask, socket, welcome } = await startControl(t, {
    GAMES_DIR: await gamesFolder(t, Object.fromEntries(games)),
  });
  const browser = await openBrowser(t);
  for (const [n, [name, { page: which, says }]] of Object.entries(LOOPS).entries())
    await t.test(name, async () => {
      const path = which === 'phones' ? '/' : `/playfield#key=${welcome.presenterKey}`;
      const { page } = await openPage(browser, app.url + path, which === 'phones' ? PHONE : SCREEN);
      await until(() => page.workers().length === 1);
      const line = nextLine(socket, ({ text }) => text.includes(` ${which}: `));
      assert.equal((await ask('switch', ids[n], SURE)).ok, true);
      const [, words = ''] = /^1 of 1 \w+: (.*) \(Weather\)$/.exec((await line).text) ?? [];
      assert.match(words, says);
      await ask('switch', 'lobby', SURE);
      await page.context().close();
    });
});
