/** Imports one pack in a worker thread; in-worker.js starts it. */

import { parentPort, workerData } from 'node:worker_threads';
import { answerImport } from 'mass-mobile/import';
import { importPack } from './import.js';

await answerImport(parentPort, () => importPack(workerData.bytes, workerData.fileName));
