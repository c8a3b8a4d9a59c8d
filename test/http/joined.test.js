/** Modules that a page loads together are one request once they are joined; whatever changes or fails is sent as it is. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { deserialize, serialize } from 'node:v8';
import express from 'express';
import { createFiles } from '../../lib/http/files.js';
import { createJoined } from '../../lib/http/joined.js';
import { readJoined } from '../support/joined.js';
import { gamesFolder } from '../support/games.js';
import { listen } from '../support/process.js';
import { startServer, tempFolder } from '../support/server.js';

const ENTRY = '/public/page.js';
const APART = '/public/apart.js';
const STYLE = '/public/page.css';
const GAME = '/games/tug/phone.js';

/** @param {import('node:test').TestContext} t @param {Record<string, string>} sources by address @param {string} [shelf] */
async function serve(t, sources, shelf) {
  const folder = await tempFolder(t);
  const write = async (/** @type {string} */ address, /** @type {string} */ text) => {
    await mkdir(dirname(join(folder, address)), { recursive: true });
    await writeFile(join(folder, address), text);
  };
  for (const [address, text] of Object.entries(sources)) await write(address, text);
  return { ...(await open(t, folder, createJoined, shelf)), folder, write };
}

/** @param {import('node:test').TestContext} t @param {string} folder @param {typeof createJoined} create @param {string} [shelf] */
async function open(t, folder, create, shelf = join(folder, 'shelf')) {
  const pathOf = (/** @type {string} */ address) =>
    /^\/(?:public|games)\//.test(address) ? join(folder, address) : null;
  let nowMs = 0;
  /** @type {string[]} */
  const problems = [];
  const onProblem = (/** @type {string} */ sentence) => void problems.push(sentence);
  const isThere = () => existsSync(join(folder, GAME));
  const entries = () => [ENTRY, APART, STYLE, ...(isThere() ? [GAME] : [])];
  const options = { entries, pathOf, folder: shelf, onProblem, now: () => nowMs };
  const joined = create(options);
  const app = express();
  app.use(joined.send);
  app.use('/public', createFiles({ now: () => nowMs }).folder(join(folder, 'public')));
  const { url } = await listen(t, createServer(app));
  const { prepare, renew, findSource } = joined;
  return { url, problems, prepare, renew, findSource, later: () => void (nowMs += 1000) };
}

const SOURCES = {
  [ENTRY]: `import { one } from './parts/one.js';
import { kept } from './apart.js';
import bare from 'bare';
export const all = [one, kept, bare];
export const later = () => import('./later.js');
`,
  '/public/parts/one.js': "import { two } from '../two.js';\nexport const one = `one ${two}`;\n",
  '/public/two.js': "export const two = 'deux';\n",
  [APART]: '/** Keeps. */\nexport const kept = 3;\n',
  [STYLE]:
    '/* Night. */\n@font-face {\n  src: url("./face.woff2");\n}\n.a {\n  color: red;\n  color: color-mix(in srgb, red, blue);\n}\n',
  '/public/later.js': 'export default 4;\n',
};

