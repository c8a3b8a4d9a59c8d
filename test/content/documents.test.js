/** Documents of a game: written, imported, exported, chosen, deleted and brought back, on a real server. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNT_GAME } from '../support/count-game.js';
import { gamesFolder } from '../support/games.js';
import { PACK_GAME } from '../support/pack-game.js';
import { next, openScreen, startControl } from '../support/server.js';

/** JSON that is nested so many levels. @param {number} levels */
const deep = (levels) => '['.repeat(levels) + ']'.repeat(levels);
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const DOCUMENTS = '/api/games/packs/documents';

/** @param {test.TestContext} t @param {Record<string, string>} [env] */
async function startPacks(t, env = {}) {
  const GAMES_DIR = await gamesFolder(t, { packs: PACK_GAME, count: COUNT_GAME });
  const { app, ask, socket } = await startControl(t, { GAMES_DIR, ...env });
  assert.equal((await ask('switch', 'packs')).ok, true);
  return { app, ask, socket, api: client(app) };
}

/** @param {{ url: string, operatorKey: string }} app */
function client({ url, operatorKey }) {
  return async (/** @type {string} */ request, /** @type {any} */ body = undefined, headers = {}) => {
    const [method = 'GET', path = ''] = request.split(' ');
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${operatorKey}`, ...headers },
      body:
        body === undefined || Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body),
    });
    const type = response.headers.get('content-type') ?? '';
    const value = type.includes('json') ? await response.json() : Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, value };
  };
}

test('shipped ones are there, a broken one is left out; they are copied, not changed', async (t) => {
  const { ask, api } = await startPacks(t);
  const { documents, chosen } = await ask('documents', 'packs');
  assert.deepEqual(documents, [
    {
      id: 'shipped-packs-first',
      gameId: 'packs',
      title: 'Shipped',
      updatedMs: 0,
      isBuiltIn: true,
      language: '',
    },
  ]);
  assert.equal(chosen, null);
  assert.equal((await ask('delete-document', 'packs', 'shipped-packs-first')).code, 'document-fixed');
  const put = await api(`PUT ${DOCUMENTS}/shipped-packs-first`, { title: 'Mine', words: [] });
  assert.deepEqual([put.status, put.value.code], [403, 'document-fixed']);
  const { document } = await ask('copy-document', 'packs', 'shipped-packs-first');
  assert.equal(document.title, 'Shipped (2)');
  const { json } = await ask('document', 'packs', document.id);
  assert.deepEqual(json, { title: 'Shipped (2)', words: ['apple'] });
});

test('created, changed, deleted, brought back; still there after a restart', async (t) => {
  const { app, ask, api } = await startPacks(t);
  const made = await api(`POST ${DOCUMENTS}`, { title: 'Fruit', words: ['fig'], more: 1 });
  assert.equal(made.status, 201);
  const { id, updatedMs } = made.value.document;
  const put = await api(`PUT ${DOCUMENTS}/${id}?ifUpdatedMs=${updatedMs}`, {
    title: 'Fruits',
    words: ['pear'],
  });
  assert.equal(put.value.document.title, 'Fruits');
  const stale = await api(`PUT ${DOCUMENTS}/${id}?ifUpdatedMs=${updatedMs}`, { title: 'Lost', words: [] });
  assert.deepEqual([stale.status, stale.value.code], [409, 'document-changed']);
  await ask('delete-document', 'packs', id);
  assert.equal((await ask('document', 'packs', id)).code, 'document-unknown');
  assert.equal((await ask('documents', 'packs')).documents.length, 1);
  assert.equal((await ask('restore-document', 'packs', id)).ok, true);
  const { document: empty } = await ask('new-document', 'packs');
  assert.equal(empty.title, 'New pack');
  await app.close();

  const again = await startPacks(t, { DATA_DIR: app.dataDir });
  assert.deepEqual((await again.ask('document', 'packs', id)).json, { title: 'Fruits', words: ['pear'] });
  assert.equal((await again.ask('documents', 'packs')).documents.length, 3);
});

test('chosen for a room: in setup, in ticks, after an edit, after a restart; the scene names it', async (t) => {
  const { app, ask, api, socket } = await startPacks(t);
  const shown = async (/** @type {{ url: string }} */ { url }, /** @type {string | null} */ title) => {
    const { socket: screen } = await openScreen(t, url);
    return (await next(screen, 'frame', ({ view }) => view.now === title)).view;
  };
  const { document } = (await api(`POST ${DOCUMENTS}`, { title: 'Fruit', words: ['fig'] })).value;
  const scene = next(socket, 'scene');
  assert.equal((await ask('choose', document.id)).ok, true);
  assert.deepEqual((await scene).document, { id: document.id, title: 'Fruit' });
  await shown(app, 'Fruit');
  await api(`PUT ${DOCUMENTS}/${document.id}`, { title: 'Nuts', words: ['almond'] });
  await shown(app, 'Nuts');
  await ask('switch', 'packs', { anew: true });
  assert.equal((await shown(app, 'Nuts')).atStart, 'Nuts');
  await ask('delete-document', 'packs', document.id);
  await shown(app, null);
  await ask('restore-document', 'packs', document.id);
  await app.close();

  const again = await startPacks(t, { DATA_DIR: app.dataDir });
  await shown(again.app, 'Nuts');
  assert.equal((await again.ask('choose', 'nothing')).code, 'document-unknown');
  assert.equal((await again.ask('choose', null)).ok, true);
  await shown(again.app, null);
});

test('import: what fits is taken, what does not is listed; export gives it back', async (t) => {
  const { api } = await startPacks(t);
  const { value } = await api('POST /api/games/packs/import?name=fruit.TXT', 'fig\n12\npear');
  assert.deepEqual(value.skipped, [{ item: 'line 2', reason: 'no word' }]);
  assert.equal(value.format, 'Lines');
  const [{ id, title }] = value.documents;
  assert.equal(title, 'fruit.TXT');
  const file = await api(`GET ${DOCUMENTS}/${id}?as=Lines`);
  assert.equal(file.value.toString(), 'fig\npear');
  assert.match(String(file.headers.get('content-disposition')), /^attachment; filename="?fruit\.TXT\.txt/);
});

test('bad requests: each a code and a sentence, and nothing else happens', async (t) => {
  const { app, api } = await startPacks(t);
  const codes = {
    'POST /api/games/packs/import?name=a.doc': ['x', 400, 'import-unknown'],
    'POST /api/games/packs/import?name=a.txt': [Buffer.from([0]), 400, 'import-bad'],
    'POST /api/games/packs/import': ['x', 400, 'import-unknown'],
    [`POST ${DOCUMENTS}`]: ['{', 400, 'request-bad'],
    [`POST ${DOCUMENTS}?`]: [{ title: 7 }, 400, 'document-bad'],
    [`POST ${DOCUMENTS}?a`]: [{ title: 'x'.repeat(30_000), words: [] }, 413, 'document-large'],
    [`POST ${DOCUMENTS}?b`]: [`{"title":"x","words":${deep(20_000)}}`, 400, 'request-bad'],
    [`PUT ${DOCUMENTS}/shipped-packs-first`]: [deep(101), 400, 'request-bad'],
    'POST /api/games/packs/import?name=deep.deep': [deep(20_000), 400, 'import-bad'],
    [`PUT ${DOCUMENTS}/none`]: [{ title: '', words: [] }, 404, 'document-unknown'],
    [`GET ${DOCUMENTS}/shipped-packs-first?as=PDF`]: [undefined, 400, 'export-unknown'],
    'GET /api/games/none/documents': [undefined, 404, 'game-unknown'],
    'GET /api/games/lobby/documents': [undefined, 400, 'content-none'],
    'POST /api/assets': ['<svg xmlns="http://www.w3.org/2000/svg"/>', 400, 'asset-bad'],
    'GET /api/nothing': [undefined, 400, 'request-bad'],
  };
  for (const [request, [body, status, code]] of Object.entries(codes)) {
    const answer = await api(request, body);
    assert.deepEqual([answer.status, answer.value.code], [status, code], request);
    assert.ok(answer.value.message.length > 10);
    if (String(body).includes('[[')) assert.match(answer.value.message, /nested more than 100 levels/);
  }
  // As deep as may be: the game is asked about it.
  assert.equal((await api(`POST ${DOCUMENTS}`, deep(100))).value.code, 'document-bad');
  const large = await api('POST /api/games/packs/import?name=a.txt', Buffer.alloc(50_000_000));
  assert.deepEqual([large.status, large.value.code], [413, 'upload-large']);
  const wrong = await api(`GET ${DOCUMENTS}`, undefined, { authorization: 'Bearer wrong' });
  assert.deepEqual([wrong.status, wrong.value.code], [401, 'key-wrong']);
  const none = await fetch(`${app.url}${DOCUMENTS}`, { method: 'POST', body: '{}' });
  assert.equal(none.status, 401);
  assert.equal((await api(`GET ${DOCUMENTS}`)).value.documents.length, 1);
});

test('a full disk: nothing is changed, and the sentence says so', async (t) => {
  const { app, api, ask } = await startPacks(t);
  app.fillDisk(true);
  const answer = await api(`POST ${DOCUMENTS}`, { title: 'Lost', words: [] });
  assert.deepEqual([answer.status, answer.value.code], [507, 'not-saved']);
  assert.equal((await ask('documents', 'packs')).documents.length, 1);
  app.fillDisk(false);
});

test('pictures: by their bytes, for ever at one address, able to do nothing; there after a restart', async (t) => {
  const { app, api } = await startPacks(t);
  const { url, type } = (await api('POST /api/assets', PNG)).value;
  assert.equal(type, 'image/png');
  assert.equal((await api('POST /api/assets', PNG)).value.url, url);
  const picture = await fetch(app.url + url);
  assert.deepEqual(Buffer.from(await picture.arrayBuffer()), PNG);
  assert.equal(picture.headers.get('content-type'), 'image/png');
  assert.match(String(picture.headers.get('cache-control')), /immutable/);
  assert.equal(picture.headers.get('content-security-policy'), "default-src 'none'; sandbox");
  assert.equal((await fetch(`${app.url}/assets/${'0'.repeat(40)}`)).status, 404);
  assert.equal((await fetch(`${app.url}/assets/..%2fx`)).status, 404);
  await app.close();
  const again = await startPacks(t, { DATA_DIR: app.dataDir });
  assert.equal((await fetch(again.app.url + url)).status, 200);
});
