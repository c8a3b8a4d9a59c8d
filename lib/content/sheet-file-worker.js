/** Reads one run sheet from YAML, in a thread of its own; sheet-file.js starts it. */

import { parentPort, workerData } from 'node:worker_threads';
import { answerImport } from '../import/in-worker.js';
import { parseSheet } from './sheet-yaml.js';

await answerImport(parentPort, () => parseSheet(workerData.text));
