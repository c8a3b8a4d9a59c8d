/** The thread of the database file, from outside: started, asked, and replaced when it dies. */

/** @import { Records, Write } from './rows.js' */

import { Worker } from 'node:worker_threads';
import { openingError } from './folder.js';
import { ShowError } from '../errors.js';

const RESTART_AFTER_MS = 1000;

/** @typedef {{ maxPageCount?: number, onWorker?: (worker: Worker) => void }} TestOptions */
/** @typedef {(problem: string) => void} Answer '' when it is on disk */
/** @typedef {{ resolve: (found: { type: string, bytes: Uint8Array } | null) => void, reject: (error: Error) => void }} Reader */

/**
 * @param {object} options
 * @param {string} options.dataDir @param {string} options.file in it
 * @param {number} options.forgetBeforeMs players not seen since
 * @param {TestOptions} options.test
 * @returns {Promise<{ worker: Worker, records: Records }>}
 * @throws {import('./folder.js').JournalError}
 */
export function startWorker({ dataDir, file, forgetBeforeMs, test: { maxPageCount, onWorker } }) {
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    workerData: { file, forgetBeforeMs, maxPageCount },
    // Flags of the main thread, such as --input-type or --watch, mean something else in here.
    execArgv: [],
  });
  onWorker?.(worker);
  return new Promise((resolve, reject) => {
    const fail = (/** @type {Error} */ error) => reject(error);
    worker.once('error', fail);
    worker.once('message', (answer) => {
      worker.off('error', fail);
      if (answer.type === 'ready') return resolve({ worker, records: answer.records });
      worker.once('exit', () => reject(openingError(answer, dataDir, file)));
    });
  });
}

/**
 * One commit at a time is in its hands; reads may overtake it.
 * @param {object} options
 * @param {Worker} options.worker the first one, ready
 * @param {() => Promise<{ worker: Worker }>} options.start another one
 * @param {(problem: string) => void} options.onEnd it died; the commit in its hands gets no answer any more
 * @param {() => void} options.onBack another one has taken over
 */
export function createJournalThread({ worker: first, start, onEnd, onBack }) {
  /** @type {Worker | null} null while a dead one is being replaced */
  let worker = null;
  /** Of the commit in its hands. @type {Answer | null} */
  let committed = null;
  /** @type {Map<number, Reader>} */
  const readers = new Map();
  let reads = 0;
  let isClosing = false;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {Promise<void> | null} */
  let restarting = null;
  adopt(first);

  /** @param {Worker} next */
  function adopt(next) {
    /** @type {Error | null} */
    let fault = null;
    next.on('message', answered);
    next.on('error', (error) => (fault = error));
    next.on('exit', () => ended(fault));
    // Only unfinished work keeps the process alive, so that a start that fails elsewhere can end.
    next.unref();
    worker = next;
  }

  /** @param {{ type: string, code?: string, message?: string, id?: number, found?: any }} answer */
  function answered({ type, code, message, id, found }) {
    if (type === 'read') return answerRead(Number(id), found);
    const answer = committed;
    if (!answer) return;
    committed = null;
    relax();
    answer(type === 'saved' ? '' : problemOf(code, message));
  }

  /** @param {number} id @param {any} found undefined: it could not be read */
  function answerRead(id, found) {
    const reader = readers.get(id);
    readers.delete(id);
    relax();
    if (found === undefined) reader?.reject(new ShowError('internal'));
    else reader?.resolve(found);
  }

  /** An idle worker keeps nothing alive. */
  function relax() {
    if (!committed && readers.size === 0) worker?.unref();
  }

  /** @param {Error | null} fault */
  function ended(fault) {
    worker = null;
    committed = null;
    for (const id of [...readers.keys()]) answerRead(id, undefined);
    onEnd(`the database thread ended (${fault ? fault.message : 'no reason given'})`);
    if (!isClosing) timer = setTimeout(() => (restarting = restart()), RESTART_AFTER_MS);
  }

  async function restart() {
    try {
      adopt((await start()).worker);
      onBack();
    } catch (error) {
      ended(/** @type {Error} */ (error));
    }
  }

  return {
    get isUp() {
      return worker !== null;
    },
    /** @param {Write[]} writes one transaction @param {Answer} answer not called when the thread ends before */
    commit(writes, answer) {
      committed = answer;
      worker?.ref();
      worker?.postMessage({ type: 'commit', writes });
    },
    /** @param {string} hash @returns {Promise<{ type: string, bytes: Uint8Array } | null>} @throws {ShowError} `internal` */
    readAsset(hash) {
      const id = ++reads;
      return new Promise((resolve, reject) => {
        if (!worker) return reject(new ShowError('internal'));
        readers.set(id, { resolve, reject });
        worker.ref();
        worker.postMessage({ type: 'asset', id, hash });
      });
    },
    /** Gives the file back. @returns {Promise<void>} */
    async close() {
      isClosing = true;
      clearTimeout(timer);
      await restarting;
      const last = worker;
      if (!last) return;
      last.ref();
      const gone = new Promise((resolve) => last.once('exit', resolve));
      last.postMessage({ type: 'close' });
      await gone;
    },
  };
}

/** @typedef {ReturnType<typeof createJournalThread>} JournalThread */

/** @param {string} [code] @param {string} [message] */
function problemOf(code, message) {
  if (code === 'SQLITE_FULL') return 'the disk is full';
  if (code === 'SQLITE_READONLY') return 'the data folder is read-only';
  if (code?.startsWith('SQLITE_IOERR')) return 'the disk reports an error';
  return message ?? 'the database gave no reason';
}
