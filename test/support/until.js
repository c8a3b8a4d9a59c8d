/** Waiting in tests for what must come to hold. */

import { setTimeout as delay } from 'node:timers/promises';

/**
 * A limit of a wait ends what hangs and judges nothing: a machine that others use as well may stand still for seconds. It is shorter than
 * the minute that a test has, so that what was waited for is named.
 */
export const PATIENCE_MS = 45_000;

/**
 * Waits until something holds.
 * @template T
 * @param {() => T | Promise<T>} read
 * @param {(value: T) => unknown} [fits]
 * @param {object} [options]
 * @param {number} [options.withinMs]
 * @param {number} [options.everyMs] looks so often; nginx takes more than 30 requests a second for a loop
 * @param {string} [options.about] what is waited for; the code of `read` if it is left out
 * @returns {Promise<T>} the value that fits
 * @throws {Error} it never did; the last value is told
 */
export async function until(read, fits = Boolean, options = {}) {
  const { withinMs = PATIENCE_MS, everyMs = 10, about = String(read) } = options;
  const untilMs = performance.now() + withinMs;
  for (;;) {
    const value = await read();
    if (fits(value)) return value;
    if (performance.now() > untilMs)
      throw new Error(`never within ${withinMs} ms: ${about}: ${JSON.stringify(value)?.slice(0, 300)}`);
    await delay(everyMs);
  }
}
