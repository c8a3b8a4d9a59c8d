/** One word for the health of the server, judged by the delay of its event loop and by its load. */

/** Nobody notices a delay below the first limit; a whole room notices one above the second. */
export const BUSY_MS = 20;
export const JAMMED_MS = 60;

/**
 * @param {number} loopP95Ms
 * @returns {'well' | 'busy' | 'jammed'}
 */
export function healthOf(loopP95Ms) {
  if (loopP95Ms < BUSY_MS) return 'well';
  return loopP95Ms < JAMMED_MS ? 'busy' : 'jammed';
}

/** Above this load rates fall soon. */
const NEAR = 0.92;

/**
 * @param {{ pressure: number, hardForMs: number }} governor
 * @returns {'well' | 'busy' | 'jammed'}
 */
export function healthOfLoad({ pressure, hardForMs }) {
  if (hardForMs > 0) return 'jammed';
  return pressure >= NEAR ? 'busy' : 'well';
}

const ORDER = /** @type {const} */ (['well', 'busy', 'jammed']);

/** @param {...(typeof ORDER[number])} all @returns {typeof ORDER[number]} */
export function worst(...all) {
  return ORDER[Math.max(...all.map((one) => ORDER.indexOf(one)))] ?? 'well';
}
