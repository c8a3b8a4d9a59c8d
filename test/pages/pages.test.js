/** The pages in real Chromium: the cost of a first visit, faults of games, and what must be right on each screen. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import QRCode from 'qrcode';
import { levelOf } from '../../lib/room/qr.js';
import { LAPTOP, PHONE, SCREEN, openBrowser, openPage, openPanel } from '../support/browser.js';
import { gamesFolder } from '../support/games.js';
import { readJoined } from '../support/joined.js';
import { openTalk } from '../support/presentation.js';
import { readCode } from '../support/qr.js';
import { sample } from '../support/sample.js';
import { makeLink, next, openControl, openScreen, startControl, startServer } from '../support/server.js';
import { until } from '../support/until.js';

/** @import { Page } from 'playwright-core' */

const MAX_BYTES = 56_000;
const MAX_REQUESTS = 13;
const MAX_PANEL_REQUESTS = 60;
const MAX_FONT_BYTES = 40 * 1024;

/** @param {Page} page @returns {{ url: string, body: Promise<Buffer> }[]} filled while the page loads */
function recordRequests(page) {
  /** @type {{ url: string, body: Promise<Buffer> }[]} */
  const requests = [];
  page.on('response', (response) => {
    if (response.url().startsWith('data:')) return;
    requests.push({ url: response.url(), body: response.body().catch(() => Buffer.alloc(0)) });
  });
  return requests;
}

/** A server by an address that is not localhost: there pages load at once what an audience loads later. @param {import('node:test').TestContext} t */
async function startHall(t) {
  const control = await startControl(t, { HOST: '0.0.0.0' });
  return { ...control, hall: `http://127.0.0.2:${new URL(control.app.url).port}` };
}

/** The talk is measured with a deck that is on, at a slide to tap on and at one to write on: those are what a phone loads. */
const TALK =
  '# Welcome\n\n```poll\n- Here\n- There\n```\n\nPhone:\n**Tap** one\n\n---\n\n# One word\n\n```cloud\n```';

test('the first load of the phone page is small in every game; the typeface comes late and is small too', async (t) => {
  const { app, hall, ask, welcome } = await startHall(t);
  const browser = await openBrowser(t);
  const games = welcome.games.map(({ id }) => id);
  assert.ok(games.length >= 7);
  await readJoined(`${app.url}/public/phone/phone.js`);
  const talk = await openTalk(t, app, TALK);
  /** @type {{ game: string, slide: number | null, shown: string }[]} */
  const scenes = [
    ...games
      .filter((game) => game !== 'presentation')
      .map((game) => ({ game, slide: null, shown: '#stage > *' })),
    {
      game: 'presentation',
      slide: 0,
      shown: '.hand-text:has-text("Tap") + .hand-element .kit-option',
    },
    { game: 'presentation', slide: 1, shown: '.hand-written textarea' },
  ];
  for (const { game, slide, shown } of scenes) {
    await readJoined(`${app.url}/games/${game}/phone.js`);
    await ask('switch', game);
    if (slide !== null) {
      await ask('choose', talk.id);
      await talk.run('go', { slide });
    }
    /** @type {ReturnType<typeof recordRequests>} */
    let requests = [];
    const { page } = await openPage(
      browser,
      hall,
      PHONE,
      async (fresh) => void (requests = recordRequests(fresh)),
    );
    await page.waitForSelector(shown, { state: 'attached' });
    await page.waitForFunction(
      () => document.fonts.check('16px Outfit') && document.documentElement.classList.contains('face-in'),
    );
    const files = requests.filter(({ url }) => !url.includes('/socket.io/?') && !url.endsWith('.woff2'));
    const sizes = await Promise.all(
      files.map(async ({ url, body }) => ({ url, bytes: gzipSync(await body).length })),
    );
    const bytes = sizes.reduce((sum, file) => sum + file.bytes, 0);
    t.diagnostic(
      `${game}${slide === null ? '' : `, slide ${slide + 1}`}: ${bytes} bytes gzipped in ${files.length} requests`,
    );
    assert.ok(
      bytes <= MAX_BYTES && files.length <= MAX_REQUESTS,
      sizes.map((file) => `${file.bytes} ${file.url}`).join('\n'),
    );
    const face = requests.filter(({ url }) => url.endsWith('.woff2'));
    assert.equal(face.length, 1);
    assert.ok((await /** @type {{ body: Promise<Buffer> }} */ (face[0]).body).length <= MAX_FONT_BYTES);
    await page.context().close();
  }
});

