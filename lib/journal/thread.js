/** The thread of the database, seen from the main thread: started, asked, and replaced when it dies. */

/** @import { Records, Write } from './rows.js' */

import { Worker } from 'node:worker_threads';
import { Calls } from '../calls.js';
import { JournalError } from './folder.js';
import { flagsOfJoined } from './kysely-file.js';
import { ShowError } from '../errors.js';

const RESTART_AFTER_MS = 1000;

/** @typedef {{ maxPageCount?: number, onWorker?: (worker: Worker) => void }} TestOptions */
/** @typedef {(problem: string) => void} Answer '' when it is on disk */

/**
 * @param {object} options
 * @param {Omit<import('./engines/engine.js').EngineOptions, 'maxPageCount'>} options.database
 * @param {import('./show-clock.js').Machine} options.machine its clocks, by which players are forgotten
 * @param {TestOptions} options.test
 * @returns {Promise<{ worker: Worker, records: Records, remark: string | null }>}
 * @throws {JournalError}
 */
export function startWorker({ database, machine, test: { maxPageCount, onWorker } }) {
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    workerData: { ...database, machine, maxPageCount },
    // Flags of the main thread, such as --input-type or --watch, would mean something else in the worker.
    execArgv: flagsOfJoined(),
  });
  onWorker?.(worker);
  return new Promise((resolve, reject) => {
    const fail = (/** @type {Error} */ error) => reject(error);
    worker.once('error', fail);
    worker.once('message', ({ type, records, remark, code, message }) => {
      worker.off('error', fail);
      if (type === 'ready') return resolve({ worker, records, remark });
      // Then the folder is free again.
      worker.once('exit', () => reject(code ? new JournalError(code, message) : new Error(message)));
    });
  });
}

/**
 * The thread has one commit at a time in its hands; reads may overtake it.
 * @param {object} options
 * @param {Worker} options.worker the first one, ready
 * @param {() => Promise<{ worker: Worker }>} options.start starts another one
 * @param {(problem: string) => void} options.onEnd called when it died; the commit in its hands gets no answer then
 * @param {() => void} options.onBack called when another one has taken over
 * @param {(sentence: string) => void} options.onLost called when another home has the database
 */
// eslint-disable-next-line max-lines-per-function -- one thread from its start to its end, and another one in its place
export function createJournalThread({ worker: first, start, onEnd, onBack, onLost }) {
  /** @type {Worker | null} null while a dead one is being replaced */
  let worker = null;
  /** Takes the answer to the commit in its hands. @type {Answer | null} */
  let onCommitted = null;
  const calls = new Calls();
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
    next.on('message', onMessage);
    next.on('error', (error) => (fault = error));
    next.on('exit', () => onExit(fault));
    // Only unfinished work keeps the process alive, so that a start that fails elsewhere can end.
    next.unref();
    worker = next;
  }

  /** @param {{ type: string, problem?: string, message?: string, id?: number, found?: unknown }} message */
  function onMessage({ type, problem = '', message = '', id, found }) {
    if (type === 'lost') return onLost(message);
    if (type === 'found') {
      const call = calls.take(Number(id));
      if (found !== undefined) call?.resolve(found);
      else call?.reject(problem ? new ShowError('not-saved', { problem }) : new ShowError('internal'));
      return relax();
    }
    const answer = onCommitted;
    if (!answer) return;
    onCommitted = null;
    relax();
    answer(type === 'saved' ? '' : problem);
  }

  /** Lets the process end while the worker is idle. */
  function relax() {
    if (!onCommitted && calls.open.size === 0 && !isClosing) worker?.unref();
  }

  /** @param {Error | null} fault */
  function onExit(fault) {
    worker = null;
    onCommitted = null;
    calls.rejectAll(() => new ShowError('internal'));
    onEnd(`the database thread ended (${fault ? fault.message : 'no reason given'})`);
    if (!isClosing) timer = setTimeout(() => (restarting = restart()), RESTART_AFTER_MS);
  }

  async function restart() {
    try {
      adopt((await start()).worker);
      onBack();
    } catch (error) {
      if (error instanceof JournalError && error.code === 'database-taken') onLost(error.message);
      onExit(/** @type {Error} */ (error));
    }
  }

  /** @template T @param {{ type: 'asset', hash: string } | { type: 'wipe' }} question @returns {Promise<T>} rejects with `internal`, `not-saved` */
  async function ask(question) {
    if (!worker) throw new ShowError('internal');
    const { number, answer } = calls.add({});
    worker.ref();
    worker.postMessage({ ...question, id: number });
    return /** @type {Promise<T>} */ (answer);
  }

  return {
    get isUp() {
      return worker !== null;
    },
    /** @param {Write[]} writes one transaction @param {Answer} answer not called when the thread ends before */
    commit(writes, answer) {
      onCommitted = answer;
      worker?.ref();
      worker?.postMessage({ type: 'commit', writes });
    },
    /** @param {string} hash @returns {Promise<{ type: string, bytes: Uint8Array } | null>} @throws {ShowError} `internal` */
    readAsset: (hash) => ask({ type: 'asset', hash }),
    /** See `Engine`. @returns {Promise<void>} rejects with `not-saved`: it can be tried again, and the next start does it as well */
    wipe: () => ask({ type: 'wipe' }),
    /** Closes the database and ends the thread. @returns {Promise<void>} */
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
