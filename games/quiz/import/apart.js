/** Imports in a thread of their own: a file made to cost minutes or gigabytes must not hold the show. */

/** @import { Imported } from '../types.js' */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { MOST_BYTES, importPack } from './import.js';
import { ImportError } from './problem.js';

const MOST_MS = 20_000;
const MOST_MB = 300;
/** Below this nothing can take long, and a thread costs 50 ms. */
const SMALL_BYTES = 64 * 1024;

/**
 * `importPack`, without holding the event loop and with an end.
 * @param {Uint8Array} bytes @param {string} fileName
 * @returns {Promise<Imported>}
 * @throws {ImportError}
 */
export async function importApart(bytes, fileName) {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (bytes.length > MOST_BYTES || (!isZip && bytes.length <= SMALL_BYTES))
    return importPack(bytes, fileName);
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    workerData: { bytes, fileName },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MB },
  });
  const timer = setTimeout(() => void worker.terminate(), MOST_MS);
  try {
    const [answer] = await Promise.race([once(worker, 'message'), ended(worker)]);
    if ('imported' in answer) return answer.imported;
    throw new ImportError(answer.problem);
  } finally {
    clearTimeout(timer);
    void worker.terminate();
  }
}

/** @param {Worker} worker @returns {Promise<[{ problem: string }]>} also when memory or time ran out */
async function ended(worker) {
  await once(worker, 'exit').catch(() => {});
  return [
    { problem: 'The file is too large or too tangled to be read. Save the questions alone in a new file.' },
  ];
}
