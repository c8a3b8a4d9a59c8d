/** The thread of a rehearsal as the server sees it: starts it, says how many shall play, and ends it. */

import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { BEAT_MS, Heart } from '../lib/heart.js';
import { Watch } from '../lib/watch.js';

/** @import { Json } from '../lib/contract/types.js' */

/** @typedef {{ joined?: number, fault?: string, wants?: [name: string, gameId: string, documentId: string] }} Told by the thread */

/** The thread says goodbye for each phone; after this time it is ended. */
const GOODBYE_MS = 5000;
/** A thread that has been silent for so long (see `Watch`) is ended. */
const SILENT_MS = 10_000;
/** Several times what 2,000 phones need: more is a fault, which ends the crowd and not the show. */
const MEMORY = Object.freeze({ maxOldGenerationSizeMb: 400, maxYoungGenerationSizeMb: 32 });

/**
 * @param {object} options
 * @param {{ url: string, roomId: string, mark: string, characters: Record<string, number>, gamesDir: string }}
 *   options.workerData
 * @param {(gameId: string, documentId: string) => Promise<Json>} options.documentOf
 * @param {(sentence: string) => void} options.onGameFault gets why a bot of a game lost its turn, once for each reason
 * @param {(error: Error) => void} options.onFault
 * @param {() => void} options.onExit
 */
export function startThread({ workerData, documentOf, onGameFault, onFault, onExit }) {
  const heart = new Heart();
  const worker = new Worker(new URL('./rehearsal-worker.js', import.meta.url), {
    workerData: { ...workerData, heart: heart.memory },
    resourceLimits: MEMORY,
    // The flags of the server, such as a debugger or a profile, are for the show.
    execArgv: [],
  });
  let joined = 0;
  let loop = worker.performance.eventLoopUtilization();
  worker.on('message', (/** @type {Told} */ told) => {
    if (told.fault !== undefined) onGameFault(told.fault);
    else if (told.wants) void bring(...told.wants);
    else joined = told.joined ?? 0;
  });
  const watch = new Watch(heart);
  // A bot of a game may loop, and then its crowd stands still.
  const timer = setInterval(() => {
    if (watch.look() < SILENT_MS) return;
    clearInterval(timer);
    onFault(new Error(`it has not returned for ${SILENT_MS / 1000} s; bot() of the game may never return`));
    void worker.terminate();
  }, BEAT_MS).unref();
  worker.on('exit', () => clearInterval(timer));
  worker.on('error', onFault);
  worker.on('exit', onExit);

  /** @param {string} name of the wish @param {string} gameId @param {string} documentId */
  async function bring(name, gameId, documentId) {
    // A document may be deleted while it is asked for: then nobody knows it.
    const json = await documentOf(gameId, documentId).catch(() => null);
    worker.postMessage({ name, json });
  }

  return {
    roomId: workerData.roomId,
    /** How many phones are in. */
    get joined() {
      return joined;
    },
    /** @returns {number} share of a core since the last call, 0 to 1 */
    cpu() {
      const now = worker.performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, loop);
      loop = now;
      return Math.round(utilization * 100) / 100;
    },
    /** @param {number} count 1 or more phones */
    resize: (count) => worker.postMessage({ count }),
    /** @returns {Promise<void>} when all phones have left */
    end() {
      return new Promise((resolve) => {
        const hurry = setTimeout(() => void worker.terminate(), GOODBYE_MS);
        worker.once('exit', () => {
          clearTimeout(hurry);
          resolve();
        });
        worker.postMessage({ count: 0 });
      });
    },
  };
}
