/** The thread of a rehearsal: virtual phones that join the very server that started it. */

import { parentPort, workerData } from 'node:worker_threads';
import { createCrowd } from './index.js';

/** A phone takes some 3.5 ms of CPU to join: this leaves the thread half of its time to play. */
const ARRIVALS_PER_S = 100;
const REPORT_MS = 500;
const PRESS_HZ = 3;

const { url, roomId, mark, characters } = workerData;
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
const crowd = createCrowd({
  url,
  room: roomId,
  characters,
  seed: 7,
  arrivalsPerS: ARRIVALS_PER_S,
  pressHz: PRESS_HZ,
  auth: { rehearsal: mark },
  // The thread talks to its own process: the certificate needs no proof.
  socket: { rejectUnauthorized: false },
});
const timer = setInterval(report, REPORT_MS);

// A game may throw after an `await`, where no host can catch it: that phone loses its round, and the crowd goes on.
process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});
port.on('message', (/** @type {{ count: number }} */ { count }) => {
  if (count === 0) void leave();
  else void crowd.resize(count).catch(() => {});
});

function report() {
  port.postMessage({ joined: crowd.stats().connected });
}

async function leave() {
  clearInterval(timer);
  await crowd.close();
  port.close();
  // A timer that a game left running would keep the thread.
  process.exit(0);
}
