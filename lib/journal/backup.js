/**
 * Backups: all that the journal holds as one sealed SQLite file, whichever database it is in. It is made while the show goes on, and
 * restored into any of them (docs/decisions/0044).
 */

/** @import { Engine } from './engines/engine.js' */
/** @import { Put, Write } from './rows.js' */
/** @import { Db, Table, Value } from './schema.js' */

import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../errors.js';
import { isGone } from '../this-machine.js';
import { finish, openLibsql, openSealed } from './engines/libsql.js';
import { openEngine } from './engines/open.js';
import { openSnapshot } from './engines/server.js';
import { FILE, JournalError, headOf, newName, syncPath } from './folder.js';
import { SEALED, shapeOf } from './schema.js';

/** A server that writes all the time begins its log anew every few seconds, and a copy from before and after that is torn. */
const MOST_COPIES = 50;
const COPY_AGAIN_MS = 100;
/** SQLite writes the header when it begins the log anew, with another salt (https://www.sqlite.org/fileformat2.html#walformat). */
const LOG_HEADER_BYTES = 32;
const ROWS_AT_ONCE = 500;
const WORK_DIR = '.partial-';

/** @typedef {{ dataDir: string, databaseUrl: string | null }} Place where the journal is */
/** @typedef {{ rooms: number, players: number, documents: number }} Contents how many there are */
/** @typedef {{ file: string, bytes: number, contents: Contents, loss: string | null }} Backup loss: a sentence about the newest commits, which are gone */

/**
 * Makes a backup, and reads and compares every row of it. A server that uses the database does not notice. Not to be called in the
 * process that has the SQLite file open: closing it once more would drop the lock.
 * @param {Place & { folder: string }} options folder: the file goes there, named by the time in UTC; made if need be
 * @returns {Promise<Backup>} with all that was acknowledged before the call
 * @throws {JournalError} a sentence for the console; no file was made
 */
export async function makeBackup({ dataDir, databaseUrl, folder }) {
  if (databaseUrl === null) {
    const file = join(dataDir, FILE);
    stateOf(file);
    return withWorkDir(folder, async (workDir) =>
      publish(await openCopy(file, workDir, 'No backup was made.'), folder),
    );
  }
  const { db, tables, close } = await openSnapshot(databaseUrl);
  try {
    return await exportRows(db, tables, folder);
  } finally {
    await close();
  }
}

/**
 * Puts a backup in the place of all that the journal holds. Whatever ends it in the middle, either the old state is there or the new.
 * @param {Place & { file: string, folder: string }} options file: a backup, or the database of a data folder, or that folder;
 *   `folder`: what was there before goes there, as a backup
 * @returns {Promise<{ contents: Contents, loss: string | null, before: Backup | null }>} see `Backup`; before: null when nothing was there
 * @throws {JournalError} the backup is damaged, a server is using the journal, …: nothing has changed then
 */
export async function restoreBackup({ file, dataDir, databaseUrl, folder }) {
  const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory();
  const from = isFolder ? join(file, FILE) : file;
  stateOf(from);
  return withWorkDir(folder, async (workDir) => {
    const { engine: source } = await openCopy(from, workDir, 'Nothing was restored: choose another backup.');
    const target = await openEngine({ dataDir, databaseUrl, ownerId: randomUUID() }, () => {});
    try {
      const before = (await isEmpty(target.db)) ? null : await exportRows(target.db, SEALED, folder);
      await replaceAll(target, source.db);
      return { contents: await contentsOf(source.db), loss: source.remark, before };
    } finally {
      await target.close();
      await source.close();
    }
  });
}

/** @typedef {Omit<Engine, 'openingError'>} Open */
/** @typedef {{ engine: Open, file: string }} Opened */

/**
 * Lends a folder for what is not whole yet, beside what will be, and removes those of processes that were killed.
 * @template T
 * @param {string} folder @param {(workDir: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
async function withWorkDir(folder, use) {
  let workDir = null;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder))
      if (name.startsWith(WORK_DIR) && isGone(Number.parseInt(name.slice(WORK_DIR.length), 10)))
        rmSync(join(folder, name), { recursive: true, force: true });
    workDir = mkdtempSync(join(folder, `${WORK_DIR}${process.pid}-`));
    return await use(workDir);
  } catch (error) {
    if (error instanceof JournalError) throw error;
    throw new JournalError(
      'backup-failed',
      `No backup can be made in ${folder} (${messageOf(error)}): ` +
        'check the permissions and the space on the disk, or name another folder.',
    );
  } finally {
    if (workDir) rmSync(workDir, { recursive: true, force: true });
  }
}

/**
 * Opens a copy of a file, which a server may be using: nothing touches the file itself.
 * @param {string} file @param {string} workDir @param {string} outcome the end of the sentence that says what is wrong with it
 * @returns {Promise<Opened>}
 * @throws {JournalError} there is none; it is damaged; a newer program wrote it; it holds nothing
 */
async function openCopy(file, workDir, outcome) {
  const copy = await copyTogether(file, workDir);
  /** @type {Open} */
  let engine;
  try {
    engine = await openSealed(copy);
  } catch (error) {
    const { code = '', message } = /** @type {Error & { code?: string }} */ (error);
    if (code === 'NEWER')
      throw new JournalError(
        'data-newer',
        `${file} was written by a newer Mass Mobile (schema ${message}). ${outcome}`,
      );
    // The copy is where the trouble is, not the file.
    if (/^SQLITE_(FULL|CANTOPEN|READONLY|IOERR)/.test(code)) throw error;
    throw new JournalError('data-corrupt', `${file} is damaged: ${message}. ${outcome}`);
  }
  if (!(await isEmpty(engine.db))) return { engine, file: copy };
  await engine.close();
  throw new JournalError(
    'backup-failed',
    `${file} holds nothing, as no server has written to it. ${outcome}`,
  );
}

