/** Changes of documents without a server: limits hold for parallel calls, listeners end, built-in documents stay current. */

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createInlineErrands } from '../../lib/errands/inline.js';
import { createDocuments } from '../../lib/content/documents.js';
import { createLog } from '../../lib/log.js';
import { tempFolder } from '../support/server.js';

const log = createLog({ level: 'silent' });

/** A game whose documents are `{ title }`, and a journal that answers in the next turn. @param {test.TestContext} t */
async function library(t) {
  const folder = await tempFolder(t);
  mkdirSync(join(folder, 'content'));
  const content = {
    title: 'Packs',
    empty: () => ({ title: 'New' }),
    check: () => '',
  };
  const games = new Map([['packs', { id: 'packs', folder, game: { content }, card: { title: 'Packs' } }]]);
  /** @type {Map<string, import('../../lib/journal/rows.js').SavedDocument>} */
  const rows = new Map();
  const disk = { isFull: false };
  const journal = {
    /** @param {import('../../lib/journal/rows.js').SavedDocument} document */
    async saveDocument(document) {
      await null;
      if (disk.isFull) throw Object.assign(new Error('The disk is full.'), { code: 'not-saved' });
      rows.set(document.id, document);
    },
  };
  const runErrand = createInlineErrands((id) => /** @type {any} */ (games.get(id)));
  return {
    disk,
    /** @param {string} title of the document that the game ships from now on */
    ship: (title) => writeFileSync(join(folder, 'content', 'first.json'), JSON.stringify({ title })),
    open: () =>
      createDocuments({
        games: /** @type {any} */ (games),
        saved: [...rows.values()],
        journal,
        log,
        runErrand,
      }),
  };
}

/** @param {PromiseSettledResult<unknown>[]} results */
const outcomes = (results) =>
  results.map((result) => (result.status === 'fulfilled' ? 'ok' : String(result.reason.code)));

test('a listener that was ended hears nothing any more, and is not held', async (t) => {
  const documents = (await library(t)).open();
  /** @type {string[]} */
  const heard = [];
  const end = documents.onChange((_gameId, id) => heard.push(id));
  const { id } = await documents.create('packs');
  end();
  await documents.remove('packs', id);
  assert.deepEqual(heard, [id]);
});

test('a built-in document that was brought back is still the one that the game ships today', async (t) => {
  const { ship, open } = await library(t);
  ship('Version 1');
  const card = await open().restore('packs', 'shipped-packs-first');
  assert.deepEqual([card.title, card.isBuiltIn], ['Version 1', true]);
  ship('Version 2');
  assert.deepEqual(
    open()
      .list('packs')
      .map(({ title }) => title),
    ['Version 2'],
  );
});

test('a copy of a built-in document in an older data folder hides no later version', async (t) => {
  const { ship, open } = await library(t);
  ship('Version 2');
  const row = {
    id: 'shipped-packs-first',
    gameId: 'packs',
    title: 'Version 1',
    json: {},
    updatedMs: 0,
    deletedMs: null,
  };
  const { games, journal } = /** @type {any} */ ({ games: new Map(), journal: {} });
  assert.deepEqual(
    createDocuments({ games, saved: [row], journal, log, runErrand: async () => null }).texts(),
    [],
  );
  assert.equal(open().get('packs', row.id).card.title, 'Version 2');
});

test('parallel calls do not pass the limit together', async (t) => {
  const documents = (await library(t)).open();
  const read = (/** @type {number} */ count) =>
    Array.from({ length: count }, (_, n) => ({ title: `${n}`, json: { title: `${n}` } }));
  await documents.add('packs', read(998));
  const { id } = await documents.create('packs');
  await documents.remove('packs', id);
  const results = await Promise.allSettled([
    documents.create('packs'),
    documents.add('packs', read(2)),
    documents.create('packs'),
    documents.restore('packs', id),
    documents.create('packs'),
  ]);
  assert.equal(documents.list('packs').length, 1000);
  assert.deepEqual(outcomes(results), [
    'document-limit',
    'ok',
    'document-limit',
    'document-limit',
    'document-limit',
  ]);
});

test('of two writers who began with the same version, the second is told', async (t) => {
  const { disk, open } = await library(t);
  const documents = open();
  const { id, updatedMs } = await documents.create('packs');
  const write = (/** @type {string} */ title) => documents.replace('packs', id, { title }, updatedMs);
  assert.deepEqual(outcomes(await Promise.allSettled([write('Ada'), write('Bea')])), [
    'ok',
    'document-changed',
  ]);
  assert.equal(documents.get('packs', id).card.title, 'Ada');

  await Promise.all([documents.replace('packs', id, { title: 'Cleo' }), documents.remove('packs', id)]);
  assert.equal((await documents.restore('packs', id)).title, 'Cleo', 'deleting loses no change on its way');

  disk.isFull = true;
  await assert.rejects(documents.replace('packs', id, { title: 'Dora' }), { code: 'not-saved' });
  assert.equal(documents.get('packs', id).card.title, 'Cleo');
  disk.isFull = false;
  await documents.replace('packs', id, { title: 'Eva' }, documents.get('packs', id).card.updatedMs);
  assert.equal(documents.get('packs', id).card.title, 'Eva');
});
