/** The thread of errands of one game: it loads the game, and does one task after the other until it is ended. */

/** @import { Refused } from '../play/values.js' */
/** @import { TaskName } from './tasks.js' */

import { parentPort, workerData } from 'node:worker_threads';
import { Heart, beatOf } from '../heart.js';
import { handOver } from '../import/in-worker.js';
import { loadGame } from '../load-games.js';
import { toRefused } from '../play/values.js';
import { createInlineErrands } from './inline.js';

/**
 * @typedef {{ number: number, task: TaskName, args: unknown[] } | { picture: number, value: unknown }} ToThread
 * @typedef {{ answer: number, value: unknown } | { answer: number, refused: Refused } | { ready: true } | { failed: string } |
 *   { asks: number, address: string }} FromThread
 */

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
/** Tasks wait for these pictures. @type {Map<number, (value: unknown) => void>} */
const waiting = new Map();
let asked = 0;

beatOf(new Heart(workerData.heart));
port.once('message', (/** @type {{ folder: string, gameId: string }} */ beginning) => void begin(beginning));

/** @param {FromThread} message @param {ArrayBuffer[]} [transfer] */
function post(message, transfer) {
  port.postMessage(message, transfer);
}

/** @param {string} address */
function picture(address) {
  const number = ++asked;
  post({ asks: number, address });
  return new Promise((resolve) => waiting.set(number, resolve));
}

/** @param {{ folder: string, gameId: string }} beginning */
async function begin({ folder, gameId }) {
  try {
    const loaded = await loadGame(folder, gameId);
    const run = createInlineErrands(() => loaded);
    port.on('message', (/** @type {ToThread[]} */ messages) => {
      for (const message of messages) {
        if ('picture' in message) settle(message);
        else void answer(message);
      }
    });
    post({ ready: true });

    /** @param {Extract<ToThread, { number: number }>} message */
    async function answer({ number, task, args }) {
      try {
        const [value, memory] = handOver(await run(gameId, task, args, picture));
        post({ answer: number, value }, memory);
      } catch (error) {
        post({ answer: number, refused: toRefused(error) });
      }
    }
  } catch (error) {
    post({ failed: error instanceof Error ? error.message : String(error) });
  }
}

/** @param {Extract<ToThread, { picture: number }>} message */
function settle({ picture: number, value }) {
  waiting.get(number)?.(value);
  waiting.delete(number);
}
