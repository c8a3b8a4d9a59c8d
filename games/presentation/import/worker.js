/** Imports one deck in a worker thread; in-worker.js starts it. */

import { parentPort, workerData } from 'node:worker_threads';
import { answerImport } from 'mass-mobile/import';
import { importDeck } from './import.js';

await answerImport(parentPort, () => importDeck(workerData.bytes, workerData.fileName));
