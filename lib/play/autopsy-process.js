/** The process of autopsy.js: plays a round in a thread, and sends the stack of that thread when it does not answer. */

import { Worker } from 'node:worker_threads';
import { Heart } from './heart.js';

const LOOK_MS = 250;
/** So long without a beat, it hangs. */
const SILENT_LOOKS = 4;
/** So long with beats, it does not: everything that it was told has been played. */
const ALIVE_LOOKS = 12;

process.once(
  'message',
  (/** @type {{ script: string, beginning: unknown, tail: unknown[] }} */ { script, beginning, tail }) => {
    const heart = new Heart();
    const worker = new Worker(new URL(script), { workerData: { heart: heart.memory } });
    worker.on('error', () => process.exit());
    worker.postMessage(beginning);
    worker.once('message', () => worker.postMessage(tail));
    let beats = 0;
    let silent = 0;
    let alive = 0;
    setInterval(() => {
      if (heart.beats === 0) return;
      if (heart.beats === beats) silent += 1;
      else alive += 1;
      beats = heart.beats;
      if (silent >= SILENT_LOOKS) process.send?.(stackOf(worker.threadId), () => process.exit());
      else if (alive >= ALIVE_LOOKS) process.exit();
    }, LOOK_MS);
  },
);

/** Whoever asked may be gone, and then nobody needs to know. */
process.on('disconnect', () => process.exit());

/** @param {number} threadId @returns {string} */
function stackOf(threadId) {
  const report = /** @type {any} */ (process.report).getReport();
  const { workers } = typeof report === 'string' ? JSON.parse(report) : report;
  const found = workers.find((/** @type {any} */ { header }) => header.threadId === threadId);
  return ['Error', ...(found?.javascriptStack.stack ?? [])].join('\n');
}
