/** Opens the SQLite file: locked for this process, found whole, and brought to the schema of today. */

/** @import { Noted } from '../head.js' */

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import Database from 'libsql';
import { headOf, newName, timeOf } from '../folder.js';
import { readHead } from '../head.js';
import { FIRST_SEALED, FIRST_WIPED, VERSION, migrate, sealedTables } from '../schema.js';
import { Damage, sealAll, subtractGone, verify, verifyPages } from '../seal.js';
import { kyselyOver } from './kysely.js';

const SYNCHRONOUS_FULL = 2;
/** A restart may overlap with the server it replaces for this long before the folder counts as taken. */
const LOCK_WAIT_MS = 1500;

/** Copies files to a folder of a new name. @type {string} */
const COPY = `
  const { copyFileSync, mkdirSync, statSync } = require('node:fs');
  const { basename, join } = require('node:path');
  const [to, ...files] = process.argv.slice(1);
  mkdirSync(to, { mode: 0o700 });
  for (const file of files)
    if (statSync(file, { throwIfNoEntry: false })?.size) copyFileSync(file, join(to, basename(file)));`;

/** @typedef {{ db: Database.Database, file: string, version: number }} Locked version: of its schema */

/**
 * Holds the file until the process ends or it is closed.
 * @param {string} file
 * @returns {Locked}
 * @throws {Error} with the code of SQLite, or `NEWER`
 */
export function lockFile(file) {
  const db = new Database(file);
  db.pragma(`busy_timeout = ${LOCK_WAIT_MS}`);
  // The system holds the lock until this process ends, however it ends: no stale lock file after a kill -9.
  db.pragma('locking_mode = EXCLUSIVE');
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  // Deleted rows are overwritten, for there are names in them. A log grows by an eighth (docs/decisions/0045).
  db.pragma('secure_delete = ON');
  if (pragma(db, 'synchronous') !== SYNCHRONOUS_FULL) throw new Error('synchronous=FULL was refused');
  const version = pragma(db, 'user_version');
  if (version > VERSION) throw Object.assign(new Error(String(version)), { code: 'NEWER' });
  return { db, file, version };
}

/**
 * Finds a file whole, and brings it up to date. If its newest commits are gone, or may be, it is as it was before them, and the files
 * that were found are set aside.
 * @param {Locked} locked @param {{ isCopy: boolean }} options copy: somebody has the file itself, so nothing is set aside
 * @returns {Promise<{ last: Noted, loss: string | null }>} last: the last commit of all runs, failed ones included; `loss`: sentences
 *   about what is gone
 * @throws {Damage | Error} with the code of SQLite
 */
export async function bringUpToDate({ db, file, version }, { isCopy }) {
  const { last, loss } = check(db, file, version);
  const aside = loss && !isCopy ? ` The files as they were found are in ${setAside(file)}.` : '';
  if (version > 0 && version < FIRST_WIPED) wipeOlder(db);
  const place = {
    db: kyselyOver('sqlite', queryOf(db)),
    kind: /** @type {const} */ ('sqlite'),
    isSealed: true,
  };
  if (version < VERSION) {
    // In one transaction: between two versions the seal fits neither, and a start that was killed there would be the last one.
    db.exec('BEGIN EXCLUSIVE');
    await migrate(place, version, (run) => run());
    db.exec(`PRAGMA user_version = ${VERSION}`);
    sealAll(db);
    db.exec('COMMIT');
  }
  subtractGone(db);
  return { last, loss: loss && loss + aside };
}

/** Rows that older versions deleted are still in their pages. @param {Database.Database} db */
function wipeOlder(db) {
  try {
    db.exec('VACUUM');
  } catch (error) {
    // A full disk must not keep the show from starting.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'SQLITE_FULL') throw error;
  }
}

/**
 * Nothing is written before the file has been found whole.
 * @param {Database.Database} db @param {string} file @param {number} version
 * @returns {{ last: Noted, loss: string | null }}
 * @throws {Damage}
 */
function check(db, file, version) {
  const noted = readHead(headOf(file));
  if (version > 0) verifyPages(db);
  const { isOpen, ...last } =
    version >= FIRST_SEALED ? verify(db, sealedTables(version)) : { isOpen: false, commits: 0, atMs: 0 };
  const loss = noted === 'missing' && !isOpen ? null : lossOf(noted, last, headOf(file));
  // To go on with nothing would be a new show, with another key, for which nobody asked.
  if (loss && (version === 0 || db.prepare('SELECT key FROM meta LIMIT 1').all().length === 0))
    throw new Damage('all that was in it is gone');
  return { last, loss };
}

/** @param {ReturnType<typeof readHead>} noted @param {Noted} last @param {string} head @returns {string | null} */
function lossOf(noted, last, head) {
  if (typeof noted === 'string') {
    const until = last.atMs > 0 ? `until ${timeOf(last.atMs)}` : 'before them';
    return `${basename(head)} is ${noted}, so nobody can tell whether the last commits are there. Everything ${until} is.`;
  }
  const lost = noted.commits - last.commits;
  if (lost <= 0) return null;
  const times =
    last.atMs > 0 && noted.atMs > 0 ? `from ${timeOf(last.atMs)} to ${timeOf(noted.atMs)}` : 'last';
  return `The end of the log was lost: what was stored ${times} is gone (commits: ${lost}). Everything before is there.`;
}

/** @param {string} file @returns {string} the folder that has a copy of it now, and of what goes with it */
export function setAside(file) {
  const folder = newName(dirname(file), 'damaged-');
  try {
    // Not in this process: closing the file in it would drop the lock.
    const files = [file, `${file}-wal`, headOf(file)];
    execFileSync(process.execPath, ['-e', COPY, folder, ...files], { stdio: 'ignore' });
  } catch {
    const problem = `it is damaged, and cannot be copied to ${folder} before it is mended`;
    throw Object.assign(new Error(problem), { code: 'SQLITE_FULL' });
  }
  return folder;
}

/** @param {Database.Database} db @returns {import('./kysely.js').Query} */
export function queryOf(db) {
  return (sql, values) => {
    const statement = db.prepare(sql);
    if (statement.reader)
      return { rows: /** @type {Record<string, unknown>[]} */ (statement.all(values)), changes: 0 };
    return { rows: [], changes: statement.run(values).changes };
  };
}

/** SQLite empties the log when this thread ends. What it did not understand of it is kept, for somebody who can. @param {string} file */
export function saveLog(file) {
  const log = `${file}-wal`;
  const copy = `${log}.damaged`;
  try {
    if (statSync(log, { throwIfNoEntry: false })?.size && !existsSync(copy)) copyFileSync(log, copy);
  } catch {
    // The disk may be full. The start ends with a sentence all the same.
  }
}

/** @param {Database.Database} db @param {string} name @returns {number} */
function pragma(db, name) {
  const [row] = /** @type {Record<string, number>[]} */ (db.pragma(name));
  return Number(row?.[name]);
}
