/** Group commit: rows wait a moment for company, reach the disk in one transaction, and are all kept or all lost. */

/** @import { JournalThread } from './thread.js' */
/** @import { Row, Write } from './rows.js' */

import { performance } from 'node:perf_hooks';
import { ShowError, messageOf } from '../errors.js';

/** An fsync costs milliseconds however many rows it covers; so rows wait this long for company. */
const COMMIT_EVERY_MS = 10;
/** Keeps one commit below some 10 ms, so that nobody waits long behind it. */
const ROWS_PER_COMMIT = 500;
/** A disk that hangs must not fill the memory: about 10 MB of rows, or 40 commits. */
const MAX_WAITING_ROWS = 20_000;
const REPORT_EVERY_MS = 5000;

/**
 * @param {object} options
 * @param {Pick<JournalThread, 'isUp' | 'commit'>} options.thread
 * @param {(error: Error, count: number) => void} options.onError see `openJournal`
 */
export function createGroupCommit({ thread, onError }) {
  const losses = createLosses(onError);
  /** Oldest first; the last one still takes rows. @type {Batch[]} */
  let waiting = [];
  /** In the hands of the thread. @type {Batch | null} */
  let inFlight = null;
  /** @type {NodeJS.Timeout | null} */
  let timer = null;
  let lastCommitMs = 0;
  let commits = 0;
  let rows = 0;
  let isClosing = false;

  function openBatch() {
    const last = waiting.at(-1);
    if (last && last.size < ROWS_PER_COMMIT) return last;
    const batch = new Batch();
    waiting.push(batch);
    return batch;
  }

  function schedule() {
    if (inFlight || !thread.isUp || !waiting[0]) return;
    if (waiting[0].size >= ROWS_PER_COMMIT) return send();
    const waitMs = Math.max(0, lastCommitMs + COMMIT_EVERY_MS - performance.now());
    timer ??= setTimeout(send, waitMs);
  }

  function send() {
    if (timer) clearTimeout(timer);
    timer = null;
    if (inFlight || !thread.isUp) return;
    const batch = waiting.shift();
    if (!batch) return;
    inFlight = batch;
    lastCommitMs = performance.now();
    thread.commit(batch.writes, answered);
  }

  /** @param {string} problem */
  function answered(problem) {
    const batch = inFlight;
    if (!batch) return;
    inFlight = null;
    if (problem === '') {
      commits++;
      rows += batch.size;
      batch.keep();
    } else lose(batch, problem);
    // A flush waits for all of it: no pause between batches then.
    if (isClosing) send();
    else schedule();
  }

  /** @param {Batch} batch @param {string} problem */
  function lose(batch, problem) {
    const error = new ShowError('not-saved', { problem });
    losses.add(error, batch.size);
    batch.lose(error);
  }

  /** The thread died: nobody knows what it wrote. @param {string} problem */
  function loseAll(problem) {
    const lost = [inFlight, ...waiting];
    inFlight = null;
    waiting = [];
    for (const batch of lost) if (batch) lose(batch, problem);
  }

  /** @param {string} problem @returns {Promise<void>} */
  function refuse(problem) {
    const batch = new Batch();
    batch.put('', { sql: '', values: [] });
    lose(batch, problem);
    return batch.saved;
  }

  function waitingRows() {
    return waiting.reduce((sum, batch) => sum + batch.size, inFlight?.size ?? 0);
  }

  /** Everything asked for so far is on disk, or was reported as lost. Never rejects. @returns {Promise<void>} */
  async function flush() {
    const asked = [inFlight, ...waiting];
    send();
    await Promise.allSettled(asked.map((batch) => batch?.saved));
  }

  return {
    get stats() {
      return { commits, rows, lost: losses.total, waiting: waitingRows() };
    },
    /**
     * One transaction for all of them.
     * @template {unknown[]} Args
     * @param {(...args: Args) => Row[]} make may throw: then nothing of it is written
     * @param {Args} args
     * @returns {Promise<void>} kept when they are on disk, broken with `not-saved`; may be ignored
     */
    save(make, ...args) {
      try {
        if (isClosing) throw new Error('the server is shutting down');
        if (waitingRows() >= MAX_WAITING_ROWS) throw new Error('the disk does not keep up');
        const made = make(...args);
        const batch = openBatch();
        for (const { key, write } of made) batch.put(key, write);
        schedule();
        return batch.saved;
      } catch (error) {
        return refuse(messageOf(error));
      }
    },
    flush,
    /** The thread is there again. */
    resume: schedule,
    loseAll,
    /** Takes no more; what waits is on disk, or lost. */
    async close() {
      isClosing = true;
      if (!thread.isUp) loseAll('the database thread ended');
      await flush();
      losses.stop();
    },
  };
}

/** @typedef {ReturnType<typeof createGroupCommit>} GroupCommit */

/** Rows that reach the disk, or do not, as one: one transaction, one promise. */
class Batch {
  /** @type {Map<string, Write>} */
  #writes = new Map();
  keep = () => {};
  lose = /** @type {(error: Error) => void} */ (() => {});
  /** @type {Promise<void>} */
  saved = new Promise((resolve, reject) => {
    this.keep = resolve;
    this.lose = reject;
  });

  constructor() {
    // Whoever saved may ignore it.
    this.saved.catch(() => {});
  }

  get size() {
    return this.#writes.size;
  }

  get writes() {
    return [...this.#writes.values()];
  }

  /**
   * A replaced row moves to the end: saved, room deleted, saved again must leave it saved.
   * @param {string} key @param {Write} write
   */
  put(key, write) {
    this.#writes.delete(key);
    this.#writes.set(key, write);
  }
}

/**
 * Counts what was lost and tells of it at most every 5 s, for a full disk loses hundreds of rows a second.
 * @param {(error: Error, count: number) => void} onError
 */
function createLosses(onError) {
  let total = 0;
  let unreported = 0;
  /** @type {Error | null} */
  let last = null;
  /** @type {NodeJS.Timeout | null} */
  let timer = null;

  function report() {
    timer = null;
    if (!last || !unreported) return;
    timer = setTimeout(report, REPORT_EVERY_MS);
    timer.unref();
    onError(last, unreported);
    unreported = 0;
  }

  return {
    get total() {
      return total;
    },
    /** @param {Error} error @param {number} rows */
    add(error, rows) {
      total += rows;
      unreported += rows;
      last = error;
      if (!timer) report();
    },
    /** With a last report. */
    stop() {
      if (timer) clearTimeout(timer);
      report();
      if (timer) clearTimeout(timer);
    },
  };
}
