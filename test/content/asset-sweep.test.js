/** Pictures that nothing shows any more, with the real journal and real rooms: never too early, but in the end. */

/** @import { TestContext } from 'node:test' */

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'libsql';
import { createAssetSweep } from '../../lib/content/asset-sweep.js';
import { openJournal } from '../../lib/journal/journal.js';
import { openHouse } from '../support/house.js';
import { startServer, tempFolder } from '../support/server.js';

const HOUR_MS = 3600 * 1000;

/** Opens a house with a clock that the test moves. @param {TestContext} t */
async function openSwept(t) {
  const dataDir = await tempFolder(t);
  const clock = { ms: Date.UTC(2026, 0, 1) };
  const now = () => clock.ms;

  async function open() {
    const { rooms, ...house } = await openHouse(dataDir, now);
    const texts = { all: () => rooms.all().map(({ scene }) => ({ text: () => scene.text() })) };
    const { sweep } = createAssetSweep({ ...house, rooms: texts, now });
    return { ...house, room: rooms.get(), sweep };
  }

  let current = await open();
  t.after(() => current.close());
  return {
    get now() {
      return current;
    },
    async restart() {
      await current.close();
      current = await open();
    },
    /** Time passes, and every hour is swept. @param {number} hours */
    async pass(hours) {
      for (let hour = 0; hour < hours; hour++) {
        clock.ms += HOUR_MS;
        await current.sweep();
      }
    },
    /** @param {string} text */
    async upload(text) {
      const bytes = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(text)]);
      return (await current.assets.add(bytes)).url;
    },
    /** @param {string} url */
    has: async (url) => (await current.assets.get(url.slice('/assets/'.length))) !== null,
  };
}

/** @param {string} image */
function packWith(image) {
  const options = ['Yes', 'No'].map((text, place) => ({ text, correct: place === 0 }));
  return { title: 'Pictures', questions: [{ type: 'single', text: 'See?', image, options }] };
}

test('a deleted pack can be brought back with its pictures for a day; a day later they are gone', async (t) => {
  const house = await openSwept(t);
  const url = await house.upload('a');
  const { id } = await house.now.documents.create('quiz', packWith(url));
  await house.pass(50);
  assert.ok(await house.has(url), 'in use');

  await house.now.documents.remove('quiz', id);
  await house.pass(12);
  await house.restart();
  await house.pass(11);
  await house.now.documents.restore('quiz', id);
  await house.pass(50);
  assert.ok(await house.has(url), 'brought back');

  await house.now.documents.remove('quiz', id);
  await house.pass(25);
  await assert.rejects(house.now.documents.restore('quiz', id), { code: 'document-unknown' });
  assert.ok(await house.has(url), 'not before it was unused for a day itself');
  await house.pass(24);
  assert.equal(await house.has(url), false);
  await house.restart();
  assert.equal(await house.has(url), false);
});

test('a running quiz keeps its pictures, however long its pack is gone, over a restart too', async (t) => {
  const house = await openSwept(t);
  const url = await house.upload('b');
  const { id } = await house.now.documents.create('quiz', packWith(url));
  await house.now.room.switchTo('quiz');
  await house.now.room.scene.choices.choose(id);
  await house.now.room.scene.run('start');
  await house.now.documents.remove('quiz', id);
  await house.pass(60);
  await house.restart();
  await house.pass(60);
  assert.ok(await house.has(url));
  await house.now.room.scene.run('reset');
  await house.pass(25);
  assert.equal(await house.has(url), false);
});

test('one that is uploaded before its pack, taken out and put back, or uploaded again, stays', async (t) => {
  const house = await openSwept(t);
  const [early, again] = [await house.upload('c'), await house.upload('d')];
  await house.pass(20);
  const { id } = await house.now.documents.create('quiz', packWith(early));
  assert.equal(await house.upload('d'), again);
  await house.pass(20);
  assert.ok((await house.has(early)) && (await house.has(again)));
  await house.now.documents.replace('quiz', id, packWith(''));
  await house.pass(20);
  await house.now.documents.replace('quiz', id, packWith(early));
  await house.pass(30);
  assert.ok(await house.has(early));
  assert.equal(await house.has(again), false, 'nobody has used it since');
});

test('many go by and by, so that no answer waits long for the disk', async (t) => {
  const house = await openSwept(t);
  const urls = await Promise.all(Array.from({ length: 30 }, (_, n) => house.upload(`e${n}`)));
  const left = async () => (await Promise.all(urls.map(house.has))).filter(Boolean).length;
  await house.pass(25);
  assert.equal(await left(), 10);
  await house.pass(1);
  assert.equal(await left(), 0);
});

test('a server clears up when it starts', async (t) => {
  const app = await startServer(t);
  const send = (/** @type {string} */ path, /** @type {any} */ body) =>
    fetch(`${app.url}/api/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.operatorKey}` },
      body,
    });
  assert.equal((await send('assets', Buffer.from('89504e470d0a1a0a00', 'hex'))).status, 200);
  await send('games/quiz/documents', JSON.stringify(packWith('')));
  await app.close();

  // Two days pass.
  const file = new Database(join(app.dataDir, 'mass-mobile.db'));
  const longAgoMs = 1;
  file.exec(`INSERT OR REPLACE INTO unused_assets SELECT hash, ${longAgoMs} FROM assets`);
  file.close();
  // Documents are sealed by a checksum, so only the journal can write one.
  const journal = await openJournal({ dataDir: app.dataDir });
  const { documents } = await journal.load();
  for (const document of documents) await journal.saveDocument({ ...document, deletedMs: longAgoMs });
  await journal.close();
  await (await startServer(t, { DATA_DIR: app.dataDir })).close();

  const after = new Database(join(app.dataDir, 'mass-mobile.db'));
  const count = (/** @type {string} */ table) =>
    /** @type {any} */ (after.prepare(`SELECT count(*) AS n FROM ${table}`).get([])).n;
  assert.deepEqual(['assets', 'documents', 'unused_assets'].map(count), [0, 0, 0]);
  after.close();
});
