/** Lets a play end as it should: when it is over, when its server dies, or when somebody stops it. */

/** @import { ServerUnderTest } from './server.js' */

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { LabError } from './errors.js';

/**
 * @typedef {object} Playing
 * @property {AbortSignal} over its reason is an error that says why the play ends
 * @property {(sentence: string) => void} onDied ends the play, and says why
 * @property {<T extends { close: () => unknown }>(one: T) => T} opened closes it when the play is over, the last first
 *
 * @typedef {ReturnType<typeof createClock>} Clock
 */

/**
 * @param {{ server: Pick<ServerUnderTest, 'died'>, signal: AbortSignal, problems: string[] }} options `problems` gets the
 *   sentence that says what cut the play short
 * @param {(playing: Playing) => Promise<void>} run
 */
export async function playOut({ server, signal, problems }, run) {
  const died = new AbortController();
  const onDied = (/** @type {string} */ sentence) => died.abort(new LabError(sentence));
  void server.died.then(onDied);
  const over = AbortSignal.any([signal, died.signal]);
  /** @type {(() => unknown)[]} */
  const closers = [];
  try {
    await run({
      ...{ over, onDied },
      opened(one) {
        closers.push(() => one.close());
        return one;
      },
    });
    over.throwIfAborted();
  } catch (error) {
    // An error that follows from the end is not the reason for it.
    problems.push(/** @type {Error} */ (over.aborted ? over.reason : error).message);
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

/** Counts the seconds of a play from now on. @param {AbortSignal} over */
export function createClock(over) {
  const startMs = performance.now();
  const atS = () => (performance.now() - startMs) / 1000;
  return {
    atS,
    /** Rejects when the play is cut short. @param {number} dueS */
    until: (dueS) => sleep(Math.max(0, (dueS - atS()) * 1000), undefined, { signal: over }),
  };
}