/**
 * Copies the database, its log and its head while a server may be writing them. Until a log begins anew, pages that have come
 * into the database meanwhile are in the log as well, so that both together are whole, as after a kill -9 at the end of the copying.
 * @param {string} file @param {string} workDir
 * @returns {Promise<string>} the copy of the database
 */
async function copyTogether(file, workDir) {
  const copy = join(workDir, FILE);
  for (let tries = 0; tries < MOST_COPIES; tries++) {
    if (tries > 0) await delay(COPY_AGAIN_MS);
    const state = stateOf(file);
    // First the head: database and log have all that it promises if they are copied after it.
    copyIfThere(headOf(file), headOf(copy));
    copyIfThere(file, copy);
    copyIfThere(`${file}-wal`, `${copy}-wal`);
    if (stateOf(file) === state) return copy;
  }
  throw new JournalError(
    'backup-failed',
    `${file} changed more quickly than it could be copied: try again in a minute.`,
  );
}

/**
 * @param {string} file
 * @returns {string} another one after the log has begun anew, or a server has started or ended
 * @throws {JournalError} there is no such file
 */
function stateOf(file) {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile())
    throw new JournalError(
      'backup-failed',
      `There is no file ${file}: name the folder or the file of a show.`,
    );
  const header = Buffer.alloc(LOG_HEADER_BYTES);
  try {
    const log = openSync(`${file}-wal`, 'r');
    const length = readSync(log, header);
    closeSync(log);
    if (length === LOG_HEADER_BYTES) return header.toString('hex');
  } catch (error) {
    ignoreMissing(error);
  }
  return `${found.size} ${found.mtimeMs}`;
}

/** @param {string} from @param {string} to */
function copyIfThere(from, to) {
  rmSync(to, { force: true });
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    ignoreMissing(error);
  }
}

/** @param {unknown} error */
function ignoreMissing(error) {
  if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
}

/** @param {Db} db to read @param {readonly Table[]} tables that it has @param {string} folder @returns {Promise<Backup>} */
function exportRows(db, tables, folder) {
  return withWorkDir(folder, async (workDir) => {
    const engine = await openLibsql({ dataDir: workDir });
    for await (const rows of rowsOf(db, tables)) await engine.commit(rows);
    return publish({ engine, file: join(workDir, FILE) }, folder);
  });
}

/** @param {Engine} target @param {Db} source @throws {JournalError} */
async function replaceAll(target, source) {
  /** @type {Write[]} */
  const writes = [{ run: 'everything', values: [] }];
  try {
    target.begin();
    for await (const rows of rowsOf(source, SEALED)) {
      // A picture more is no other state, and all of them at once are more than a transaction should carry.
      if (rows[0]?.put === 'assets') await target.commit(rows);
      else writes.push(...rows);
    }
    await target.commit(writes);
  } catch (error) {
    throw new JournalError('backup-failed', `Nothing was restored: ${target.problemOf(error)}.`);
  }
}

/** @param {Db} db @param {readonly Table[]} tables @returns {AsyncGenerator<Put[]>} pictures come one by one */
async function* rowsOf(db, tables) {
  for (const table of tables) {
    const { columns } = shapeOf(table);
    const query = db.selectFrom(table).select(columns);
    const putOf = (/** @type {Record<string, Value>} */ row) => ({
      put: table,
      // libsql gives bytes as an ArrayBuffer, and takes them as an array of bytes.
      values: columns.map((column) => {
        const value = /** @type {Value} */ (row[column]);
        return column === 'bytes' ? new Uint8Array(/** @type {Uint8Array} */ (value)) : value;
      }),
    });
    if (table === 'assets') {
      for (const { hash } of await db.selectFrom(table).select('hash').execute())
        yield (await query.where('hash', '=', hash).execute()).map(putOf);
      continue;
    }
    const rows = await query.execute();
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) yield rows.slice(at, at + ROWS_AT_ONCE).map(putOf);
  }
}

/**
 * Closes a database, and gives its file the name of a backup when it is whole and on the disk.
 * @param {Opened} opened @param {string} folder
 * @returns {Promise<Backup>}
 */
async function publish({ engine, file }, folder) {
  const contents = await contentsOf(engine.db);
  await finish(engine, file);
  const name = newName(folder, '', '.db');
  renameSync(file, name);
  syncPath(folder);
  return { file: name, bytes: statSync(name).size, contents, loss: engine.remark };
}

/** @param {Db} db @returns {Promise<boolean>} no server has ever begun with it, as it has no key */
async function isEmpty(db) {
  return (await db.selectFrom('meta').select('key').limit(1).execute()).length === 0;
}

/** @param {Db} db @returns {Promise<Contents>} */
async function contentsOf(db) {
  /** @param {Table} table */
  async function count(table) {
    const [row] = await db.selectFrom(table).select(db.fn.countAll().as('count')).execute();
    return Number(row?.['count']);
  }
  return {
    rooms: await count('rooms'),
    players: await count('players'),
    documents: await count('documents'),
  };
}
