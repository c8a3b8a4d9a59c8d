/** Imports in a thread of their own: a file made to cost minutes or gigabytes must not hold up the show. */

import { Worker, workerData } from 'node:worker_threads';
import { BEAT_MS, Heart } from '../heart.js';
import { ThreadTime } from '../watch.js';
import { ImportError } from './import-error.js';

/**
 * @typedef {object} Limits what an import may cost
 * @property {number} mostMs in which its thread could run
 * @property {number} mostMb of the heap
 */

/** The largest honest file takes a second and 100 MB. @type {Limits} */
const USUAL = Object.freeze({ mostMs: 20_000, mostMb: 300 });
/** Below this size nothing can take long, and a thread costs 50 ms. */
const SMALL_BYTES = 64 * 1024;

/** A ZIP archive is never small: what comes out of it may be anything. @param {Uint8Array} bytes @returns {boolean} worth a thread */
export function needsWorker(bytes) {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  return isZip || bytes.length > SMALL_BYTES;
}

/** Ends when the import before has ended. @type {Promise<unknown>} */
let last = Promise.resolve();

/**
 * Runs a worker that answers once, by `answerImport`. Imports take turns, because several at once need the memory of all.
 * @param {URL} file of the worker
 * @param {object} data given to the worker as `workerData`
 * @param {{ limits?: Limits, tooMuch: string }} about tooMuch: a sentence for a file that reaches the limits
 * @returns {Promise<any>} what was imported
 * @throws {ImportError}
 */
export function importInThread(file, data, { limits = USUAL, tooMuch }) {
  const mine = last.then(() => runThread(file, data, limits, tooMuch));
  last = mine.catch(() => {});
  return mine;
}

/** @param {URL} file @param {object} data @param {Limits} limits @param {string} tooMuch */
async function runThread(file, data, limits, tooMuch) {
  const heart = new Heart();
  const worker = new Worker(file, {
    workerData: { ...data, heart: heart.memory },
    resourceLimits: { maxOldGenerationSizeMb: limits.mostMb },
  });
  const time = new ThreadTime(heart);
  let tookMs = 0;
  const look = () => {
    tookMs += time.look();
    if (tookMs >= limits.mostMs) void worker.terminate();
  };
  look();
  const timer = setInterval(look, BEAT_MS);
  try {
    const answer = await answerOf(worker, tooMuch);
    if ('imported' in answer) return answer.imported;
    throw new ImportError(answer.problem);
  } finally {
    clearInterval(timer);
    void worker.terminate();
  }
}

/**
 * Resolves to what the worker says, or to a problem when it ran out of time or memory.
 * @param {Worker} worker @param {string} tooMuch
 * @returns {Promise<{ imported: unknown } | { problem: string }>} rejects with a fault of the worker's own
 */
function answerOf(worker, tooMuch) {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('exit', () => resolve({ problem: tooMuch }));
    worker.on('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ problem: tooMuch }) : reject(error),
    );
  });
}

/**
 * Does the import inside the worker, and answers with it or with its sentence. Its `pictures` are handed over, not copied.
 * @param {{ postMessage(answer: object, transfer?: ArrayBuffer[]): void } | null} port `parentPort` of the worker
 * @param {() => unknown} run
 */
export async function answerImport(port, run) {
  if (workerData?.heart) new Heart(workerData.heart).noteThread();
  try {
    const imported = await run();
    port?.postMessage({ imported }, wholeBuffers(imported));
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    port?.postMessage({ problem: error.message });
  }
}

/** @param {any} imported @returns {ArrayBuffer[]} of pictures that share theirs with nothing else */
function wholeBuffers(imported) {
  /** @type {Uint8Array[]} */
  const pictures = imported?.pictures ?? [];
  return pictures.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  );
}
