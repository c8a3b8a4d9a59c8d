/** The thread that owns the database file: opens it, reads it once, commits batches. Started by thread.js. */

/** @import { Head } from './head.js' */
/** @import { Write } from './rows.js' */

import { copyFileSync, existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'libsql';
import { headOf, openHead, readHead } from './head.js';
import { load } from './load.js';
import { FIRST_SEALED, migrate, pragma, refuseNewer, versionOf } from './schema.js';
import {
  Damage,
  SEAL_COMMIT,
  checksum,
  makeStorable,
  plus,
  sealAll,
  subtractGone,
  verify,
  verifyPages,
} from './seal.js';

const SYNCHRONOUS_FULL = 2;
/** A restart may overlap with the server it replaces for this long before the folder counts as taken. */
const LOCK_WAIT_MS = 1500;

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
/** @type {{ file: string, forgetBeforeMs: number, maxPageCount?: number }} */
const { file, forgetBeforeMs, maxPageCount } = workerData;

/** @type {Database.Database} */
let db;
/** @type {Head | null} null while the disk is too full for it */
let head = null;
/** The number of commits in all runs of this file, failed ones included. */
let commits = 0;
/** @type {Map<string, Database.Statement>} */
const prepared = new Map();

start();

function start() {
  try {
    db = open();
    const records = load(db, forgetBeforeMs);
    markOpen();
    // No limit that a test sets may hinder what comes before.
    if (maxPageCount) db.pragma(`max_page_count = ${maxPageCount}`);
    forgetPlayers();
    port.postMessage({ type: 'ready', records });
    port.on('message', answer);
  } catch (error) {
    if (error instanceof Damage) saveLog();
    port.postMessage({ type: 'failed', ...describe(error) });
    port.close();
  }
}

function open() {
  const opened = new Database(file);
  opened.pragma(`busy_timeout = ${LOCK_WAIT_MS}`);
  // The system holds the lock until this process ends, however it ends: no stale lock file after a kill -9.
  opened.pragma('locking_mode = EXCLUSIVE');
  opened.pragma('journal_mode = WAL');
  opened.pragma('synchronous = FULL');
  if (pragma(opened, 'synchronous') !== SYNCHRONOUS_FULL) throw new Error('synchronous=FULL was refused');
  refuseNewer(opened);
  check(opened);
  migrate(opened, () => sealAll(opened));
  subtractGone(opened);
  return opened;
}

/** Nothing is written before the file has been found whole. @param {Database.Database} opened @throws {Damage} */
function check(opened) {
  const version = versionOf(opened);
  const acknowledged = readHead(headOf(file));
  if (version > 0) verifyPages(opened);
  const { isOpen, commits: found } = version < FIRST_SEALED ? { isOpen: false, commits: 0 } : verify(opened);
  commits = found;
  if (acknowledged === null && isOpen)
    throw new Damage(
      `${headOf(file)}, which goes with it, is missing: the server was running when it was copied`,
    );
  if (acknowledged !== null && acknowledged > found)
    throw new Damage(`the last ${acknowledged - found} of ${acknowledged} commits are missing`);
}

/** From now on the file is whole only together with its head. */
function markOpen() {
  unlessFull(() => {
    const made = openHead(headOf(file));
    made.write(commits);
    made.sync();
    commit([{ sql: 'UPDATE seal SET is_open = 1', values: [] }]);
    // Otherwise a copy of the database file alone would look like one of a server that had ended.
    db.pragma('wal_checkpoint(PASSIVE)');
    head = made;
    head.write(commits);
  });
}

function forgetPlayers() {
  unlessFull(() => commit([{ sql: 'DELETE FROM players WHERE seen_ms < ?', values: [forgetBeforeMs] }]));
}

/** A full disk must not keep the show from starting. @param {() => void} run */
function unlessFull(run) {
  try {
    run();
  } catch (error) {
    if (!['SQLITE_FULL', 'ENOSPC'].includes(describe(error).code)) throw error;
  }
}

/** SQLite empties the log when this thread ends. What it did not understand of it is kept, for somebody who can. */
function saveLog() {
  const log = `${file}-wal`;
  const copy = `${log}.damaged`;
  try {
    if (existsSync(log) && !existsSync(copy)) copyFileSync(log, copy);
  } catch {
    // The disk may be full. The start ends with a sentence all the same.
  }
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
  commits += 1;
  db.exec('BEGIN IMMEDIATE');
  try {
    let added = 0;
    for (const write of writes) added = plus(added, apply(write));
    statement(SEAL_COMMIT).run([added, commits]);
    db.exec('COMMIT');
  } catch (error) {
    // On a full disk SQLite has rolled back already.
    if (db.inTransaction) db.exec('ROLLBACK');
    throw error;
  }
  try {
    head?.write(commits);
  } catch {
    // The commit is on disk. A head that is behind is no damage; the next commit writes it again.
  }
}

/** @param {Write} write @returns {number} the checksum of the row that it added; 0 when there is none */
function apply({ sql, values, insert }) {
  if (!insert) {
    makeStorable(values);
    for (const each of [sql].flat()) statement(each).run(values);
    return 0;
  }
  const sum = checksum(insert.table, values);
  values.push(sum);
  if (statement(insert.orIgnore).run(values).changes > 0) return sum;
  if (!insert.orReplace) return 0;
  statement(insert.orReplace).run(values);
  return sum;
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
    commit([{ sql: 'UPDATE seal SET is_open = 0', values: [] }]);
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
    head?.remove();
  } catch {
    // Everything acknowledged is in the write-ahead log; the next start reads it from there.
  }
  port.postMessage({ type: 'closed' });
  port.close();
}

/** @param {unknown} error @returns {{ code: string, message: string }} what travels between threads */
function describe(error) {
  const { code, message } = /** @type {Error & { code?: string }} */ (error);
  const cannotOpen = /Unable to open connection/.test(message);
  return { code: cannotOpen ? 'SQLITE_CANTOPEN' : String(code ?? ''), message };
}
