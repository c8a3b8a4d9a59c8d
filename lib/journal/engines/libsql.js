/** The SQLite file in the data folder, sealed: the journal of a show that needs no database server. */

/** @import Database from 'libsql' */
/** @import { Head, Noted } from '../head.js' */
/** @import { Put, Write } from '../rows.js' */
/** @import { Engine, EngineOptions } from './engine.js' */
/** @import { Locked } from './sqlite-file.js' */

import { rmSync, statSync } from 'node:fs';
import {
  JournalError,
  createPrivate,
  headOf,
  openingError,
  prepareFolder,
  rescuedOf,
  syncPath,
} from '../folder.js';
import { openHead } from '../head.js';
import { FIRST_SEALED, SEALED, sealedTables } from '../schema.js';
import { Damage, SEAL_COMMIT, checksum, makeStorable, plus } from '../seal.js';
import { runsOf, sealedPut } from '../statements.js';
import { kyselyOver } from './kysely.js';
import { isDamage, rescue } from './rescue.js';
import { bringUpToDate, lockFile, queryOf, saveLog, setAside } from './sqlite-file.js';

/**
 * @param {Pick<EngineOptions, 'dataDir' | 'maxPageCount' | 'rescues'>} options
 * @returns {Promise<Engine>}
 * @throws {JournalError}
 */
export async function openLibsql({ dataDir, maxPageCount, rescues = false }) {
  const file = prepareFolder(dataDir);
  const openingErrorOf = (/** @type {unknown} */ error) => openingError(describe(error), dataDir, file);
  /** @type {Locked | null} */
  let locked = null;
  try {
    locked = lockFile(file);
    const opened = await bringUpToDate(locked, { isCopy: false });
    return { ...createEngine({ ...locked, ...opened, maxPageCount }), openingError: openingErrorOf };
  } catch (error) {
    if (locked && rescues && isDamage(error)) await rescueFrom(locked, describe(error).message);
    if (error instanceof Damage) saveLog(file);
    throw openingErrorOf(error);
  }
}

/**
 * @param {string} file a copy that belongs to nobody else
 * @returns {Promise<Omit<Engine, 'openingError'>>}
 * @throws {Damage | Error} with the code of SQLite, or `NEWER`
 */
export async function openSealed(file) {
  const locked = lockFile(file);
  return createEngine({ ...locked, ...(await bringUpToDate(locked, { isCopy: true })) });
}

/**
 * Closes an engine whose file is to be whole without its log, and on the disk.
 * @param {Pick<Engine, 'close'>} engine @param {string} file
 * @throws {Error} it is not
 */
export async function finish(engine, file) {
  await engine.close();
  // An engine that closes says nothing, and SQLite may not have got everything out of the log.
  if (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size)
    throw Object.assign(new Error('the disk may be full'), { code: 'SQLITE_FULL' });
  syncPath(file);
}

/**
 * Returns when there is nothing to take out of a damaged file, or no space for it.
 * @param {Locked} locked @param {string} problem
 * @throws {JournalError} `data-rescued`: there is a file that can take its place
 */
async function rescueFrom(locked, problem) {
  const { file, version } = locked;
  if (version < FIRST_SEALED) return;
  const rescued = rescuedOf(file);
  /** @type {Omit<Engine, 'openingError'> | null} */
  let target = null;
  let gone;
  let aside;
  try {
    gone = await rescue(locked, sealedTables(version), async () => {
      for (const path of [rescued, `${rescued}-wal`]) rmSync(path, { force: true });
      createPrivate(rescued);
      return (target = await openSealed(rescued));
    });
    if (gone === null || !target) return;
    await finish(target, rescued);
    aside = setAside(file);
  } catch (error) {
    if (!describe(error).code) throw error;
    // The disk is too full for it. The start ends with a sentence all the same.
    return;
  }
  throw new JournalError(
    'data-rescued',
    `${file} was damaged: ${problem}. The show goes on with all that is proven. ${gone} ` +
      `The files as they were found are in ${aside}; a backup may have more (npm run restore -- <file>).`,
  );
}

/**
 * @param {{ db: Database.Database, file: string, last: Noted, loss: string | null, maxPageCount?: number | undefined }} opened
 *   last: the last commit of all runs
 * @returns {Omit<Engine, 'openingError'>}
 */