test('a panel with its live screen and a screen are few requests, because their modules are joined', async (t) => {
  const { app, hall, ask, welcome } = await startHall(t);
  await ask('switch', 'quiz');
  const browser = await openBrowser(t);
  const quiz = `${app.url}/games/quiz`;
  for (const entry of [`${app.url}/control-panel/panel.js`, `${quiz}/panel.js`, `${quiz}/playfield.js`])
    await readJoined(entry);
  for (const { path, shown, most } of [
    { path: `/control#key=${app.operatorKey}`, shown: '.qp', most: MAX_PANEL_REQUESTS },
    { path: `/playfield#key=${welcome.presenterKey}`, shown: '.quizshow', most: MAX_REQUESTS },
  ]) {
    /** @type {ReturnType<typeof recordRequests>} */
    let requests = [];
    const { page, faults } = await openPage(
      browser,
      hall + path,
      LAPTOP,
      async (fresh) => void (requests = recordRequests(fresh)),
    );
    await page.waitForSelector(shown);
    if (path.startsWith('/control'))
      await page.frameLocator('.live-frame iframe').locator('.quizshow').waitFor();
    const files = requests.map(({ url }) => url).filter((url) => !url.includes('/socket.io/?'));
    assert.ok(files.length > 5 && files.length <= most, files.join('\n'));
    assert.deepEqual(faults, []);
  }
});

