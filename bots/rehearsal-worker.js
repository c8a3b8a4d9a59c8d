/** The thread of the rehearsal crowd: the virtual phones of the load lab, sent to this very server. */

import { parentPort, workerData } from 'node:worker_threads';
import { createCrowd } from './index.js';

/** Some 3.5 ms of CPU for each that joins: this leaves the thread half of its time to play. */
const ARRIVALS_PER_S = 100;
const TELL_MS = 500;
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
  // It talks to its own process: whose certificate that is needs no proof.
  socket: { rejectUnauthorized: false },
});
const timer = setInterval(tell, TELL_MS);

// A game may throw after an `await`, where no host can catch it: that phone's round is lost, not the crowd.
process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});
port.on('message', (/** @type {{ count: number }} */ { count }) => {
  if (count === 0) void leave();
  else void crowd.resize(count).catch(() => {});
});

function tell() {
  port.postMessage({ joined: crowd.stats().connected });
}

async function leave() {
  clearInterval(timer);
  await crowd.close();
  port.close();
  // What a game left running does not keep the thread.
  process.exit(0);
}
