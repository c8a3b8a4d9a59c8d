/**
 * The head: a small file beside the database that notes how many commits were acknowledged. If the write-ahead
 * log loses its end, or the database is an older one, it has fewer. While the server runs the file is there; a
 * server that ends properly removes it, and leaves one file to copy.
 */

import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fdatasync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { Damage } from './seal.js';

/**
 * A note survives the end of the process at once, and a power cut after this long: a sync of its own before each
 * acknowledgement would halve the commits a second of a slow disk. A head that is behind the database is no damage.
 */
const SYNC_EVERY_MS = 1000;

/** @param {string} file of the database @returns {string} */
export function headOf(file) {
  return file.replace(/\.db$/, '') + '.head';
}

/**
 * @param {string} head
 * @returns {number | null} how many commits were acknowledged; null when there is no head
 * @throws {Damage} it cannot be understood
 */
export function readHead(head) {
  if (!existsSync(head)) return null;
  const noted = readFileSync(head, 'latin1')
    .split('\n')
    .map((line) => (line === lineOf(Number.parseInt(line, 10)) ? Number.parseInt(line, 10) : -1));
  const commits = Math.max(...noted);
  if (commits < 0) throw new Damage(`${head}, which goes with it, is damaged`);
  return commits;
}

/**
 * Makes the head if need be.
 * @param {string} head
 * @throws {Error} the disk is full, or the folder cannot be written
 */
export function openHead(head) {
  const fd = openSync(head, existsSync(head) ? 'r+' : 'w+', 0o600);
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let isDirty = false;

  function syncSoon() {
    timer = undefined;
    if (!isDirty) return;
    isDirty = false;
    wait();
    fdatasync(fd, () => {});
  }

  function wait() {
    timer = setTimeout(syncSoon, SYNC_EVERY_MS);
    timer.unref();
  }

  return {
    /** Notes it at the same place of the same block, which a file system does not tear. @param {number} commits */
    write(commits) {
      const line = lineOf(commits);
      // Twice, so that damage to one of them does no harm.
      writeSync(fd, `${line}\n${line}\n`, 0, 'latin1');
      isDirty = true;
      if (!timer) wait();
    },
    /** The head itself is on disk, and stays there through a power cut. */
    sync() {
      fsyncSync(fd);
      const folder = openSync(dirname(head), 'r');
      fsyncSync(folder);
      closeSync(folder);
    },
    /** Removes the head: everything is in the database file, which needs none now. */
    remove() {
      clearTimeout(timer);
      closeSync(fd);
      rmSync(head, { force: true });
    },
  };
}

/** @typedef {ReturnType<typeof openHead>} Head */

/** @param {number} commits @returns {string} of a fixed length, with a checksum */
function lineOf(commits) {
  const number = String(commits).padStart(16, '0');
  return `${number} ${createHash('sha1').update(`mass-mobile head ${number}`).digest('hex').slice(0, 16)}`;
}
