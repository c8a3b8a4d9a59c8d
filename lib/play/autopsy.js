/**
 * Finds the line on which a game hung, for its author: a process of its own plays the last seconds of the round again,
 * and looks when it hangs there too. Node can look into a thread of this process as well, but not without a risk for it.
 */

/** @import { Beginning } from './types.js' */

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('./autopsy-process.js', import.meta.url));
/** A process that has found nothing by then does not hang where the round did. A busy machine lets it wait long for its turn. */
const WAIT_MS = 120_000;

/** The thread of a play. */
const PLAY = new URL('./worker.js', import.meta.url);

/**
 * Costs a process of some 60 MB for a few seconds.
 * @param {Beginning | { folder: string, gameId: string }} beginning of a play, with the state that the disk had
 * @param {readonly unknown[]} tail what the thread was sent after that
 * @param {URL} [script] of the thread
 * @returns {Promise<string>} a stack like that of an error; '' when the round does not hang again
 */
export function findWhere(beginning, tail, script = PLAY) {
  const child = fork(SCRIPT, {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), WAIT_MS);
    let stack = '';
    child.on('message', (/** @type {string} */ found) => (stack = found));
    child.on('error', () => {});
    child.on('close', () => {
      clearTimeout(timer);
      resolve(stack);
    });
    child.send({ script: script.href, beginning, tail }, () => {});
  });
}
