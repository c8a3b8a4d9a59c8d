/** Group commit: rows that arrive within 10 ms share one transaction, which is stored as a whole or lost as a whole. */

/** @import { JournalThread } from './thread.js' */
/** @import { Row, Write } from './rows.js' */

import { performance } from 'node:perf_hooks';
import { ShowError, messageOf } from '../errors.js';

/** An fsync costs milliseconds however many rows it covers, so rows wait this long for others. */
const COMMIT_EVERY_MS = 10;
/** Keeps a commit below some 10 ms, so that no answer waits long behind it. */
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
  const queue = createQueue();
  /** @type {NodeJS.Timeout | null} */
  let timer = null;
  let lastCommitMs = 0;
  let commits = 0;
  let rows = 0;
  let isClosing = false;

  function schedule() {
    if (queue.inFlight || !thread.isUp || !queue.next) return;
    if (queue.next.size >= ROWS_PER_COMMIT) return send();
    const waitMs = Math.max(0, lastCommitMs + COMMIT_EVERY_MS - performance.now());
    timer ??= setTimeout(send, waitMs);
  }

  function send() {
    if (timer) clearTimeout(timer);
    timer = null;
    if (queue.inFlight || !thread.isUp) return;
    const batch = queue.shift();
    if (!batch) return;
    lastCommitMs = performance.now();
    thread.commit(batch.writes, onAnswer);
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

  /** Waits until everything asked for so far is on disk, or was reported as lost. Never rejects. @returns {Promise<void>} */
  async function flush() {
    const batches = queue.all();
    send();
    await Promise.allSettled(batches.map((batch) => batch.saved));
  }

  return {
    get stats() {
      return { commits, rows, lost: losses.total, waiting: queue.rows };
    },
    /**
     * Writes rows in one transaction.
     * @template {unknown[]} Args
     * @param {(...args: Args) => Row[]} make may throw: then none of its rows is written
     * @param {Args} args
     * @returns {Promise<void>} resolves when they are on disk, rejects with `not-saved`; may be ignored
     */
    save(make, ...args) {
      try {
        if (isClosing) throw new Error('the server is shutting down');
        if (queue.rows >= MAX_WAITING_ROWS) throw new Error('the disk does not keep up');
        const made = make(...args);
        const batch = queue.open();
        for (const { key, write } of made) batch.put(key, write);
        schedule();
        return batch.saved;
      } catch (error) {
        const batch = new Batch();
        batch.put('', { sql: '', values: [] });
        lose(batch, messageOf(error));
        return batch.saved;
      }
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

/** The batches that wait for the disk, and the one on its way to it. */
function createQueue() {
  /** Oldest first; the last one still takes rows. @type {Batch[]} */
  let waiting = [];
  /** @type {Batch | null} */
  let inFlight = null;

  function all() {
    return inFlight ? [inFlight, ...waiting] : [...waiting];
  }

  return {
    all,
    get inFlight() {
      return inFlight;
    },
    get next() {
      return waiting[0];
    },
    /** How many rows are not on disk yet. */
    get rows() {
      return waiting.reduce((sum, batch) => sum + batch.size, inFlight?.size ?? 0);
    },
    /** @returns {Batch} one that takes rows */
    open() {
      const last = waiting.at(-1);
      if (last && last.size < ROWS_PER_COMMIT) return last;
      const batch = new Batch();
      waiting.push(batch);
      return batch;
    },
    /** @returns {Batch | null} the next one, which is in flight from now on */
    shift: () => (inFlight = waiting.shift() ?? null),
    /** @returns {Batch | null} the one that was in flight */
    settle() {
      const batch = inFlight;
      inFlight = null;
      return batch;
    },
    /** @returns {Batch[]} all that were in it */
    clear() {
      const batches = all();
      inFlight = null;
      waiting = [];
      return batches;
    },
  };
}

/** Rows that reach the disk, or do not, as one: one transaction, one promise. */
class Batch {
  /** @type {Map<string, Write>} */
  #writes = new Map();
  resolve = () => {};
  reject = /** @type {(error: Error) => void} */ (() => {});
  /** @type {Promise<void>} */
  saved = new Promise((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });

  constructor() {
    // A caller may ignore it, and then a rejection must not be unhandled.
    this.saved.catch(() => {});
  }

  get size() {
    return this.#writes.size;
  }

  get writes() {
    return [...this.#writes.values()];
  }

  /**
   * A replaced row moves to the end: a row that is saved, deleted with its room and saved again must stay.
   * @param {string} key @param {Write} write
   */
  put(key, write) {
    this.#writes.delete(key);
    this.#writes.set(key, write);
  }
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