test('no page asks another host for anything, and none is without a picture', async (t) => {
  const app = await startServer(t);
  const browser = await openBrowser(t);
  const control = await openControl(t, app);
  const { readiness } = await control.ask('readiness');
  const fragment = new URL((await makeLink(control, 'presenter')).url).hash;
  const pages = /** @type {[string, typeof PHONE | typeof LAPTOP][]} */ ([
    ['/', PHONE],
    ['/r/NOBODY', PHONE],
    ['/playfield', SCREEN],
    [`/control#key=${app.operatorKey}`, LAPTOP],
    [`/remote${fragment}`, PHONE],
    [new URL(readiness.probe.url).pathname, PHONE],
    ['/join-sheet?room=main', LAPTOP],
  ]);
  const served = await readFile(new URL('../../lib/http/static.js', import.meta.url), 'utf8');
  for (const [, path = ''] of served.matchAll(/app\.get\('(\/[\w-]+)/g))
    if (!['/healthz', '/readyz', '/vendor'].includes(path))
      assert.ok(
        pages.some(([one]) => one.startsWith(path)),
        `${path} is a page, and is not looked at here`,
      );
  for (const [path, options] of pages) {
    /** @type {string[]} */
    const asked = [];
    const { page, faults } = await openPage(browser, app.url + path, options, async (fresh) => {
      fresh.on('request', (request) => asked.push(request.url()));
      fresh.on('websocket', (ws) => asked.push(ws.url().replace('ws', 'http')));
    });
    await page.waitForFunction(() => document.body.innerText.trim().length > 20);
    assert.ok(asked.length > 2);
    assert.deepEqual(
      asked.filter(
        (url) =>
          !url.startsWith('data:') && !url.startsWith('blob:') && new URL(url).host !== new URL(app.url).host,
      ),
      [],
    );
    const isOurs = (/** @type {string} */ fault) => !/status of 40[14]/.test(fault);
    assert.deepEqual(faults.filter(isOurs), []);
  }
});

test('a file that got lost on the way is asked for again: the phone is not left with a dead screen', async (t) => {
  const app = await startServer(t);
  const browser = await openBrowser(t);
  let lost = 0;
  const { page } = await openPage(browser, app.url, PHONE, (fresh) =>
    fresh.route('**/public/shared/dom.js', (route) => (lost++ === 0 ? route.abort() : route.continue())),
  );
  await page.waitForSelector('.lobby-pad');
  assert.ok(lost > 1);
});

test('a game whose page fails leaves a card, and the next game works', async (t) => {
  const { app, ask } = await startControl(t);
  const browser = await openBrowser(t);
  const breakIt = (/** @type {Page} */ page) =>
    page.route(/games\/tug\/(phone|playfield)\.js/, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: "export function mount() { throw new Error('oops'); }",
      }),
    );
  const { page: phone } = await openPage(browser, app.url, PHONE, breakIt);
  const { page: screen } = await openPage(browser, `${app.url}/playfield`, SCREEN, breakIt);
  await phone.waitForSelector('.lobby-pad');
  await ask('switch', 'tug');
  await phone.waitForSelector('text=This game stumbled');
  // It comes by localhost, as only those do who write a game.
  await phone.getByText('Error: oops', { exact: true }).waitFor();
  await screen.waitForFunction(() => document.body.innerText.includes('Tug of war'));
  assert.ok(!(await screen.evaluate(() => document.body.innerText)).includes('oops'));
  await ask('switch', 'pong');
  await phone.waitForSelector('.pong-half');
});

/** A page that refuses what another game is sent. @param {string} own */
const ownPage = (own) => `export function mount(root, { settings }) {
  const take = (of) => { if (of !== '${own}') throw new Error('${own} was given what is of ' + of); };
  root.textContent = 'This is ${own}';
  return { frame: ({ of }) => take(of), settings: ({ of }) => take(of), panel: (of) => take(of) };
}
`;
/** @param {string} own */
const ownGame = (own) => ({
  'game.js': `import { defineGame } from 'mass-mobile';
export default defineGame({
  title: 'Game ${own}',
  settings: { of: { type: 'string', default: '${own}' }, more: { type: 'integer', minimum: 0, maximum: 9, default: 0 } },
  setup: () => ({ n: 0 }),
  tick(state) { state.n += 1; },
  frame: ({ n }) => ({ of: '${own}', n }),
  panel: () => '${own}',
});
`,
  'playfield.js': ownPage(own),
  'remote.js': ownPage(own),
});

test('what comes for a game that is on its way is not for the one that still stands, on screens and remotes', async (t) => {
  const GAMES_DIR = await gamesFolder(t, { one: ownGame('one'), two: ownGame('two') });
  const { app, control } = await startControl(t, { GAMES_DIR });
  const { ask } = control;
  await ask('switch', 'one');
  const browser = await openBrowser(t);
  /** @type {(() => void)[]} */
  const held = [];
  /** @type {string[]} */
  const received = [];
  const hold = async (/** @type {Page} */ page) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => received.push(String(payload))),
    );
    await page.route(/games\/two\/(playfield|remote)\.js/, (route) => void held.push(() => route.continue()));
  };
  const { hash } = new URL((await makeLink(control, 'presenter')).url);
  const open = (/** @type {string} */ path) => openPage(browser, app.url + path, PHONE, hold);
  const [screen, remote] = [await open('/playfield'), await open(`/remote${hash}`)];
  const pages = [screen.page, remote.page];
  const show = (/** @type {string} */ text) =>
    Promise.all(pages.map((page) => page.getByText(text, { exact: true }).waitFor()));
  await show('This is one');
  await ask('switch', 'two');
  await until(() => held.length === pages.length);
  await ask('set', { more: 7 });
  for (const [sign, times] of /** @type {const} */ ([
    ['"more":7', 1],
    ['"panel":"two"', 1],
    ['"view":{"of":"two"', 10],
  ]))
    await until(() => received.filter((text) => text.includes(sign)).length >= times);
  await show('This is one');
  held.forEach((go) => go());
  await show('This is two');
  assert.deepEqual([...screen.faults, ...remote.faults], []);
});

test('a remote shows a game once its style is there, however late that comes', async (t) => {
  const bare = `export function mount(root) {
    root.textContent = getComputedStyle(root).getPropertyValue('--is-styled') ? 'styled' : 'bare';
    return {};
  }`;
  const game = { ...ownGame('two'), 'remote.js': bare, 'style.css': ':root { --is-styled: 1; }' };
  const { control } = await startControl(t, { GAMES_DIR: await gamesFolder(t, { two: game }) });
  /** @type {(() => void)[]} */
  const held = [];
  const { page } = await openPage(
    await openBrowser(t),
    (await makeLink(control, 'presenter')).url,
    PHONE,
    async (own) => {
      // Time stands still in the page, so that it waits as long as the style takes.
      await own.clock.install();
      await own.route('**/games/two/style.css', (route) => void held.push(() => route.continue()));
    },
  );
  await page.waitForSelector(':root[data-link="on"]');
  const isLoaded = page.waitForEvent('requestfinished', (request) =>
    request.url().endsWith('/games/two/remote.js'),
  );
  await control.ask('switch', 'two');
  await isLoaded;
  await until(() => held.length > 0);
  held.forEach((go) => go());
  await page.getByText('styled', { exact: true }).waitFor();
});

