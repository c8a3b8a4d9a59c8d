/** The data folder: made private, with a sentence and a remedy for what can be wrong with it or its file. */

import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../errors.js';

/** The database in a data folder. */
export const FILE = 'mass-mobile.db';

/** @param {string} file a database @returns {string} the file beside it that counts its commits, see head.js */
export function headOf(file) {
  return file.replace(/\.db$/, '') + '.head';
}

/** @param {string} file a database @returns {string} the file with what was taken out of it, as it was damaged */
export function rescuedOf(file) {
  return file.replace(/\.db$/, '') + '.rescued.db';
}

/** Puts what was taken out of a damaged file in its place. @param {string} dataDir */
export function putRescued(dataDir) {
  const file = join(dataDir, FILE);
  // Both belong to the old one.
  for (const path of [`${file}-wal`, headOf(file)]) rmSync(path, { force: true });
  renameSync(rescuedOf(file), file);
  syncPath(dataDir);
}

/**
 * @typedef {'data-folder' | 'data-locked' | 'data-corrupt' | 'data-newer' | 'database-away' | 'database-login' |
 *   'database-missing' | 'database-rights' | 'database-taken' | 'database-bad' | 'data-rescued' | 'backup-failed'} JournalErrorCode
 */

/** The data folder, or the database, cannot be used. The message is a sentence with a remedy, for the console. */
export class JournalError extends Error {
  /** @param {JournalErrorCode} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.name = 'JournalError';
    this.code = code;
  }
}

/**
 * Makes the folder private, because the operator key and the secret behind all tokens are in it.
 * @param {string} dataDir made if need be
 * @returns {string} the database file in it, made if need be
 * @throws {JournalError}
 */
export function prepareFolder(dataDir) {
  const file = join(dataDir, FILE);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    createPrivate(file);
  } catch (error) {
    throw new JournalError(
      'data-folder',
      `The data folder ${dataDir} cannot be created or written (${messageOf(error)}): ` +
        'give its owner write permission, or choose another one with --data-dir.',
    );
  }
  return file;
}

/**
 * @param {{ code: string, message: string }} problem of SQLite, of the migration, or of the seal
 * @param {string} dataDir @param {string} file
 * @returns {JournalError}
 */
export function openingError({ code, message }, dataDir, file) {
  if (code === 'SQLITE_BUSY' || code === 'SQLITE_LOCKED') {
    return new JournalError(
      'data-locked',
      `Another Mass Mobile server is using this data folder (${dataDir}): ` +
        'stop it, or start this one with --data-dir.',
    );
  }
  if (code === 'NEWER') {
    return new JournalError(
      'data-newer',
      `${file} was written by a newer Mass Mobile (schema ${message}): ` +
        'start that version, or choose another folder with --data-dir.',
    );
  }
  if (code === 'SQLITE_CANTOPEN' || code === 'SQLITE_READONLY' || code === 'SQLITE_FULL') {
    return new JournalError(
      'data-folder',
      `${file} cannot be opened for writing (${message}): check the permissions and the space on the disk, ` +
        'or choose another folder with --data-dir.',
    );
  }
  return new JournalError(
    'data-corrupt',
    `${file} is damaged: ${message}. Move all files mass-mobile.* out of ${dataDir}, restore a backup ` +
      '(npm run restore -- <file>), and start again. Without a backup, start without them; ' +
      'the rooms and players in them are lost then.',
  );
}

/** @param {number} ms since 1970 @returns {string} for sentences */
export function timeOf(ms) {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/**
 * @param {string} folder @param {string} before what the name begins with @param {string} [after] what it ends with
 * @returns {string} a path of this second that nothing has
 */
export function newName(folder, before, after = '') {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  let path = join(folder, `${before}${time}Z${after}`);
  for (let n = 2; existsSync(path); n++) path = join(folder, `${before}${time}Z-${n}${after}`);
  return path;
}

/** @param {string} dataDir @returns {string[]} what is in it of databases as they were once: backups, and damaged ones */
export function copiesIn(dataDir) {
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /^backups.+\.db$|^damaged-[^/\\]+$|\.damaged$/.test(name)).toSorted();
}

/** @param {string} path of a file or a folder, which is on the disk then, and stays through a power cut */
export function syncPath(path) {
  const fd = openSync(path, 'r');
  fsyncSync(fd);
  closeSync(fd);
}

/**
 * Never opens a file that exists: closing it would drop the lock that this process may hold on it.
 * @param {string} file
 */
export function createPrivate(file) {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
}