test('the first who asks gets the modules as they are; then they are one, with a map to the sources', async (t) => {
  const { url } = await serve(t, SOURCES);
  const first = await fetch(url + ENTRY);
  assert.equal(await first.text(), SOURCES[ENTRY]);
  const { text, response } = await readJoined(url + ENTRY);
  assert.match(text, /deux/);
  assert.match(String(response.headers.get('content-type')), /javascript/);
  assert.equal(response.headers.get('cache-control'), 'no-cache');
  // One must be there once, one is refused by the browser, and one is loaded on demand.
  const asked = [...text.matchAll(/(?:from|import\()\s*"([^"]+)"/g)].map(([, address]) => address);
  assert.deepEqual(asked, [APART, 'bare', '/public/later.js']);
  const map = await (await fetch(`${url + ENTRY}.map`)).json();
  assert.deepEqual(map.sources.sort(), [ENTRY, '/public/parts/one.js', '/public/two.js'].sort());
  assert.equal(
    await (await fetch(`${url}/public/two.js`)).text(),
    SOURCES['/public/two.js'],
    'and are there',
  );
  const etag = String(response.headers.get('etag'));
  const again = await fetch(url + ENTRY, { headers: { 'if-none-match': etag } });
  assert.equal(again.status, 304);
});

test('what was joined before anybody asked is one for the first who asks', async (t) => {
  const { url, prepare } = await serve(t, SOURCES);
  await prepare();
  assert.match(await (await fetch(url + ENTRY)).text(), /deux/);
});

test('a file that has just been looked up is joined anew after a change, and so is an entry that is new', async (t) => {
  const { url, prepare, renew, write } = await serve(t, SOURCES);
  await prepare();
  await write('/public/two.js', "export const two = 'second';\n");
  await renew();
  assert.match(await (await fetch(url + ENTRY)).text(), /second/);
  await write(
    GAME,
    "import { own } from './phone/own.js';\nexport const later = () => import('./phone/late.js');\nown();\n",
  );
  await write('/games/tug/phone/own.js', "export const own = () => import('../rest.js');\n");
  await renew();
  const text = await (await fetch(url + GAME)).text();
  const asked = [...text.matchAll(/import\("([^"]+)"/g)].map(([, address]) => address);
  assert.deepEqual(
    asked,
    ['./rest.js', './phone/late.js'],
    'they have the version in the address of the page',
  );
});

test('a place in what a page was sent is found in its source, and the reason why a module cannot be read', async (t) => {
  const { findSource, write, later, url } = await serve(t, SOURCES);
  const text = await (async () => (await readJoined(url + ENTRY)).text)();
  const [line, column] = [text.slice(0, text.indexOf('deux')).split('\n').length, text.indexOf('"deux"') + 1];
  const found = await findSource({ file: ENTRY, line, column });
  assert.deepEqual(found, { file: '/public/two.js', line: 1, column: 20 });
  // It was sent as it is, to a page that came before.
  for (const at of [
    { file: ENTRY, line: 400, column: 1 },
    { file: '/public/two.js', line: 1, column: 5 },
    { file: '', line: 0, column: 0 },
  ])
    assert.deepEqual(await findSource(at), at);
  const inGame = { line: 4, column: 2 };
  assert.deepEqual(await findSource({ file: '/games/tug@12/phone/own.js', ...inGame }), {
    file: '/games/tug/phone/own.js',
    ...inGame,
  });
  const unread = { file: ENTRY, line: 0, column: 0 };
  assert.deepEqual(await findSource(unread), unread, 'nothing is wrong with it here');
  await write(ENTRY, "\nimport './none.js';");
  later();
  const message = 'There is no /public/none.js.';
  assert.deepEqual(await findSource(unread), { file: ENTRY, line: 2, column: 8, message });
  await write(ENTRY, 'const = 1;');
  later();
  const { message: sentence, ...place } = await findSource(unread);
  assert.deepEqual(place, { file: ENTRY, line: 1, column: 7 });
  assert.match(String(sentence), /^Expected identifier but found "="/);
});

test('a style and a module that is alone come without their comments, and lose nothing else', async (t) => {
  const { url, prepare } = await serve(t, SOURCES);
  await prepare();
  assert.match(await (await fetch(url + APART)).text(), /^var kept=3;export{kept};/);
  const response = await fetch(url + STYLE);
  assert.equal(response.headers.get('content-type'), 'text/css; charset=utf-8');
  const [style] = (await response.text()).split('/*#');
  assert.equal(
    style?.trim(),
    '@font-face{src:url(/public/face.woff2)}.a{color:red;color:color-mix(in srgb,red,blue)}',
  );
});

test('a compiler that is ended while it works is one problem, and the next join has another one', async (t) => {
  const folder = await tempFolder(t);
  await writeFile(join(folder, 'page.js'), 'export const page = 1;');
  const entries = Array.from({ length: 8 }, (_, n) => `/${n}.js`);
  for (const entry of entries) await writeFile(join(folder, entry), "import './page.js';");
  /** @type {string[]} */
  const problems = [];
  let kills = 1;
  const pathOf = (/** @type {string} */ address) => {
    if (address === '/page.js' && kills-- > 0)
      execFileSync('pkill', ['-P', String(process.pid), '-f', 'esbuild']);
    return join(folder, address);
  };
  const onProblem = (/** @type {string} */ sentence) => void problems.push(sentence);
  const joined = createJoined({ entries: () => entries, pathOf, folder: join(folder, 'shelf'), onProblem });
  await joined.prepare();
  assert.deepEqual(problems, ['Modules are sent one by one, because esbuild does not run.']);
  await joined.prepare();
  assert.equal(problems.length, 1);
  assert.equal((await readdir(join(folder, 'shelf'))).length, entries.length);
});

test('a server that starts again has what was joined before, unless a module has changed meanwhile', async (t) => {
  const { folder, prepare, write } = await serve(t, SOURCES);
  /** @returns {Promise<string>} what the first page gets from a process that has just begun */
  const restart = async () => {
    const { createJoined: create } = await import(`../../lib/http/joined.js?${Math.random()}`);
    const { url, prepare } = await open(t, folder, create);
    await prepare();
    return (await fetch(url + ENTRY)).text();
  };
  await prepare();
  const shelf = join(folder, 'shelf');
  const places = (await readdir(shelf)).map((name) => join(shelf, name));
  for (const place of places) {
    const one = deserialize(await readFile(place));
    Object.assign(one.files.script, { bytes: Buffer.from('from the shelf'), packed: null });
    await writeFile(place, serialize(one));
  }
  assert.equal(await restart(), 'from the shelf');

  await write('/public/two.js', "export const two = 'drei';\n");
  assert.match(await restart(), /drei/);
  for (const place of places) await writeFile(place, 'half of a fi');
  assert.match(await restart(), /drei/);
});

test('a game of the same name in another folder is not taken for the one that was joined before', async (t) => {
  const first = await serve(t, { [ENTRY]: 'export default "first";' });
  await first.prepare();
  const second = await serve(t, { [ENTRY]: 'export default "second";' }, join(first.folder, 'shelf'));
  await second.prepare();
  assert.match(await (await fetch(second.url + ENTRY)).text(), /second/);
});

test('a module that has changed is sent as it is now, at once, and then joined again', async (t) => {
  const { url, write, later } = await serve(t, SOURCES);
  const before = await readJoined(url + ENTRY);
  await write('/public/two.js', "export const two = 'drei';\n");
  later();
  assert.equal(await (await fetch(url + ENTRY)).text(), SOURCES[ENTRY]);
  const after = await readJoined(url + ENTRY, later);
  assert.match(after.text, /drei/);
  assert.doesNotMatch(after.text, /deux/);
  assert.notEqual(after.response.headers.get('etag'), before.response.headers.get('etag'));
});

test('what cannot be joined is sent as it is, with a word to the operator, until it is mended', async (t) => {
  const broken = { ...SOURCES, '/public/two.js': 'export const two = ;\n' };
  const { url, write, problems, later } = await serve(t, broken);
  while (problems.length === 0) assert.equal(await (await fetch(url + ENTRY)).text(), SOURCES[ENTRY]);
  assert.match(String(problems[0]), /^The modules of \/public\/page\.js are sent one by one: /);
  await write('/public/two.js', "export const two = 'drei';\n");
  const { text } = await readJoined(url + ENTRY, later);
  assert.match(text, /drei/);
  assert.equal(problems.length, 1);
});

test('a phone that imports what stays in the server does not get it by way of a joined module', async (t) => {
  const GAMES_DIR = await gamesFolder(t, {
    spy: {
      'game.js': `import { defineGame } from 'mass-mobile';
export const answer = 'the-secret-answer';
export default defineGame({ title: 'Spy', setup: () => ({}), tick() {}, frame: () => ({}) });
`,
      'phone.js':
        "import { answer } from './game.js';\nimport { look } from './phone/look.js';\nexport const mount = () => [answer, look];\n",
      'phone/look.js': "export const look = 'a look';\n",
    },
  });
  const { url } = await startServer(t, { GAMES_DIR });
  const { text } = await readJoined(`${url}/games/spy/phone.js`);
  assert.match(text, /a look/);
  assert.match(text, /from ?"\.\/game\.js"/);
  const map = await (await fetch(`${url}/games/spy/phone.js.map`)).text();
  assert.ok(!`${text}${map}`.includes('the-secret-answer'));
  assert.equal((await fetch(`${url}/games/spy/game.js`)).status, 404);
});