test('the panel does not scroll out of its window, by wheel or by Tab', async (t) => {
  const { app, ask } = await startControl(t);
  // The quiz has the most settings of all games.
  await ask('switch', 'quiz');
  const browser = await openBrowser(t);
  for (const viewport of [LAPTOP.viewport, PHONE.viewport]) {
    const { page: panel } = await openPanel(browser, app, { ...LAPTOP, viewport });
    await panel.locator('.current .segments').first().waitFor({ state: 'attached' });
    await panel.mouse.move(200, 20);
    await panel.mouse.wheel(0, 2000);
    for (let i = 0; i < 60; i++) await panel.keyboard.press('Tab');
    const { whole, window, top } = await panel.evaluate(() => ({
      whole: document.documentElement.scrollHeight,
      window: innerHeight,
      top: scrollY,
    }));
    assert.deepEqual({ whole, top }, { whole: window, top: 0 });
    await panel.context().close();
  }
});

/** Modules between the code and whatever is beside it, in the standard. */
const QUIET_MODULES = 4;
const OVERSCAN = 0.025;
const HD = { width: 1920, height: 1080 };

for (const viewport of sample([HD], [HD, { width: 1280, height: 720 }]))
  test(`the QR code beside a game is whole, quiet and clear of the edge at ${viewport.width}`, async (t) => {
    const { app, ask } = await startControl(t);
    const { socket } = await openScreen(t, app.url);
    const join = next(socket, 'join');
    await ask('switch', 'tug');
    const { url } = await join;
    const browser = await openBrowser(t);
    const { page: screen } = await openPage(browser, `${app.url}/playfield`, { ...SCREEN, viewport });
    await screen.waitForSelector('[data-join="small"] .qr img[src]');
    const image = await screen.waitForSelector('.qr img');
    const box = await image.boundingBox();
    assert.ok(box);
    const gap = Math.min(box.x, viewport.height - box.y - box.height);
    assert.ok(gap >= OVERSCAN * viewport.height - 0.5, `${gap} px from the edge`);

    const { modules } = QRCode.create(url, { errorCorrectionLevel: levelOf(url) });
    const side = modules.size + 2 * QUIET_MODULES;
    const wanted = Array.from({ length: side * side }, (_, place) => {
      const row = Math.floor(place / side) - QUIET_MODULES;
      const column = (place % side) - QUIET_MODULES;
      const isInside = Math.min(row, column) >= 0 && Math.max(row, column) < modules.size;
      return isInside && modules.get(row, column) === 1;
    });
    assert.deepEqual(await readModules(screen, box, side), wanted);
  });

test('in every game, and large, the QR code is read from a picture of a quarter of the size', async (t) => {
  const { app, ask, welcome } = await startControl(t, { PUBLIC_URL: 'http://192.168.178.120:8080' });
  const browser = await openBrowser(t);
  const { page: screen } = await openPage(browser, `${app.url}/playfield`, { ...SCREEN, viewport: HD });
  await screen.waitForSelector('.qr img[src]');
  for (const { id } of sample(welcome.games.slice(0, 2), welcome.games)) {
    await ask('switch', id);
    await screen.waitForFunction((game) => document.documentElement.dataset['game'] === game, id);
    const box = await screen.locator('.qr').boundingBox();
    assert.ok(box && Math.min(box.width, box.height) >= 220, `${id}: ${box?.width} px`);
    assert.equal(await readCode(screen), 'http://192.168.178.120:8080', id);
  }
  await ask('look', { code: true });
  await screen.waitForSelector('.join-overlay:not([hidden])');
  assert.equal(await readCode(screen, screen, 1 / 12), 'http://192.168.178.120:8080', 'large, at a twelfth');
  await ask('look', { code: false });
  await screen.waitForSelector('.join-overlay[hidden]', { state: 'attached' });
});

