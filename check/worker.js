/** The thread in which a game is checked, because one that loops must not hang whoever asks. */

import { parentPort, workerData } from 'node:worker_threads';
import { Heart, beatOf } from '../lib/heart.js';
import { loadGame } from '../lib/load-games.js';
import { messageOf } from '../lib/errors.js';
import { figuresOf } from './figures.js';
import { checksOf } from './index.js';

/**
 * @typedef {{ title?: string, hook?: string, check?: string, problems?: string[], figures?: Awaited<ReturnType<typeof figuresOf>> }} FromThread
 *   `hook` gives the next number to this name; `check` begins, with a name; `problems` ends it
 */

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
const { memory, folder, id, isMeasured } = workerData;
const heart = new Heart(memory);
/** @type {Map<string, number>} */
const hooks = new Map();

/** @param {FromThread} message */
const post = (message) => port.postMessage(message);

/** @param {string} hook */
function onHook(hook) {
  const number = hooks.get(hook) ?? hooks.size + 1;
  if (!hooks.has(hook)) post({ hook });
  hooks.set(hook, number);
  heart.hook = number;
  // A law holds the thread for seconds, in which no timer beats: a hook that is called is a sign of life as well.
  heart.beat(0);
}

beatOf(heart);
try {
  const loaded = await loadGame(folder, id);
  post({ title: loaded.card.title });
  let isSound = true;
  for (const { name, run } of checksOf(loaded, { onHook })) {
    heart.hook = 0;
    post({ check: name });
    const problems = await run().catch((error) => [messageOf(error)]);
    isSound &&= !problems?.length;
    post({ problems: problems ?? [] });
  }
  // A game that throws cannot be measured.
  if (isSound && isMeasured) post({ figures: await figuresOf(loaded) });
} catch (error) {
  post({ problems: [messageOf(error)] });
}
// The heart would beat for ever.
process.exit();
