/** One import in a thread of its own; in-worker.js starts it. */

import { parentPort, workerData } from 'node:worker_threads';
import { importPack } from './import.js';
import { ImportError } from './import-error.js';

try {
  parentPort?.postMessage({ imported: await importPack(workerData.bytes, workerData.fileName) });
} catch (error) {
  if (!(error instanceof ImportError)) throw error;
  parentPort?.postMessage({ problem: error.message });
}
