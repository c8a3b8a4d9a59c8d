/** The thread of a play. It waits for a beginning, loads that one game, and answers the process until it is ended. */

/** @import { Beginning, Output } from './types.js' */
/** @import { Message, Reply } from './desk.js' */

import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { Heart, beatOf } from '../heart.js';
import { loadGame } from '../load-games.js';
import { createDesk } from './desk.js';
import { Play } from './play.js';
import { toRefused } from './values.js';

/**
 * @typedef {Pick<Beginning, 'folder' | 'gameId'> & { isOnlyLoaded: true }} Loading
 *
 * @typedef {Reply | { hook: string } | { loaded: string } | { ready: import('./types.js').OpenPlay['time'] } |
 *   { failed: import('./values.js').Refused }} FromThread `hook` gives the next number to this name
 */

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
const heart = new Heart(workerData.heart);
/** @type {FromThread[]} */
let waiting = [];
/** The numbers of the hooks that have been called. @type {Map<string, number>} */
const hooks = new Map();

beatOf(heart);
port.once(
  'message',
  (/** @type {Beginning | Loading} */ first) => void ('isOnlyLoaded' in first ? load(first) : begin(first)),
);

/** Loads a game, and waits for its beginning. @param {Loading} loading */
async function load({ folder, gameId }) {
  try {
    await loadGame(folder, gameId);
    port.once('message', (/** @type {Beginning} */ beginning) => void begin(beginning));
    port.postMessage([{ loaded: gameId }]);
  } catch (error) {
    port.postMessage([{ failed: toRefused(error) }]);
  }
}

/** @param {Beginning} beginning */
async function begin(beginning) {
  const { folder, gameId } = beginning;
  try {
    const loaded = await loadGame(folder, gameId);
    const desk = createDesk((say, onFault, onHook) => {
      const noteHook = (/** @type {string} */ hook) => {
        onHook(hook);
        note(hook);
      };
      return new Play({ loaded, beginning, say, now: () => performance.now(), onFault, onHook: noteHook });
    }, post);
    port.postMessage([{ ready: desk.time }]);
    port.on('message', (/** @type {Message[]} */ messages) => {
      for (const message of messages) desk.handle(message);
    });
  } catch (error) {
    port.postMessage([{ failed: toRefused(error) }]);
  }
}

/** Everything of one turn leaves as one message, because each costs the process some microseconds. @param {FromThread} reply */
function post(reply) {
  if (waiting.push(reply) === 1) setImmediate(flush);
}

function flush() {
  const replies = waiting;
  waiting = [];
  port.postMessage(replies);
}

/** Must post it before the hook is called, because nothing leaves this thread while that runs. @param {string} hook */
function note(hook) {
  let number = hooks.get(hook);
  if (number === undefined) {
    hooks.set(hook, (number = hooks.size + 1));
    port.postMessage([{ hook }]);
  }
  heart.hook = number;
}
