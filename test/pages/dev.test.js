/** `npm run dev`: what an author saves is on the open pages, without a restart, and nobody is sent away. */

import assert from 'node:assert/strict';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { LAPTOP, PHONE, SCREEN, openBrowser, openPage, openPanel } from '../support/browser.js';
import { gamesFolder } from '../support/games.js';
import { lastOrNext, makeLink, next, nextLine, openScreen, startControl } from '../support/server.js';
import { until } from '../support/until.js';

/** @param {Partial<Record<'setup' | 'tick' | 'rule' | 'frame' | 'more', string>>} [parts] */
const gameWith = ({
  setup = '{ n: 0 }',
  tick = 'state.n += STEP;',
  rule = 'first',
  frame = `({ ...state, rule: '${rule}', step: STEP })`,
  more = '',
} = {}) => `
import { defineGame } from 'mass-mobile';
import { STEP } from './rules/step.js';
export default defineGame({
  title: 'Drum',
  setup: () => (${setup}),
  tick(state) { ${tick} },
  frame: (state) => ${frame},
  notice: () => ({ rule: '${rule}' }),
  ${more}
});
`;
/** @param {string} words @param {string} [part] */
const pageWith = (words, part = '') => `
import { h } from '../../public/shared/dom.js';
${part && `import { PART } from './${part}/part.js';`}
export function mount(root, { t }) {
  const rule = h('i');
  root.append(h('b', { class: 'word' }, '${words} ', ${part ? 'PART' : "''"}, ' ', t('hello')), rule);
  return {
    frame: (view) => void (rule.textContent = view.rule),
    notice: (view) => void (rule.textContent = view.rule),
  };
}
`;
const DRUM = {
  'game.js': gameWith(),
  'rules/step.js': 'export const STEP = 1;\n',
  'phone.js': pageWith('Tap', 'phone'),
  'phone/part.js': "export const PART = 'one';\n",
  'playfield.js': pageWith('Look'),
  'remote.js': pageWith('Hold'),
  'panel.js': pageWith('Rule'),
  'style.css': '.word { letter-spacing: 1px; }\n',
  'strings/en.js': "export default { hello: 'Hello' };\n",
};

/** @param {import('node:test').TestContext} t @param {Record<string, Record<string, string>>} games @param {string} [STAGE] */
async function startDev(t, games, STAGE = 'thread') {
  const folder = await gamesFolder(t, games);
  const control = await startControl(t, { GAMES_DIR: folder, DEV: 'on', STAGE });
  await control.app.prepare();
  const write = (/** @type {string} */ path, /** @type {string} */ text) =>
    writeFile(join(folder, path), text);
  const switchTo = async (/** @type {string} */ id) =>
    assert.equal((await control.ask('switch', id, { anew: true, sure: true })).ok, true);
  /** @param {string} words that the line has */
  const line = (words) => nextLine(control.socket, ({ text }) => text.includes(words));
  return { ...control, folder, write, switchTo, line };
}

