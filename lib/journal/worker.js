/** The thread that owns the database file: opens it, reads it once, commits batches. Started by journal.js. */

/** @import { Records, RoomRecord, SavedPlayer, Write } from './rows.js' */

import { parentPort, workerData } from 'node:worker_threads';
import Database from 'libsql';

/** `PRAGMA user_version` counts how many of these a file has had. Append; never change one that shipped. */
const MIGRATIONS = [
  `CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
   CREATE TABLE rooms (
     id TEXT PRIMARY KEY, title TEXT NOT NULL, locked INTEGER NOT NULL, throttle TEXT NOT NULL,
     created_ms INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE scenes (
     room_id TEXT PRIMARY KEY, game_id TEXT NOT NULL, epoch INTEGER NOT NULL,
     since_ms INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE settings (
     room_id TEXT NOT NULL, game_id TEXT NOT NULL, settings TEXT NOT NULL,
     PRIMARY KEY (room_id, game_id)) WITHOUT ROWID;
   CREATE TABLE players (
     room_id TEXT NOT NULL, pid TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, team TEXT,
     kicked INTEGER NOT NULL, seen_ms INTEGER NOT NULL, PRIMARY KEY (room_id, pid)) WITHOUT ROWID;
   CREATE INDEX players_seen ON players (seen_ms);
   CREATE TABLE snapshots (
     room_id TEXT PRIMARY KEY, game_id TEXT NOT NULL, epoch INTEGER NOT NULL, at_ms INTEGER NOT NULL,
     state TEXT NOT NULL);`,
  `CREATE TABLE transcripts (
     room_id TEXT NOT NULL, seq INTEGER NOT NULL, epoch INTEGER NOT NULL, entries TEXT NOT NULL,
     PRIMARY KEY (room_id, seq));
   CREATE TABLE submissions (
     room_id TEXT NOT NULL, player_id TEXT NOT NULL, id TEXT NOT NULL, epoch INTEGER NOT NULL,
     receipt TEXT NOT NULL, PRIMARY KEY (room_id, player_id, id)) WITHOUT ROWID;
   CREATE TABLE results (
     room_id TEXT NOT NULL, epoch INTEGER NOT NULL, game_id TEXT NOT NULL, at_ms INTEGER NOT NULL,
     tables TEXT NOT NULL, PRIMARY KEY (room_id, epoch));
   CREATE TABLE documents (
     id TEXT PRIMARY KEY, game_id TEXT NOT NULL, title TEXT NOT NULL, json TEXT NOT NULL,
     updated_ms INTEGER NOT NULL, deleted_ms INTEGER);
   CREATE TABLE chosen (
     room_id TEXT NOT NULL, game_id TEXT NOT NULL, document_id TEXT,
     PRIMARY KEY (room_id, game_id)) WITHOUT ROWID;
   CREATE TABLE assets (
     hash TEXT PRIMARY KEY, type TEXT NOT NULL, bytes BLOB NOT NULL, saved_ms INTEGER NOT NULL);`,
  // Beside the pictures: a mark in their own row would write 2 MB anew.
  `CREATE TABLE unused_assets (hash TEXT PRIMARY KEY, since_ms INTEGER NOT NULL) WITHOUT ROWID;`,
];

const SYNCHRONOUS_FULL = 2;
/** A restart may overlap with the server it replaces for this long before the folder counts as taken. */
const LOCK_WAIT_MS = 1500;

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
/** @type {{ file: string, forgetBeforeMs: number, maxPageCount?: number }} */
const { file, forgetBeforeMs, maxPageCount } = workerData;

/** @type {Database.Database} */
let db;
/** @type {Map<string, Database.Statement>} */
const prepared = new Map();

start();

function start() {
  try {
    db = open();
    forgetPlayers();
    port.postMessage({ type: 'ready', records: load() });
    port.on('message', answer);
  } catch (error) {
    port.postMessage({ type: 'failed', ...describe(error) });
    port.close();
  }
}

function open() {
  const opened = new Database(file);
  opened.pragma(`busy_timeout = ${LOCK_WAIT_MS}`);
  // Held by the system until this process ends, however it ends: no stale lock file after a kill -9.
  opened.pragma('locking_mode = EXCLUSIVE');
  opened.pragma('journal_mode = WAL');
  opened.pragma('synchronous = FULL');
  if (pragma(opened, 'synchronous') !== SYNCHRONOUS_FULL) throw new Error('synchronous=FULL was refused');
  migrate(opened);
  // No limit that a test sets may hinder the migration, so it comes last.
  if (maxPageCount) opened.pragma(`max_page_count = ${maxPageCount}`);
  return opened;
}

function forgetPlayers() {
  try {
    commit([{ sql: 'DELETE FROM players WHERE seen_ms < ?', values: [forgetBeforeMs] }]);
  } catch (error) {
    // Old names on a full disk must not keep the show from starting.
    if (describe(error).code !== 'SQLITE_FULL') throw error;
  }
}

/** @param {Database.Database} opened */
function migrate(opened) {
  const version = pragma(opened, 'user_version');
  if (version > MIGRATIONS.length) throw Object.assign(new Error(String(version)), { code: 'NEWER' });
  for (const [index, sql] of MIGRATIONS.entries()) {
    if (index < version) continue;
    opened.exec(`BEGIN EXCLUSIVE; ${sql} PRAGMA user_version = ${index + 1}; COMMIT`);
  }
}

/** @param {Database.Database} opened @param {string} name @returns {number} */
function pragma(opened, name) {
  const [row] = /** @type {Record<string, number>[]} */ (opened.pragma(name));
  return Number(row?.[name]);
}

