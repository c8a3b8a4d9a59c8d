/** Waits for moments, so that a message is sent when it is due. */

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** A message that is not back after this time is missing, by Drew Harry's rule of 2012. */
export const MISSING_MS = 5000;

/**
 * Waits for a moment, and never less: a timer of 3.9 ms fires after 3, and a trip would seem shorter than it was. If the
 * moment is over it still lets others have a turn.
 * @param {number} ms of `performance.now()`
 */
export async function until(ms) {
  do await sleep(Math.max(0, Math.ceil(ms - performance.now())));
  while (performance.now() < ms);
}
