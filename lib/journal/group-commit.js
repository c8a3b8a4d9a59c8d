/** Group commit: rows that arrive within some 10 ms share one transaction, which is stored as a whole or lost as a whole. */

/** @import { JournalThread } from './thread.js' */
/** @import { Batch, Lane } from './commit-queue.js' */
/** @import { Row } from './rows.js' */

import { performance } from 'node:perf_hooks';
import { ShowError, messageOf } from '../errors.js';
import { createCommitQueue } from './commit-queue.js';

/** A disk that hangs must not fill the memory: about 10 MB of rows of each lane. */
const MAX_WAITING_ROWS = 20_000;
const REPORT_EVERY_MS = 5000;

/**
 * `make` may throw: then none of its rows is written. The promise resolves when they are on disk, rejects with
 * `not-saved`, and may be ignored.
 * @typedef {<Args extends unknown[]>(make: (...args: Args) => Row[], ...args: Args) => Promise<void>} Save
 */

/**
 * @param {object} options
 * @param {Pick<JournalThread, 'isUp' | 'commit'>} options.thread
 * @param {(error: Error, count: number) => void} options.onError see `openJournal`
 * @param {() => number} [options.now] monotonic ms
 */
// eslint-disable-next-line max-lines-per-function -- one queue: what is written, what waits and what is lost are one state
export function createGroupCommit({ thread, onError, now = () => performance.now() }) {
  const losses = createLosses(onError);
  const queue = createCommitQueue(now);
  /** @type {NodeJS.Timeout | null} */
  let timer = null;
  /** The timer ends then. */
  let timerMs = Infinity;
  let commits = 0;
  let rows = 0;
  let isClosing = false;

  function schedule() {
    if (queue.inFlight || !thread.isUp) return;
    const dueMs = queue.dueMs();
    if (dueMs === -Infinity) return send();
    if (dueMs >= timerMs) return;
    if (timer) clearTimeout(timer);
    timerMs = dueMs;
    timer = setTimeout(send, Math.max(0, dueMs - now()));
  }

  function send() {
    if (timer) clearTimeout(timer);
    timer = null;
    timerMs = Infinity;
    if (queue.inFlight || !thread.isUp) return;
    const batch = queue.shift();
    if (batch) thread.commit(batch.writes, onAnswer);
  }

  /** @param {string} problem '' when the batch is on disk */
  function onAnswer(problem) {
    const batch = queue.settle();
    if (!batch) return;
    if (problem === '') {
      commits++;
      rows += batch.size;
      batch.resolve();
    } else lose(batch, problem);
    // A server that is closing waits for all batches, so there is no pause between them.
    if (isClosing) send();
    else schedule();
  }

  /** @param {Batch} batch @param {string} problem */
  function lose(batch, problem) {
    const error = new ShowError('not-saved', { problem });
    losses.add(error, batch.size);
    batch.reject(error);
  }

  /** Gives up all rows: the thread died, and nobody knows what it wrote. @param {string} problem */
  function loseAll(problem) {
    for (const batch of queue.clear()) lose(batch, problem);
  }

  /** @param {Lane} lane @param {() => Row[]} make @returns {Promise<void>} */
  function put(lane, make) {
    try {
      if (isClosing) throw new Error('the server is shutting down');
      if (queue.waiting(lane) >= MAX_WAITING_ROWS) throw new Error('the disk does not keep up');
      const saved = queue.put(lane, make());
      schedule();
      return saved;
    } catch (error) {
      const refused = new ShowError('not-saved', { problem: messageOf(error) });
      losses.add(refused, 1);
      return ignorable(Promise.reject(refused));
    }
  }

  /** Waits until everything asked for so far is on disk, or was reported as lost. Never rejects. @returns {Promise<void>} */
  async function flush() {
    const batches = queue.all();
    queue.hurry();
    send();
    await Promise.allSettled(batches.map((batch) => batch.saved));
  }

  return {
    get stats() {
      return { commits, rows, lost: losses.total, waiting: queue.rows };
    },
    /** Writes rows in one transaction. @type {Save} */
    save: (make, ...args) => put('urgent', () => make(...args)),
    /** Writes rows that nobody waits for, a moment later, when there are more of them. @type {Save} */
    savePatiently: (make, ...args) => put('patient', () => make(...args)),
    /** Writes rows that must come after all others that wait. @type {Save} */
    saveLast(make, ...args) {
      queue.hurry();
      return put('urgent', () => make(...args));
    },
    flush,
    /** Goes on when the thread is there again. */
    resume: schedule,
    loseAll,
    /** Takes no more rows; those that wait are then on disk, or lost. */
    async close() {
      isClosing = true;
      if (!thread.isUp) loseAll('the database thread ended');
      await flush();
      losses.stop();
    },
  };
}

/** @typedef {ReturnType<typeof createGroupCommit>} GroupCommit */

/** @param {Promise<void>} promise @returns {Promise<void>} the same one: nobody needs to listen to its rejection */
export function ignorable(promise) {
  promise.catch(() => {});
  return promise;
}

/**
 * Counts lost rows and reports them at most every 5 s, because a full disk loses hundreds a second.
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
    /** Ends the reports with a last one. */
    stop() {
      if (timer) clearTimeout(timer);
      report();
      if (timer) clearTimeout(timer);
    },
  };
}
