/** The server serves the right files to the right clients over HTTP, and answers all others with an error. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, get, request } from 'node:http';
import { join, relative, sep } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createStatic } from '../../lib/http/static.js';
import { listen } from '../support/process.js';
import { startServer } from '../support/server.js';

test('pages and files are served with a strict policy, answers of games are not', async (t) => {
  const { url } = await startServer(t);
  for (const path of ['/', '/r/ABC234', '/playfield', '/control']) {
    const response = await fetch(url + path);
    assert.equal(response.status, 200, path);
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'self' 'sha256-/);
    assert.ok(!/unsafe|upgrade-insecure/.test(policy));
  }
  for (const path of [
    '/public/shared/wire.js',
    '/games/pong/phone.js',
    '/vendor/socket.io-client.js',
    '/vendor/preact.js',
    '/vendor/uplot.css',
    '/vendor/markdown-it.js',
    '/vendor/katex.js',
    '/vendor/reveal.js',
    '/vendor/reveal.css',
    '/vendor/highlight.js',
  ]) {
    const response = await fetch(url + path);
    assert.equal(response.status, 200, path);
    assert.match(response.headers.get('content-type') ?? '', /javascript|css/);
  }
  const hidden = [
    '/games/pong/game.js',
    '/games/pong/README.md',
    '/games/pong/GAME.JS',
    '/games/pong/./game.js',
    '/games/pong/strings/../game.js',
    '/games/pong/assets/..%2fgame.js',
    '/games/pong/%67ame.js',
    '/games/nope/phone.js',
    '/lib/app.js',
    '/server.js',
    '/package.json',
    '/public/../server.js',
    '/public/..%2fserver.js',
    '/data/mass-mobile.db',
    '/nope',
  ];
  for (const path of hidden) assert.equal((await fetch(url + path)).status, 404, path);
});

/** Asks for a WebSocket, and gives the response that refuses it. @param {string} url @param {string} query @param {Record<string, string>} [headers] */
async function refusedUpgrade(url, query, headers = {}) {
  const asked = request(`${url}/socket.io/?${query}`, {
    headers: {
      ...{ connection: 'Upgrade', upgrade: 'websocket' },
      ...{ 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' },
      ...headers,
    },
  });
  const [response] = await once(asked.end(), 'response');
  const body = String(Buffer.concat(await response.toArray()));
  return { status: response.statusCode, headers: response.headers, body };
}

test('no response, no matter who gives it, may be taken for something else than its type says', async (t) => {
  const { url } = await startServer(t);
  const polls = `${url}/socket.io/?EIO=4&transport=polling`;
  const open = await fetch(polls);
  const { sid } = JSON.parse((await open.text()).slice(1));
  const poll = `${polls}&sid=${sid}`;
  /** @type {[string | URL, number, RequestInit?][]} */
  const cases = [
    ...['/', '/healthz', '/readyz', '/metrics', '/public/shared/wire.js'].map(
      (path) => /** @type {[string, number]} */ ([url + path, 200]),
    ),
    [`${url}/nope`, 404],
    [`${url}/assets/none`, 404],
    [`${url}/api/nope`, 401],
    [poll, 200, { method: 'POST', body: '40/players,' }],
    [poll, 200],
    [poll, 500, { method: 'PUT' }],
    [`${polls}&sid=none`, 400],
    [polls.replace('EIO=4', 'EIO=3'), 400],
    [polls.replace('polling', 'nonsense'), 400],
    [`${polls}&j=1`, 403],
  ];
  for (const [address, status, init] of cases) {
    const response = await fetch(address, init);
    const { headers } = response;
    assert.deepEqual(
      [response.status, headers.get('x-content-type-options')],
      [status, 'nosniff'],
      `${address}`,
    );
    await response.arrayBuffer();
  }
  assert.equal(open.headers.get('x-content-type-options'), 'nosniff');
  const webSocket = 'EIO=4&transport=websocket';
  for (const [query, headers, sentence] of /** @type {[string, Record<string, string>, RegExp][]} */ ([
    [webSocket, { origin: 'https://evil.example' }, /origin/],
    [`${webSocket}&sid=none`, {}, /Session ID unknown/],
    ['EIO=4&transport=none', {}, /Transport unknown/],
    [webSocket, { 'sec-websocket-key': '' }, /Sec-WebSocket-Key/],
    [webSocket, { 'sec-websocket-version': '7' }, /Sec-WebSocket-Version/],
  ])) {
    const refused = await refusedUpgrade(url, query, headers);
    assert.equal(refused.status, 400);
    assert.match(refused.body, sentence);
    assert.equal(refused.headers['x-content-type-options'], 'nosniff', refused.body);
    assert.match(refused.headers['content-type'], /^text\/plain/);
  }
});

/** Parts of a page, by their ends, in the folders that are served; a font goes with its licence. */
const PARTS = /\.(?:js|css|html|svg|woff2)$|\/OFL\.txt$/;

test('of the folders of pages and games only what pages are made of is served', async (t) => {
  const { url } = await startServer(t);
  const root = fileURLToPath(new URL('../../', import.meta.url));
  /** @type {string[]} */
  const served = [];
  for (const folder of ['public', 'control-panel', 'games']) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile())) {
      const path = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/');
      const response = await fetch(`${url}/${path}`, { method: 'HEAD' });
      if (response.status !== 404) served.push(path);
    }
  }
  assert.ok(served.length > 300);
  assert.deepEqual(
    served.filter((path) => !PARTS.test(path)),
    [],
  );
});

