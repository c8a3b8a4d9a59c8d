/** Imports in a thread of their own: a file made to cost minutes or gigabytes must not hold up the show. */

/** @import { Imported } from '../types.js' */

import { Worker } from 'node:worker_threads';
import { MOST_BYTES, importPack } from './import.js';
import { ImportError } from './import-error.js';

/** An import may cost this much. The largest honest file takes a second and 100 MB. */
const LIMITS = { mostMs: 20_000, mostMb: 300 };
/** Below this size nothing can take long, and a thread costs 50 ms. */
const SMALL_BYTES = 64 * 1024;
const TOO_MUCH = 'The file is too large or too complex to be read. Save the questions alone in a new file.';

/**
 * Does what `importPack` does, without holding up the event loop, and with an end.
 * @param {Uint8Array} bytes
 * @param {string} fileName
 * @param {{ mostMs: number, mostMb: number }} [limits]
 * @returns {Promise<Imported>}
 * @throws {ImportError}
 */
export async function importInWorker(bytes, fileName, limits = LIMITS) {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (bytes.length > MOST_BYTES || (!isZip && bytes.length <= SMALL_BYTES))
    return importPack(bytes, fileName);
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    workerData: { bytes, fileName },
    resourceLimits: { maxOldGenerationSizeMb: limits.mostMb },
  });
  const timer = setTimeout(() => void worker.terminate(), limits.mostMs);
  try {
    const answer = await answerOf(worker);
    if ('imported' in answer) return answer.imported;
    throw new ImportError(answer.problem);
  } finally {
    clearTimeout(timer);
    void worker.terminate();
  }
}

/**
 * Resolves to what the worker says, or to a problem when it ran out of time or memory.
 * @param {Worker} worker
 * @returns {Promise<{ imported: Imported } | { problem: string }>} rejects with a fault of the worker's own
 */
function answerOf(worker) {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('exit', () => resolve({ problem: TOO_MUCH }));
    worker.on('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ problem: TOO_MUCH }) : reject(error),
    );
  });
}