/**
 * Reads the modules of a QR code from a screenshot, as a camera would see them.
 * @param {Page} page
 * @param {{ x: number, y: number, width: number, height: number }} box of a QR code, its quiet zone included
 * @param {number} side modules
 * @returns {Promise<boolean[]>} true: dark; row by row, each at its middle
 */
async function readModules(page, box, side) {
  const png = await page.screenshot();
  return page.evaluate(
    async ({ source, at, count }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
      pen.drawImage(image, 0, 0);
      return Array.from({ length: count * count }, (_, place) => {
        const x = at.x + (((place % count) + 0.5) * at.width) / count;
        const y = at.y + ((Math.floor(place / count) + 0.5) * at.height) / count;
        return Number(pen.getImageData(Math.floor(x), Math.floor(y), 1, 1).data[0]) < 128;
      });
    },
    { source: `data:image/png;base64,${png.toString('base64')}`, at: box, count: side },
  );
}

test('a code that is no room: the phone offers another code, and the main room', async (t) => {
  const { app, ask } = await startControl(t);
  const { room } = await ask('open-room', 'Cellar');
  const browser = await openBrowser(t);
  const { page: phone } = await openPage(browser, `${app.url}/r/NOROOM`, PHONE);
  await phone.getByText('No such room').waitFor();
  await phone.getByLabel('Code on the big screen').fill(room.id.toLowerCase());
  await phone.getByRole('button', { name: 'Join this room' }).tap();
  await phone.waitForSelector('.lobby-pad');
  assert.equal(new URL(phone.url()).pathname, `/r/${room.id}`);
  const { page: shouted } = await openPage(browser, `${app.url}/R/${room.id.toLowerCase()}`, PHONE);
  await shouted.waitForSelector('.lobby-pad');
  const isOfRoom = (/** @type {string} */ id) => `mass-mobile:${id}:token` in localStorage;
  assert.ok(await shouted.evaluate(isOfRoom, room.id));
  await phone.goto(`${app.url}/r/NOROOM`);
  await phone.getByRole('link', { name: 'Join the main room' }).tap();
  await phone.waitForSelector('.lobby-pad');
  assert.equal(new URL(phone.url()).pathname, '/');
});

const CHOIR = {
  'game.js': `import { defineGame, totals } from 'mass-mobile';
export default defineGame({
  title: 'Choir',
  teams: ['soprano', 'alto', 'bass'],
  input: { taps: { type: 'integer', minimum: 1, maximum: 9 } },
  aggregate: totals('taps').by('team'),
  setup: () => ({}),
  tick() {},
  frame: () => ({}),
});
`,
  'strings/en.js': "export default { 'team.alto': 'Deep voices' };\n",
};

test('a game with three teams of its own: each has a readable name on phone, screen and panel', async (t) => {
  const GAMES_DIR = await gamesFolder(t, { choir: CHOIR });
  const { app, ask } = await startControl(t, { GAMES_DIR });
  await ask('switch', 'choir');
  const browser = await openBrowser(t);
  const { page: phone } = await openPage(browser, app.url, PHONE);
  const { page: screen } = await openPage(browser, `${app.url}/playfield`, SCREEN);
  const { page: panel } = await openPanel(browser, app);
  const names = ['Soprano', 'Deep voices', 'Bass'];
  const readAll = (/** @type {Page} */ page, /** @type {string} */ selector) =>
    page.locator(selector).allTextContents();
  for (const name of names) await screen.locator('.team', { hasText: name }).waitFor();
  for (const name of names) await panel.locator('.team-count', { hasText: name }).waitFor();
  await panel.locator('.team-pick option', { hasText: 'Deep voices' }).waitFor({ state: 'attached' });
  assert.deepEqual(await readAll(panel, '.team-pick option'), names);
  await phone.locator('.me').tap();
  await phone.locator('.sheet-team', { hasText: 'Deep voices' }).tap();
  await phone.locator('.me-team', { hasText: 'Deep voices' }).waitFor({ state: 'attached' });
  assert.deepEqual(await readAll(phone, '.sheet-team'), names);
});
