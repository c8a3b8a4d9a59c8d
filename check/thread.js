/** Checks a game in a thread of its own, because one that loops must not hang whoever asks. */

/** @import { FromThread } from './worker.js' */

import { Worker } from 'node:worker_threads';
import { BEAT_MS, Heart } from '../lib/heart.js';
import { Watch } from '../lib/watch.js';

/** A hook may hold its thread for so long: in a show one that takes more than 1.7 s is ended. */
const PATIENCE_MS = 4000;

/**
 * @param {{ folder: string, id: string, isMeasured: boolean }} game isMeasured: with the figures of its hooks, which takes a second more
 * @param {{ onTitle?: (title: string) => void, onProblem: (problem: string, check: string) => void }} on is called with each as it is found
 * @returns {{ done: Promise<{ checks: number, figures: FromThread['figures'] }>, stop: () => void }} `done`: also fulfilled when it is stopped
 */
export function checkInThread({ folder, id, isMeasured }, { onTitle, onProblem }) {
  const heart = new Heart();
  const watch = new Watch(heart);
  const workerData = { memory: heart.memory, folder, id, isMeasured };
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData });
  /** The names of its hooks, by number. */
  const hooks = ['game.js'];
  let check = '';
  let checks = 0;
  /** @type {FromThread['figures']} */
  let figures;

  worker.on('message', (/** @type {FromThread} */ message) => {
    if (message.title) onTitle?.(message.title);
    if (message.hook) hooks.push(`${message.hook}()`);
    if (message.check) {
      check = message.check;
      checks += 1;
    }
    if (message.figures) ({ figures } = message);
    for (const problem of message.problems ?? []) onProblem(problem, check);
  });
  worker.on('error', (error) => onProblem(`its thread ended: ${error.message}`, check));
  const timer = setInterval(() => {
    if (watch.look() < PATIENCE_MS) return;
    const hook = hooks[heart.hook];
    onProblem(`${hook} has not returned for ${PATIENCE_MS / 1000} s: is there a loop without an end?`, check);
    void worker.terminate();
  }, BEAT_MS);
  return {
    done: new Promise((resolve) => {
      worker.on('exit', () => {
        clearInterval(timer);
        resolve({ checks, figures });
      });
    }),
    stop: () => void worker.terminate(),
  };
}
