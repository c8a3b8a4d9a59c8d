/**
 * The head: a small file beside the database that notes how many commits were acknowledged. If the write-ahead
 * log loses its end, or the database is an older one, the database holds fewer than the head says. While the server runs the file is there; a
 * server that shuts down cleanly removes it, and leaves one file to copy.
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
import { syncPath } from './folder.js';

/**
 * A note survives the end of the process at once, and a power cut after this long: a sync of its own before each
 * acknowledgement would halve the commits a second of a slow disk. A head that is behind the database does no harm.
 */
const SYNC_EVERY_MS = 1000;

/** @typedef {{ commits: number, atMs: number }} Noted how many commits there were, and when the last one was; 0: not known */

/**
 * @param {string} head
 * @returns {Noted | 'missing' | 'damaged'} the last commit that was acknowledged
 */
export function readHead(head) {
  // An empty file means that the process ended while it was created, before any commit to note.
  const text = existsSync(head) ? readFileSync(head, 'latin1') : '';
  if (text === '') return 'missing';
  const noted = text.split('\n').flatMap(parse);
  return noted.toSorted((a, b) => a.commits - b.commits).at(-1) ?? 'damaged';
}

/** @param {string} line @returns {Noted[]} none: it is damaged */
function parse(line) {
  const [commits = NaN, atMs = NaN] = line.split(' ').map(Number);
  // Those of older versions had no time.
  return [
    { commits, atMs },
    { commits, atMs: 0 },
  ].filter((noted) => line === lineOf(noted));
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
    /** Notes it at the same place of the same block, which a file system does not tear. @param {Noted} noted */
    write(noted) {
      const line = lineOf(noted);
      // Twice, so that damage to one of them does no harm.
      writeSync(fd, `${line}\n${line}\n`, 0, 'latin1');
      isDirty = true;
      if (!timer) wait();
    },
    /** The head itself is on disk, and stays there through a power cut. */
    sync() {
      fsyncSync(fd);
      syncPath(dirname(head));
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

/** @param {Noted} noted @returns {string} of a fixed length, with a checksum */
function lineOf({ commits, atMs }) {
  const numbers = atMs > 0 ? [commits, atMs] : [commits];
  const words = numbers.map((number) => String(number).padStart(16, '0')).join(' ');
  return `${words} ${createHash('sha1').update(`mass-mobile head ${words}`).digest('hex').slice(0, 16)}`;
}
