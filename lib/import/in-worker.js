/**
 * Imports in a thread of their own: a file made to cost minutes or gigabytes must not hold up the show. The thread has a process of its
 * own, because V8 may end a whole process when the heap of one thread is full, as Node.js 24 does nearly always.
 */

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ImportError } from './import-error.js';

const SCRIPT = fileURLToPath(new URL('./process.js', import.meta.url));

/**
 * @typedef {object} Limits what an import may cost
 * @property {number} mostMs in which its thread could run
 * @property {number} mostMb of the heap
 */

/** The largest legitimate file takes a second and 100 MB. @type {Limits} */
const USUAL = Object.freeze({ mostMs: 20_000, mostMb: 300 });
/** Below this size nothing takes long, not even quadratic work; and a process costs 100 ms. */
const SMALL_BYTES = 8 * 1024;

/** A ZIP archive is never small: what comes out of it may be anything. @param {Uint8Array} bytes @returns {boolean} worth a process */
export function needsWorker(bytes) {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  return isZip || bytes.length > SMALL_BYTES;
}

/** Ends when the import before has ended. @type {Promise<unknown>} */
let last = Promise.resolve();

/**
 * Runs a worker that answers once, by `answerImport`. Imports take turns, because several at once would need the memory of all of them.
 * @template T
 * @param {URL} file of the worker
 * @param {object} data given to the worker as `workerData`
 * @param {{ limits?: Limits, tooMuch: string }} about tooMuch: a sentence for a file that exceeds the limits
 * @returns {Promise<T>} what was imported
 * @throws {ImportError}
 */
export function importInThread(file, data, { limits = USUAL, tooMuch }) {
  const mine = last.then(() => runThread(file, data, limits, tooMuch));
  last = mine.catch(() => {});
  return mine;
}

/** @param {URL} file @param {object} data @param {Limits} limits @param {string} tooMuch */
async function runThread(file, data, limits, tooMuch) {
  const child = fork(SCRIPT, {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  try {
    const answer = await new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('error', reject);
      child.once('exit', () => resolve({ problem: tooMuch }));
      child.send({ file: file.href, data, limits }, () => {});
    });
    if ('imported' in answer) return answer.imported;
    if (answer.fault) throw Object.assign(new Error(), answer.fault);
    throw new ImportError(answer.problem);
  } finally {
    child.kill('SIGKILL');
  }
}

/**
 * Does the import inside the worker, and answers with it or with its sentence. Its `pictures` are handed over, not copied.
 * @param {{ postMessage(answer: object, transfer?: ArrayBuffer[]): void } | null} port `parentPort` of the worker
 * @param {() => unknown} run
 */
export async function answerImport(port, run) {
  try {
    const [imported, memory] = handOver(await run());
    port?.postMessage({ imported }, memory);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    port?.postMessage({ problem: error.message });
  }
}

/**
 * Makes the pictures of a value ready to be handed over, so that the thread that receives them need not copy 50 MB: one that shares its
 * memory with something else is copied here.
 * @param {unknown} value such as an `Imported` @returns {[value: unknown, memory: ArrayBuffer[]]} for `postMessage`
 */
export function handOver(value) {
  const given = /** @type {{ pictures?: unknown } | null | undefined} */ (value);
  if (!Array.isArray(given?.pictures)) return [value, []];
  const pictures = given.pictures.map((one) =>
    one instanceof Uint8Array && one.buffer.byteLength !== one.byteLength ? new Uint8Array(one) : one,
  );
  const memory = pictures.flatMap((one) => (one instanceof Uint8Array ? [one.buffer] : []));
  return [{ ...given, pictures }, /** @type {ArrayBuffer[]} */ ([...new Set(memory)])];
}