test('health and readiness', async (t) => {
  const { url } = await startServer(t);
  assert.equal(await (await fetch(`${url}/healthz`)).text(), 'ok');
  assert.equal(await (await fetch(`${url}/readyz`)).text(), 'ready');
});

test('a mistyped address shows the audience a readable page that leads to the show, not to the operator', async (t) => {
  const { url } = await startServer(t);
  const page = await fetch(`${url}/quiz`, {
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  });
  assert.equal(page.status, 404);
  assert.match(page.headers.get('content-type') ?? '', /text\/html/);
  const html = await page.text();
  assert.match(html, /<a href="\/">/);
  assert.match(html, /name="viewport"/);
  assert.ok(!/control|playfield|<script/i.test(html));
  for (const [, path] of html.matchAll(/href="(\/public\/[^"]+)"/g))
    assert.equal((await fetch(`${url}${path}`)).status, 200, path);
  const text = await fetch(`${url}/quiz`);
  assert.equal(text.status, 404);
  assert.match(text.headers.get('content-type') ?? '', /text\/plain/);
  assert.equal(await text.text(), 'There is nothing at /quiz. Join the show at /.');
});

test('a bad request is no fault', async (t) => {
  const { url } = await startServer(t);
  for (const path of ['/public/%ff', '/games/pong/%', '/public/%00', '/r/%ff'])
    assert.ok((await fetch(url + path)).status < 500, path);
});

test('a request above the limits is told when to come back: by a page, a sentence or JSON', async (t) => {
  const waits = [3, 4, 5];
  const limits = { check: () => waits.shift() ?? 0 };
  let isLoop = true;
  const server = createServer(
    createStatic({
      ...{ games: new Map(), notReady: () => '', waitMs: () => 0, limits },
      ...{ addressOf: (peer = '') => peer, isLoop: () => isLoop },
    }),
  );
  const { url } = await listen(t, server);
  const ask = (/** @type {string} */ path, accept = '*/*') => fetch(url + path, { headers: { accept } });
  const text = await ask('/public/shared/wire.js');
  assert.deepEqual([text.status, text.headers.get('retry-after')], [429, '3']);
  assert.equal(await text.text(), 'Too many requests came from your network. Try again in 3 s.');
  const page = await ask('/', 'text/html');
  const { status, headers } = page;
  assert.deepEqual([status, headers.get('retry-after'), headers.get('refresh')], [429, '4', '4']);
  assert.match(await page.text(), /One moment/);
  isLoop = false;
  assert.equal((await ask('/')).status, 200, 'a connection that asks now and then');
  isLoop = true;
  const json = await ask('/api/games/quiz/documents');
  assert.deepEqual([json.status, (await json.json()).code], [429, 'requests-many']);
  assert.equal((await ask('/')).status, 200);
});

/** @param {string} url asked by a connection of its own @returns {Promise<number | undefined>} */
async function statusOf(url) {
  const [response] = await once(get(url, { agent: false }), 'response');
  response.resume();
  return response.statusCode;
}

test('connections that flood are refused before long, and a newcomer at the same address is not', async (t) => {
  const { url } = await startServer(t, { MAX_PLAYERS: '1' });
  // The bucket holds 20,000, and each of these takes 10.
  let answered = 0;
  /** @type {Response | null} */
  let refused = null;
  const ask = async () => {
    while (refused === null) {
      const response = await fetch(`${url}/metrics`);
      await response.arrayBuffer();
      if (response.ok) answered += 1;
      else refused = response;
    }
    return refused;
  };
  const [{ status, headers }] = await Promise.all([ask(), ask(), ask(), ask()]);
  assert.ok(answered >= 2000, `${answered} were answered`);
  assert.equal(status, 429);
  assert.match(String(headers.get('retry-after')), /^\d+$/);
  for (const path of ['/', '/public/phone/phone.js', '/metrics', '/healthz', '/readyz'])
    assert.equal(await statusOf(url + path), 200, path);
});

test('what is not there is said in the language of the reader, and English stands in', async (t) => {
  const { url } = await startServer(t);
  for (const [asked, lang, dir] of [
    ['de-CH,de;q=0.9,en;q=0.5', 'de', 'ltr'],
    ['fr', 'fr', 'ltr'],
    ['ar-EG,ar;q=0.9', 'ar', 'rtl'],
    ['it,es;q=0.4', 'es', 'ltr'],
    ['it', 'en', 'ltr'],
  ]) {
    const page = await fetch(`${url}/nowhere`, {
      headers: { accept: 'text/html', 'accept-language': String(asked) },
    });
    const html = await page.text();
    assert.equal(page.status, 404);
    assert.ok(html.includes(`<html lang="${lang}" dir="${dir}">`), String(asked));
    assert.doesNotMatch(html, /[{}]/);
  }
});
