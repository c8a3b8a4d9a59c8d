/** The journal in a data folder: what it cannot do there, it says in a sentence. */

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'libsql';
import { openJournal } from '../../lib/journal/journal.js';
import { tempFolder } from '../support/server.js';

test('a second server on the same folder is refused, and let in once the first has gone', async (t) => {
  const dataDir = await tempFolder(t);
  const first = await openJournal({ dataDir });
  await assert.rejects(openJournal({ dataDir }), {
    name: 'JournalError',
    code: 'data-locked',
    message: `Another Mass Mobile server is using this data folder (${dataDir}): stop it, or start this one with --data-dir.`,
  });
  await first.saveMeta('still', 'alive');
  await Promise.all([first.close(), first.close()]);
  const second = await openJournal({ dataDir });
  t.after(() => second.close());
  assert.deepEqual((await second.load()).meta, { still: 'alive' });
});

test('a folder that cannot be made is named, with the remedy', async (t) => {
  const inTheWay = join(await tempFolder(t), 'file');
  writeFileSync(inTheWay, '');
  const error = {
    code: 'data-folder',
    message: /^The data folder .*file\/data cannot be created .*--data-dir\.$/,
  };
  await assert.rejects(openJournal({ dataDir: join(inTheWay, 'data') }), error);

  const dataDir = await tempFolder(t);
  mkdirSync(join(dataDir, 'mass-mobile.db'));
  await assert.rejects(openJournal({ dataDir }), { code: 'data-folder' });
});

test('a file that is no database, or a newer one, is left alone', async (t) => {
  const corrupt = await tempFolder(t);
  writeFileSync(join(corrupt, 'mass-mobile.db'), 'this is not a database '.repeat(100));
  await assert.rejects(openJournal({ dataDir: corrupt }), { code: 'data-corrupt', message: /backup/ });

  const torn = await tempFolder(t);
  await (await openJournal({ dataDir: torn })).close();
  const file = join(torn, 'mass-mobile.db');
  writeFileSync(file, readFileSync(file).fill(0xff, 4096));
  await assert.rejects(openJournal({ dataDir: torn }), { code: 'data-corrupt' });

  const newer = await tempFolder(t);
  const database = new Database(join(newer, 'mass-mobile.db'));
  database.exec('PRAGMA user_version = 99');
  database.close();
  await assert.rejects(openJournal({ dataDir: newer }), { code: 'data-newer', message: /schema 99/ });
});

test('a full disk loses the row with a sentence, and one report for many', async (t) => {
  /** @type {[string, number][]} */
  const reports = [];
  const journal = await openJournal({
    dataDir: await tempFolder(t),
    onError: (error, count) => reports.push([error.message, count]),
    test: { maxPageCount: 1 },
  });
  const big = { text: 'x'.repeat(200_000) };
  const results = await Promise.allSettled(
    ['a', 'b', 'c'].map((roomId) => journal.saveSettings(roomId, 'tug', big)),
  );
  for (const result of results) {
    assert.equal(result.status, 'rejected');
    assert.equal(result.reason.code, 'not-saved');
    assert.match(result.reason.message, /the disk is full/);
  }
  // Nobody listens to this one: it must not become an unhandled rejection, which would end the test run.
  journal.saveSettings('d', 'tug', big);
  await journal.flush();
  assert.equal(reports.length, 1);
  assert.equal(reports[0]?.[1], 3);
  await journal.close();
  assert.equal(reports.length, 2, 'closing reports the rest');
  assert.equal(journal.stats.lost, 4);
  journal.deleteRoom('e');
  await assert.rejects(journal.deleteRoom('e'), { code: 'not-saved' });
});