// eslint-disable-next-line max-lines-per-function -- one engine over one file, as engine.d.ts asks for it
function createEngine({ db, file, last, loss, maxPageCount }) {
  /** @type {Head | null} null while the disk is too full for it */
  let head = null;
  const reader = kyselyOver('sqlite', queryOf(db));
  const runs = runsOf(reader);
  const puts = Object.fromEntries(SEALED.map((table) => [table, sealedPut(reader, table)]));
  /** @type {Map<string, Database.Statement>} */
  const prepared = new Map();

  /** @param {string} sql */
  function statement(sql) {
    let found = prepared.get(sql);
    if (!found) prepared.set(sql, (found = db.prepare(sql)));
    return found;
  }

  /** @param {readonly Write[]} writes one transaction, one fsync */
  function commit(writes) {
    transact(() => {
      let added = 0;
      for (const write of writes)
        added = plus(added, 'put' in write ? put(write) : run(runs[write.run], write));
      return added;
    });
  }

  /** @param {() => number} change returns the sum of the checksums that it added */
  function transact(change) {
    last = { commits: last.commits + 1, atMs: Date.now() };
    db.exec('BEGIN IMMEDIATE');
    try {
      statement(SEAL_COMMIT).run([change(), last.commits, last.atMs]);
      db.exec('COMMIT');
    } catch (error) {
      // On a full disk SQLite has rolled back already.
      if (db.inTransaction) db.exec('ROLLBACK');
      throw error;
    }
    try {
      head?.write(last);
    } catch {
      // The commit is on disk. A head that is behind is no damage; the next commit writes it again.
    }
  }

  /** @param {Put} row @returns {number} the checksum of the row that it added; 0 when there is none */
  function put({ put: table, values }) {
    const { orIgnore, orReplace } = /** @type {ReturnType<typeof sealedPut>} */ (puts[table]);
    const sum = checksum(table, values);
    values.push(sum);
    if (statement(orIgnore).run(values).changes > 0) return sum;
    if (!orReplace) return 0;
    statement(orReplace).run(values);
    return sum;
  }

  /** @param {string[]} sql @param {Pick<Write, 'values'>} write @returns {number} 0: it adds no row that is sealed */
  function run(sql, { values }) {
    makeStorable(values);
    for (const each of sql) statement(each).run(values);
    return 0;
  }

  /** Deleted rows are zeros in the file (`secure_delete`), and are in the log until it is emptied. */
  function wipe() {
    const [{ busy } = { busy: 1 }] = /** @type {{ busy: number }[]} */ (
      db.pragma('wal_checkpoint(TRUNCATE)')
    );
    if (busy) throw new Error('the log could not be emptied');
  }

  /** From now on the file is whole only together with its head. */
  function markOpen() {
    const made = openHead(headOf(file));
    made.write(last);
    made.sync();
    transact(() => run(['UPDATE seal SET is_open = 1'], { values: [] }));
    // Otherwise a copy of the database file alone would look like one of a server that had ended. And a kill in the middle of an
    // erasure must leave nothing of it.
    wipe();
    head = made;
    head.write(last);
  }

  return {
    db: reader,
    remark: loss,
    begin() {
      try {
        markOpen();
      } catch (error) {
        // A full disk must not keep the show from starting.
        if (!['SQLITE_FULL', 'ENOSPC'].includes(describe(error).code)) throw error;
      }
      // No limit that a test sets may hinder what comes before.
      if (maxPageCount) db.pragma(`max_page_count = ${maxPageCount}`);
    },
    commit,
    wipe,
    problemOf,
    refuse: (isOn) => void db.pragma(`query_only = ${Number(isOn)}`),
    /** Leaves one tidy file, so that a backup of a stopped server is a copy of `mass-mobile.db`. */
    close() {
      try {
        transact(() => run(['UPDATE seal SET is_open = 0'], { values: [] }));
        wipe();
        db.close();
        head?.remove();
      } catch {
        // Everything acknowledged is in the write-ahead log; the next start reads it from there.
      }
    },
  };
}

/** @param {unknown} error @returns {{ code: string, message: string }} */
function describe(error) {
  const { code, message } = /** @type {Error & { code?: string }} */ (error);
  const cannotOpen = /Unable to open connection/.test(message);
  return { code: cannotOpen ? 'SQLITE_CANTOPEN' : String(code ?? ''), message };
}

/** @param {unknown} error @returns {string} */
function problemOf(error) {
  const { code, message } = describe(error);
  if (code === 'SQLITE_FULL') return 'the disk is full';
  if (code === 'SQLITE_READONLY') return 'the data folder is read-only';
  if (code.startsWith('SQLITE_IOERR')) return 'the disk reports an error';
  return message || 'the database gave no reason';
}
