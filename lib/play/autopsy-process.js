/** The process of autopsy.js: plays a round in a thread, and sends the stack of that thread when it does not answer. */

import { Worker } from 'node:worker_threads';
import { BEAT_MS, Heart } from '../heart.js';
import { Watch } from '../watch.js';

/** After so much silence, it hangs. */
const SILENT_MS = 1000;
/** When its heart has beaten so often since it was sent everything, it does not. */
const ALIVE_BEATS = 3000 / BEAT_MS;

process.once(
  'message',
  (/** @type {{ script: string, beginning: unknown, tail: unknown[] }} */ { script, beginning, tail }) => {
    const heart = new Heart();
    const worker = new Worker(new URL(script), { workerData: { heart: heart.memory } });
    worker.on('error', () => process.exit());
    worker.postMessage(beginning);
    const watch = new Watch(heart);
    let mostBeats = Infinity;
    worker.once('message', () => {
      worker.postMessage(tail);
      mostBeats = heart.beats + ALIVE_BEATS;
    });
    setInterval(() => {
      if (watch.look() >= SILENT_MS) process.send?.(stackOf(worker.threadId), () => process.exit());
      else if (heart.beats >= mostBeats) process.exit();
    }, BEAT_MS);
  },
);

/** The caller may be gone, and then nobody needs to know. */
process.on('disconnect', () => process.exit());

/** @param {number} threadId @returns {string} */
function stackOf(threadId) {
  const report = /** @type {any} */ (process.report).getReport();
  const { workers } = typeof report === 'string' ? JSON.parse(report) : report;
  const found = workers.find(
    (/** @type {{ header: { threadId: number } }} */ { header }) => header.threadId === threadId,
  );
  return ['Error', ...(found?.javascriptStack.stack ?? [])].join('\n');
}
