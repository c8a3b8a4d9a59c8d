/** One import, in a thread; see apart.js. */

import { parentPort, workerData } from 'node:worker_threads';
import { importPack } from './import.js';
import { ImportError } from './problem.js';

try {
  parentPort?.postMessage({ imported: await importPack(workerData.bytes, workerData.fileName) });
} catch (error) {
  if (!(error instanceof ImportError)) throw error;
  parentPort?.postMessage({ problem: error.message });
}
