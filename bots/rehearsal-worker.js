/** The thread of a rehearsal: virtual phones that join the very server that started it. */

import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../lib/errors.js';
import { Heart, beatOf } from '../lib/heart.js';
import { createCrowd } from './index.js';

/** @import { Json } from '../lib/contract/types.js' */
/** @import { Scene } from '../lib/contract/wire.js' */

/** To join is the dearest thing that a phone does: this leaves the thread time to play meanwhile. */
const ARRIVALS_PER_S = 100;
const REPORT_MS = 500;
const PRESS_HZ = 3;

const { url, roomId, mark, characters, gamesDir, heart } = workerData;
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
/** All bots know the same document, by its name. @type {Map<string, Promise<Json>>} */
const library = new Map();
/** Bots wait for the main thread to bring a document, by its name. @type {Map<string, (json: Json) => void>} */
const waiting = new Map();
const crowd = createCrowd({
  url,
  room: roomId,
  characters,
  seed: 7,
  arrivalsPerS: ARRIVALS_PER_S,
  pressHz: PRESS_HZ,
  gamesDir,
  library: bring,
  onFault: (error) => port.postMessage({ fault: messageOf(error) }),
  auth: { rehearsal: mark },
  // The thread talks to its own process: the certificate needs no proof.
  socket: { rejectUnauthorized: false },
});
const timer = setInterval(report, REPORT_MS);
beatOf(new Heart(heart));

port.on(
  'message',
  (/** @type {{ count?: number, name?: string, json?: Json }} */ { count, name, json = null }) => {
    if (name !== undefined) waiting.get(name)?.(json);
    else if (count === 0) void leave();
    else if (count !== undefined) void crowd.resize(count).catch(() => {});
  },
);

/** @param {Scene} scene @returns {Promise<Json>} the document that the room plays */
function bring({ epoch, game, document }) {
  if (!document) return Promise.resolve(null);
  // By the epoch too: the document may have been edited since an earlier scene.
  const name = `${epoch} ${game.id} ${document.id}`;
  const known = library.get(name);
  if (known) return known;
  /** @type {Promise<Json>} */
  const asked = new Promise((resolve) => waiting.set(name, resolve));
  library.set(name, asked);
  port.postMessage({ wants: [name, game.id, document.id] });
  return asked;
}

function report() {
  port.postMessage({ joined: crowd.stats().connected });
}

async function leave() {
  clearInterval(timer);
  await crowd.close();
  port.close();
  process.exit(0);
}
