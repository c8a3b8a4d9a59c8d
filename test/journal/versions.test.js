/** Files of older versions: they open with all that is in them, and new ones are made alike. */

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import Database from 'libsql';
import { openJournal } from '../../lib/journal/journal.js';
import { tempFolder } from '../support/server.js';

/** The tables of schema 3, as its program made them. */
const SCHEMA_3 = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE rooms (
    id TEXT PRIMARY KEY, title TEXT NOT NULL, locked INTEGER NOT NULL, throttle TEXT NOT NULL,
    created_ms INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE scenes (
    room_id TEXT PRIMARY KEY, game_id TEXT NOT NULL, epoch INTEGER NOT NULL, since_ms INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE settings (
    room_id TEXT NOT NULL, game_id TEXT NOT NULL, settings TEXT NOT NULL, PRIMARY KEY (room_id, game_id)) WITHOUT ROWID;
  CREATE TABLE players (
    room_id TEXT NOT NULL, pid TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, team TEXT,
    kicked INTEGER NOT NULL, seen_ms INTEGER NOT NULL, PRIMARY KEY (room_id, pid)) WITHOUT ROWID;
  CREATE INDEX players_seen ON players (seen_ms);
  CREATE TABLE snapshots (
    room_id TEXT PRIMARY KEY, game_id TEXT NOT NULL, epoch INTEGER NOT NULL, at_ms INTEGER NOT NULL, state TEXT NOT NULL);
  CREATE TABLE transcripts (
    room_id TEXT NOT NULL, seq INTEGER NOT NULL, epoch INTEGER NOT NULL, entries TEXT NOT NULL, PRIMARY KEY (room_id, seq));
  CREATE TABLE submissions (
    room_id TEXT NOT NULL, player_id TEXT NOT NULL, id TEXT NOT NULL, epoch INTEGER NOT NULL, receipt TEXT NOT NULL,
    PRIMARY KEY (room_id, player_id, id)) WITHOUT ROWID;
  CREATE TABLE results (
    room_id TEXT NOT NULL, epoch INTEGER NOT NULL, game_id TEXT NOT NULL, at_ms INTEGER NOT NULL, tables TEXT NOT NULL,
    PRIMARY KEY (room_id, epoch));
  CREATE TABLE documents (
    id TEXT PRIMARY KEY, game_id TEXT NOT NULL, title TEXT NOT NULL, json TEXT NOT NULL, updated_ms INTEGER NOT NULL,
    deleted_ms INTEGER);
  CREATE TABLE chosen (
    room_id TEXT NOT NULL, game_id TEXT NOT NULL, document_id TEXT, PRIMARY KEY (room_id, game_id)) WITHOUT ROWID;
  CREATE TABLE assets (hash TEXT PRIMARY KEY, type TEXT NOT NULL, bytes BLOB NOT NULL, saved_ms INTEGER NOT NULL);
  CREATE TABLE unused_assets (hash TEXT PRIMARY KEY, since_ms INTEGER NOT NULL) WITHOUT ROWID;
  PRAGMA user_version = 3;`;

/** @param {string} dataDir */
const fileIn = (dataDir) => join(dataDir, 'mass-mobile.db');

/** A folder with the file of a stopped server whose program had schema 5 and wrote its tables by hand. @param {import('node:test').TestContext} t */
async function folderOfSchema5(t) {
  const dataDir = await tempFolder(t);
  const packed = readFileSync(new URL('./files/schema-5.db.gz', import.meta.url));
  writeFileSync(fileIn(dataDir), gunzipSync(packed));
  return dataDir;
}

/** @param {string} dataDir */
async function stateOf(dataDir) {
  const journal = await openJournal({ dataDir, nowMs: () => 1_700_000_000_000 });
  try {
    return { ...(await journal.load()), picture: await journal.readAsset('h1') };
  } finally {
    await journal.close();
  }
}

test('a file of schema 3 is sealed at its first start, with all that is in it', async (t) => {
  const dataDir = await tempFolder(t);
  const old = new Database(fileIn(dataDir));
  old.exec(SCHEMA_3);
  old.exec(`INSERT INTO meta VALUES ('operator-key', 'sesame-street');
    INSERT INTO rooms VALUES ('main', 'Hall', 0, 'null', 1);
    INSERT INTO chosen VALUES ('main', 'tug', NULL), ('main', 'quiz', 'd1');
    INSERT INTO submissions VALUES ('main', 'p1', 's1', 1, '{}');
    INSERT INTO assets VALUES ('h1', 'image/png', x'00ff', 1);`);
  old.close();
  const state = await stateOf(dataDir);
  const [room] = state.rooms;
  assert.deepEqual(state.meta, { 'operator-key': 'sesame-street' });
  assert.deepEqual(room?.submissions, [{ playerId: 'p1', id: 's1', epoch: 1, receipt: '{}' }]);
  assert.deepEqual(room?.chosen, { quiz: 'd1' });
  assert.deepEqual(state.picture, { type: 'image/png', bytes: new Uint8Array([0, 255]) });
  assert.deepEqual(await stateOf(dataDir), state);
  const bytes = readFileSync(fileIn(dataDir));
  bytes.write('sesame-Street', bytes.indexOf('sesame-street'));
  writeFileSync(fileIn(dataDir), bytes);
  await assert.rejects(openJournal({ dataDir }), { message: /a row in "meta"/ });
});

test('a file of schema 5, written before there were other databases, opens and goes on', async (t) => {
  const dataDir = await folderOfSchema5(t);
  const state = await stateOf(dataDir);
  assert.deepEqual(state.meta, { 'operator-key': 'sesame-street' });
  const [room] = state.rooms;
  assert.deepEqual(
    { ...room, kept: room?.kept.map(({ gameId, then }) => [gameId, then]) },
    {
      ...{ id: 'main', title: 'Hall', locked: true, throttle: { mode: 'AUTO' }, createdMs: 1 },
      scene: { gameId: 'pong', epoch: 7, sinceMs: 1_700_000_000_000 },
      settings: { pong: { ballSpeed: 1.5 } },
      snapshot: { gameId: 'pong', epoch: 7, atMs: 5, state: { ball: [1, -2.5, null] } },
      players: [
        {
          ...{ roomId: 'main', pid: 'secret-1', id: 'p1', name: 'Ζωή 👩‍🚀', team: null, kicked: true },
          seenMs: 1_700_000_000_000,
        },
      ],
      transcripts: [{ seq: 2, epoch: 7, entries: [['tick', 33, null]] }],
      submissions: [
        { playerId: 'p0', id: 's0', epoch: 7, receipt: '{}' },
        { playerId: 'p1', id: 's1', epoch: 7, receipt: '{}' },
      ],
      kept: [['talk', 'next']],
      interlude: { epoch: 7, way: { back: 'talk', settings: { ballSpeed: 2 } } },
      chosen: { pong: 'd1' },
      results: [{ epoch: 6, gameId: 'tug', atMs: 9, tables: [{ name: 'A', columns: ['B'], rows: [[1]] }] }],
    },
  );
  assert.deepEqual(state.picture, { type: 'image/png', bytes: new Uint8Array([0, 255]) });
  const journal = await openJournal({ dataDir, nowMs: () => 1_700_000_000_000 });
  await journal.saveSettings('main', 'tug', { strength: 3 });
  await journal.close();
  assert.deepEqual((await stateOf(dataDir)).rooms[0]?.settings['tug'], { strength: 3 });
});

test('a new file has the same tables as one of schema 5 after its first start: columns, keys, indexes, and how rows lie', async (t) => {
  const fresh = await tempFolder(t);
  const old = await folderOfSchema5(t);
  for (const dataDir of [fresh, old]) await (await openJournal({ dataDir })).close();
  assert.deepEqual(tablesOf(fileIn(fresh)), tablesOf(fileIn(old)));
});

/** @param {string} file */
function tablesOf(file) {
  const db = new Database(file);
  const all = (/** @type {string} */ sql) => /** @type {any[]} */ (db.prepare(sql).all());
  try {
    assert.equal(all('PRAGMA user_version')[0].user_version, 8);
    return all(`SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name`).map((table) => ({
      name: table.name,
      hasRowId: !/without rowid/i.test(table.sql),
      columns: all(`PRAGMA table_info(${table.name})`).map(({ name, type, pk, dflt_value: value }) => [
        ...[name, type.toLowerCase(), pk, value],
      ]),
      indexes: all(`PRAGMA index_list(${table.name})`).map(({ origin, unique }) => [origin, unique]),
    }));
  } finally {
    db.close();
  }
}
