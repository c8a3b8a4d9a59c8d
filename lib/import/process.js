/**
 * The process of one import, and the thread in it that does the import. What costs too much ends both; the process looks at the time,
 * and ends with the server, however busy the thread is.
 */

import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker, isMainThread, workerData } from 'node:worker_threads';
import { BEAT_MS, Heart } from '../heart.js';
import { allowImports } from '../outside-games.js';
import { ThreadTime } from '../watch.js';

/** @typedef {{ file: string, data: object, limits: import('./in-worker.js').Limits }} Order file: the address of the worker */

if (isMainThread) {
  process.once('message', begin);
  process.once('disconnect', () => process.exit());
} else {
  new Heart(workerData.heart).noteThread();
  allowImports(dirname(fileURLToPath(workerData.file)));
  await import(workerData.file);
}

/** @param {Order} order */
function begin({ file, data, limits }) {
  const heart = new Heart();
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { ...data, file, heart: heart.memory },
    resourceLimits: { maxOldGenerationSizeMb: limits.mostMb },
  });
  let isAnswered = false;
  const send = (/** @type {object} */ answer) => {
    isAnswered = true;
    process.send?.(answer);
  };
  worker.once('message', send);
  worker.once('error', (/** @type {NodeJS.ErrnoException} */ { code, name, message, stack }) =>
    code === 'ERR_WORKER_OUT_OF_MEMORY' ? process.exit() : send({ fault: { name, message, stack } }),
  );
  // The server ends this process when it has an answer, so that none is lost.
  worker.once('exit', () => isAnswered || process.exit());
  const time = new ThreadTime(heart);
  let tookMs = 0;
  const look = () => {
    tookMs += time.look();
    if (tookMs >= limits.mostMs) process.exit();
  };
  look();
  setInterval(look, BEAT_MS);
}