/**
 * @param {{ type: 'commit', writes: Write[] } | { type: 'asset', id: number, hash: string } | { type: 'close' }
 *   | { type: 'refuse', isOn: boolean }} message `refuse` comes from tests: a disk that takes nothing any more
 */
function answer(message) {
  if (message.type === 'close') return close();
  if (message.type === 'refuse') return void db.pragma(`query_only = ${Number(message.isOn)}`);
  if (message.type === 'asset') return readAsset(message.id, message.hash);
  try {
    commit(message.writes);
    port.postMessage({ type: 'saved' });
  } catch (error) {
    port.postMessage({ type: 'unsaved', ...describe(error) });
  }
}

/** @param {number} id @param {string} hash */
function readAsset(id, hash) {
  try {
    const found = /** @type {any} */ (statement('SELECT type, bytes FROM assets WHERE hash = ?').get([hash]));
    const asset = found ? { type: found.type, bytes: new Uint8Array(found.bytes) } : null;
    port.postMessage({ type: 'read', id, found: asset });
  } catch {
    port.postMessage({ type: 'read', id });
  }
}

/** @param {Write[]} writes  one transaction, one fsync */
function commit(writes) {
  db.exec('BEGIN IMMEDIATE');
  try {
    for (const { sql, values } of writes) {
      for (const each of [sql].flat()) statement(each).run(values);
    }
    db.exec('COMMIT');
  } catch (error) {
    // A full disk has rolled back by itself already.
    if (db.inTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** @param {string} sql */
function statement(sql) {
  let found = prepared.get(sql);
  if (!found) prepared.set(sql, (found = db.prepare(sql)));
  return found;
}

/** Leaves one tidy file, so that a back-up of a stopped server is a copy of `mass-mobile.db`. */
function close() {
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
  } catch {
    // Everything acknowledged is in the write-ahead log; the next start reads it from there.
  }
  port.postMessage({ type: 'closed' });
  port.close();
}

/** @returns {Records} */
function load() {
  const rooms = new Map(
    rows('SELECT * FROM rooms ORDER BY created_ms, id').map((row) => [row.id, room(row)]),
  );
  for (const row of rows('SELECT * FROM scenes')) {
    const owner = rooms.get(row.room_id);
    if (owner) owner.scene = { gameId: row.game_id, epoch: row.epoch, sinceMs: row.since_ms };
  }
  for (const row of rows('SELECT * FROM settings')) {
    const owner = rooms.get(row.room_id);
    if (owner) owner.settings[row.game_id] = JSON.parse(row.settings);
  }
  for (const row of rows('SELECT * FROM players ORDER BY seen_ms'))
    rooms.get(row.room_id)?.players.push(player(row));
  for (const row of rows('SELECT * FROM snapshots')) {
    const owner = rooms.get(row.room_id);
    if (owner) owner.snapshot = snapshot(row);
  }
  loadStages(rooms);
  const meta = rows('SELECT * FROM meta').map(({ key, value }) => [key, value]);
  return { meta: Object.fromEntries(meta), rooms: [...rooms.values()], documents: documents() };
}

/** What the durable lanes left. @param {Map<string, RoomRecord>} rooms */
function loadStages(rooms) {
  for (const row of rows('SELECT * FROM transcripts ORDER BY room_id, seq')) {
    const { seq, epoch } = row;
    rooms.get(row.room_id)?.transcripts.push({ seq, epoch, entries: JSON.parse(row.entries) });
  }
  for (const row of rows('SELECT * FROM submissions')) {
    const { id, epoch, receipt } = row;
    rooms.get(row.room_id)?.submissions.push({ playerId: row.player_id, id, epoch, receipt });
  }
  for (const row of rows('SELECT * FROM chosen WHERE document_id IS NOT NULL')) {
    const owner = rooms.get(row.room_id);
    if (owner) owner.chosen[row.game_id] = row.document_id;
  }
  for (const row of rows('SELECT * FROM results ORDER BY epoch')) {
    const { epoch, game_id: gameId, at_ms: atMs } = row;
    rooms.get(row.room_id)?.results.push({ epoch, gameId, atMs, tables: JSON.parse(row.tables) });
  }
}

/** @returns {Records['documents']} */
function documents() {
  return rows('SELECT * FROM documents ORDER BY updated_ms').map((row) => ({
    id: row.id,
    gameId: row.game_id,
    title: row.title,
    json: JSON.parse(row.json),
    updatedMs: row.updated_ms,
    deletedMs: row.deleted_ms,
  }));
}

/** @param {string} sql @returns {any[]} */
function rows(sql) {
  return db.prepare(sql).all();
}

/** @param {any} row @returns {RoomRecord} */
function room(row) {
  return {
    id: row.id,
    title: row.title,
    locked: row.locked === 1,
    throttle: JSON.parse(row.throttle),
    createdMs: row.created_ms,
    scene: null,
    settings: {},
    snapshot: null,
    players: [],
    transcripts: [],
    submissions: [],
    chosen: {},
    results: [],
  };
}

/** @param {any} row @returns {SavedPlayer} */
function player(row) {
  return {
    roomId: row.room_id,
    pid: row.pid,
    id: row.id,
    name: row.name,
    team: row.team,
    kicked: row.kicked === 1,
    seenMs: row.seen_ms,
  };
}

/** @param {any} row @returns {RoomRecord['snapshot']} */
function snapshot(row) {
  return { gameId: row.game_id, epoch: row.epoch, atMs: row.at_ms, state: JSON.parse(row.state) };
}

/** @param {unknown} error @returns {{ code: string, message: string }} what travels between threads */
function describe(error) {
  const { code, message } = /** @type {Error & { code?: string }} */ (error);
  const cannotOpen = /Unable to open connection/.test(message);
  return { code: cannotOpen ? 'SQLITE_CANTOPEN' : String(code ?? ''), message };
}
