/** The tables of the database file, and how an older file gets those of today. */

/** @import Database from 'libsql' */

/** The tables whose rows were given a checksum by the fourth migration, which names them. */
const FIRST_TABLES = /** @type {const} */ ([
  'meta',
  'rooms',
  'scenes',
  'settings',
  'players',
  'snapshots',
  'transcripts',
  'submissions',
  'results',
  'documents',
  'chosen',
  'assets',
]);

/**
 * The tables whose rows carry a checksum. The marks of unused pictures carry none: a wrong one makes a picture
 * that nothing shows go sooner or later than it should.
 */
export const SEALED = /** @type {const} */ ([...FIRST_TABLES, 'kept', 'interludes']);

/**
 * `PRAGMA user_version` counts how many of these a file has had. Append; never change one that shipped, nor
 * `FIRST_TABLES`, which the fourth one names.
 */
export const MIGRATIONS = [
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
  // A checksum in each row, and the sum of all of them; see seal.js.
  `${FIRST_TABLES.map((table) => `ALTER TABLE ${table} ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;`).join('\n')}
   CREATE TABLE seal (commits INTEGER NOT NULL, total INTEGER NOT NULL, structure INTEGER NOT NULL,
     is_open INTEGER NOT NULL);
   INSERT INTO seal VALUES (0, 0, 0, 0);`,
  // Scenes that wait until the room comes back to them, and where the scene that is on leads back to.
  `CREATE TABLE kept (
     room_id TEXT NOT NULL, game_id TEXT NOT NULL, epoch INTEGER NOT NULL, since_ms INTEGER NOT NULL,
     at_ms INTEGER NOT NULL, saved TEXT NOT NULL, receipts TEXT NOT NULL, then_action TEXT, way TEXT,
     checksum INTEGER NOT NULL, PRIMARY KEY (room_id, game_id));
   CREATE TABLE interludes (
     room_id TEXT PRIMARY KEY, epoch INTEGER NOT NULL, way TEXT NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID;`,
];

/** The first version whose rows carry checksums. */
export const FIRST_SEALED = 4;
/** The first version that has all tables of `SEALED`. */
const ALL_SEALED = 5;

/** @param {Database.Database} db @returns {number} of the file; 0 is a new one */
export function versionOf(db) {
  return pragma(db, 'user_version');
}

/** @param {Database.Database} db @returns {readonly string[]} those of `SEALED` that a file of its version has */
export function sealedTables(db) {
  return versionOf(db) < ALL_SEALED ? FIRST_TABLES : SEALED;
}

/**
 * @param {Database.Database} db
 * @throws {Error & { code: 'NEWER' }} a later program wrote the file; the message is its version
 */
export function refuseNewer(db) {
  const version = versionOf(db);
  if (version > MIGRATIONS.length) throw Object.assign(new Error(String(version)), { code: 'NEWER' });
}

/** @param {Database.Database} db @param {() => void} atLast called in the last transaction, if there is one */
export function migrate(db, atLast) {
  const version = versionOf(db);
  for (const [index, sql] of MIGRATIONS.entries()) {
    if (index < version) continue;
    db.exec(`BEGIN EXCLUSIVE; ${sql} PRAGMA user_version = ${index + 1};`);
    if (index === MIGRATIONS.length - 1) atLast();
    db.exec('COMMIT');
  }
}

/** @param {Database.Database} db @param {string} name @returns {number} */
export function pragma(db, name) {
  const [row] = /** @type {Record<string, number>[]} */ (db.pragma(name));
  return Number(row?.[name]);
}