test('a change of each kind of file is on all open pages, and nobody is sent away', async (t) => {
  const { app, welcome, write, switchTo, ...control } = await startDev(t, { drum: DRUM });
  const { hash } = new URL((await makeLink(control, 'presenter')).url);
  const browser = await openBrowser(t);
  await switchTo('drum');
  const pages = {
    phone: (await openPage(browser, app.url, PHONE)).page,
    playfield: (await openPage(browser, `${app.url}/playfield#key=${welcome.presenterKey}`, SCREEN)).page,
    remote: (await openPage(browser, `${app.url}/remote${hash}`, PHONE)).page,
    panel: (await openPanel(browser, app, LAPTOP)).page,
  };
  const all = /** @type {(keyof typeof pages)[]} */ (Object.keys(pages));
  /** @param {keyof typeof pages} name @param {string} words */
  const shows = (name, words) => pages[name].locator('.word', { hasText: words }).last().waitFor();
  for (const name of all) {
    await shows(name, 'Hello');
    await pages[name].evaluate(() => Object.assign(globalThis, { isFirstLoad: true }));
  }
  const tokenOf = () => pages.phone.evaluate(() => localStorage.getItem('mass-mobile:MAIN:token'));
  const token = await tokenOf();
  assert.ok(token);
  const { socket: screen } = await openScreen(t, app.url);
  const countNow = async () => (await next(screen, 'frame', ({ view }) => view.n !== undefined)).view.n;
  let count = await until(countNow, (n) => n > 5);

  /** @param {string} name of the step @param {string} path @param {string} text @param {() => Promise<unknown>} seen */
  const change = (name, path, text, seen) =>
    t.test(name, async () => {
      await write(`drum/${path}`, text);
      await seen();
      const after = await countNow();
      assert.ok(after > count, `the state is kept: ${count} and then ${after}`);
      count = after;
    });
  // Each twice: what is loaded anew once could be remembered from then on.
  for (const time of ['now', 'again']) {
    await change('phone.js', 'phone.js', pageWith(`Tap ${time}`, 'phone'), () =>
      shows('phone', `Tap ${time} one`),
    );
    await change('phone/part.js', 'phone/part.js', `export const PART = 'two ${time}';\n`, () =>
      shows('phone', `two ${time}`),
    );
    await write('drum/phone/part.js', DRUM['phone/part.js']);
    await shows('phone', `Tap ${time} one`);
    await change('playfield.js', 'playfield.js', pageWith(`Look ${time}`), () =>
      shows('playfield', `Look ${time}`),
    );
    await change('remote.js', 'remote.js', pageWith(`Hold ${time}`), () => shows('remote', `Hold ${time}`));
    await change('panel.js', 'panel.js', pageWith(`Rule ${time}`), () => shows('panel', `Rule ${time}`));
    await change(
      'strings/en.js',
      'strings/en.js',
      `export default { hello: 'Good evening ${time}' };\n`,
      () => Promise.all(all.map((name) => shows(name, `Good evening ${time}`))),
    );
    const wide = time === 'now' ? '2px' : '3px';
    await change('style.css', 'style.css', `.word { letter-spacing: ${wide}; }\n`, async () => {
      for (const name of all.filter((one) => one !== 'panel'))
        await until(
          () =>
            pages[name]
              .locator('.word')
              .last()
              .evaluate((word) => getComputedStyle(word).letterSpacing),
          (found) => found === wide,
        );
    });
    await change('game.js', 'game.js', gameWith({ rule: `rule ${time}` }), () =>
      Promise.all(
        [pages.phone, pages.playfield].map((page) =>
          page
            .locator('i', { hasText: `rule ${time}` })
            .last()
            .waitFor(),
        ),
      ),
    );
    const step = time === 'now' ? 10 : 20;
    await change('rules/step.js', 'rules/step.js', `export const STEP = ${step};\n`, () =>
      next(screen, 'frame', ({ view }) => view.step === step),
    );
  }
  for (const name of all)
    assert.equal(await pages[name].evaluate(() => Reflect.get(globalThis, 'isFirstLoad')), true, name);
  assert.equal(await tokenOf(), token);
});

