/** Opens the SQLite file: locked for this process, found whole, and brought to the schema of today. */

import { copyFileSync, existsSync } from 'node:fs';
import Database from 'libsql';
import { headOf, readHead } from '../head.js';
import { FIRST_SEALED, VERSION, migrate, sealedTables } from '../schema.js';
import { Damage, sealAll, subtractGone, verify, verifyPages } from '../seal.js';
import { kyselyOver } from './kysely.js';

const SYNCHRONOUS_FULL = 2;
/** A restart may overlap with the server it replaces for this long before the folder counts as taken. */
const LOCK_WAIT_MS = 1500;

/**
 * Opens the file, and holds it until the process ends or it is closed.
 * @param {string} file
 * @returns {Promise<{ db: Database.Database, commits: number }>} of today's schema; commits: in all runs of this file
 * @throws {Damage | Error} with the code of SQLite, or `NEWER`
 */
export async function openFile(file) {
  const db = new Database(file);
  db.pragma(`busy_timeout = ${LOCK_WAIT_MS}`);
  // The system holds the lock until this process ends, however it ends: no stale lock file after a kill -9.
  db.pragma('locking_mode = EXCLUSIVE');
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  if (pragma(db, 'synchronous') !== SYNCHRONOUS_FULL) throw new Error('synchronous=FULL was refused');
  const version = pragma(db, 'user_version');
  if (version > VERSION) throw Object.assign(new Error(String(version)), { code: 'NEWER' });
  const commits = check(db, file, version);
  const place = {
    db: kyselyOver('sqlite', queryOf(db)),
    kind: /** @type {const} */ ('sqlite'),
    isSealed: true,
  };
  await migrate(place, version, async (run, reached) => {
    db.exec('BEGIN EXCLUSIVE');
    await run();
    db.exec(`PRAGMA user_version = ${reached}`);
    if (reached === VERSION) sealAll(db);
    db.exec('COMMIT');
  });
  subtractGone(db);
  return { db, commits };
}

/**
 * Nothing is written before the file has been found whole.
 * @param {Database.Database} db @param {string} file @param {number} version
 * @returns {number} the number of commits in all runs of this file, failed ones included
 * @throws {Damage}
 */
function check(db, file, version) {
  const acknowledged = readHead(headOf(file));
  if (version > 0) verifyPages(db);
  const isSealed = version >= FIRST_SEALED;
  const { isOpen, commits } = isSealed ? verify(db, sealedTables(version)) : { isOpen: false, commits: 0 };
  if (acknowledged === null && isOpen)
    throw new Damage(
      `${headOf(file)}, which goes with it, is missing: the server was running when it was copied`,
    );
  if (acknowledged !== null && acknowledged > commits)
    throw new Damage(`the last ${acknowledged - commits} of ${acknowledged} commits are missing`);
  return commits;
}

/** @param {Database.Database} db @returns {import('./kysely.js').Query} */
export function queryOf(db) {
  return (sql, values) => {
    const statement = db.prepare(sql);
    if (statement.reader) return { rows: statement.all(values), changes: 0 };
    return { rows: [], changes: statement.run(values).changes };
  };
}

/** SQLite empties the log when this thread ends. What it did not understand of it is kept, for somebody who can. @param {string} file */
export function saveLog(file) {
  const log = `${file}-wal`;
  const copy = `${log}.damaged`;
  try {
    if (existsSync(log) && !existsSync(copy)) copyFileSync(log, copy);
  } catch {
    // The disk may be full. The start ends with a sentence all the same.
  }
}

/** @param {Database.Database} db @param {string} name @returns {number} */
function pragma(db, name) {
  const [row] = /** @type {Record<string, number>[]} */ (db.pragma(name));
  return Number(row?.[name]);
}