test('a mistake is named, and the room is back in its game when it is mended', async (t) => {
  const { app, ask, socket, write, switchTo, line } = await startDev(t, { drum: DRUM });
  const { socket: screen } = await openScreen(t, app.url);
  await switchTo('drum');
  const frame = (/** @type {(view: any) => boolean} */ fits) =>
    next(screen, 'frame', ({ view }) => fits(view));
  const { n } = (await frame((view) => view.n > 5)).view;

  await t.test('a typo leaves the room as it was', async () => {
    const said = line('/drum: game.js:7:30 Expected ")" but found ";". Rooms go on with it as it was.');
    await write('drum/game.js', gameWith({ tick: 'state.n += (1;' }));
    await said;
    await frame((view) => view.n > n && view.rule === 'first');
    const { broken } = await lastOrNext(socket, 'welcome', ({ broken: list }) => list.length === 1);
    assert.equal(broken[0].id, 'drum');
    await write('drum/game.js', gameWith({ rule: 'mended' }));
    assert.ok((await frame((view) => view.rule === 'mended')).view.n > n);
    await lastOrNext(socket, 'welcome', ({ broken: list }) => list.length === 0);
  });

  await t.test('a tick that throws begins anew, and fails; once it is mended its state is back', async () => {
    const before = (await frame((view) => view.n > 0)).view.n;
    const inLobby = next(screen, 'scene', ({ game }) => game.id === 'lobby');
    await write('drum/game.js', gameWith({ tick: 'state.nobody.n += 1;' }));
    await inLobby;
    const stillBad = line('Drum stopped in tick(): Cannot read properties of undefined');
    await write('drum/game.js', gameWith({ tick: 'state.nobody.n += 2;' }));
    await stillBad;
    const isBack = next(screen, 'scene', ({ game }) => game.id === 'drum');
    await write('drum/game.js', gameWith({ rule: 'again' }));
    await isBack;
    assert.ok((await frame((view) => view.rule === 'again')).view.n >= before);
  });

  const faultOf = async (/** @type {RegExp} */ words) =>
    (await next(socket, 'status', ({ gameFault }) => words.test(gameFault?.message))).gameFault;

  await t.test(
    'a frame that throws is named in the panel, and the game that comes back is there once',
    async () => {
      const inLobby = next(screen, 'scene', ({ game }) => game.id === 'lobby');
      await write('drum/game.js', gameWith({ frame: 'state.nobody.n' }));
      await inLobby;
      const { message, place } = await faultOf(
        /^Drum stopped in frame\(\): Cannot read prop.* The lobby took over\.$/,
      );
      assert.match(message, /nobody|reading 'n'/);
      assert.match(place, /^game\.js:8:\d+$/);
      const isBack = next(screen, 'scene', ({ game }) => game.id === 'drum');
      await write('drum/game.js', gameWith({ rule: 'framed' }));
      await isBack;
      await next(socket, 'status', ({ gameFault }) => gameFault === null);
      assert.equal((await ask('switch', 'lobby')).ok, true, 'no other round of it waits');
      assert.equal((await ask('switch', 'drum')).ok, true);
      await frame((view) => view.rule === 'framed');
    },
  );

  await t.test('a state that does not fit begins anew, and log and panel say why', async () => {
    const said = line('Drum begins anew, because its state does not fit its new files: tick():');
    await write('drum/game.js', gameWith({ setup: '{ n: 0, list: [] }', tick: 'state.list.push(STEP);' }));
    await said;
    await frame((view) => view.list?.length > 2);
    assert.match((await faultOf(/^Drum begins anew/)).place, /^game\.js:7:\d+$/);
  });

  await t.test('values that JSON does not have are named', async () => {
    const said = line('Drum: setup(): state.list is a Set');
    await write('drum/game.js', gameWith({ setup: '{ n: 0, list: new Set() }', tick: '' }));
    await said;
    await write('drum/game.js', gameWith());
    await frame((view) => view.rule === 'first');
  });

  await t.test('a game that loops while it is loaded is named', async () => {
    const said = line('while game.js was loaded, it has not returned');
    await write('drum/game.js', 'for (;;);\n');
    await said;
    await write('drum/game.js', gameWith({ rule: 'calm' }));
    await frame((view) => view.rule === 'calm');
  });

  assert.equal((await ask('switch', 'lobby', { sure: true })).ok, true);
  await write('drum/game.js', gameWith({ rule: 'aside' }));
  await lastOrNext(socket, 'welcome');
  const { scene } = await openScreen(t, app.url);
  assert.equal(scene.game.id, 'lobby', 'a room that has gone on to another game is left in peace');
});

test('a folder that appears is in the list, and one that goes gives way to the lobby', async (t) => {
  const { app, socket, folder, write, switchTo } = await startDev(t, { drum: DRUM }, 'inline');
  const { socket: screen } = await openScreen(t, app.url);
  const listed = (/** @type {string} */ ids) =>
    lastOrNext(socket, 'welcome', ({ games }) => games.map((/** @type {any} */ { id }) => id).join() === ids);
  await mkdir(join(folder, 'bells'));
  for (const [path, text] of Object.entries({
    'phone.js': pageWith('Ring'),
    'playfield.js': pageWith('See'),
  }))
    await writeFile(join(folder, 'bells', path), text);
  await writeFile(
    join(folder, 'bells/game.js'),
    gameWith()
      .replace("'Drum'", "'Bells'")
      .replace(/import . STEP.*/, 'const STEP = 1;'),
  );
  await listed('lobby,bells,drum');
  await switchTo('bells');
  assert.equal((await fetch(`${app.url}/games/bells/phone.js`)).status, 200);

  const inLobby = next(screen, 'scene', ({ game }) => game.id === 'lobby');
  await rename(join(folder, 'bells'), join(folder, '.bells'));
  await inLobby;
  await listed('lobby,drum');
  const isBack = next(screen, 'scene', ({ game }) => game.id === 'bells');
  await rename(join(folder, '.bells'), join(folder, 'bells'));
  await isBack;
  await switchTo('drum');
  await write('drum/rules/step.js', 'export const STEP = 5;\n');
  await next(screen, 'frame', ({ view }) => view.step === 5);
  await rm(join(folder, 'bells'), { recursive: true });
  await listed('lobby,drum');
});
