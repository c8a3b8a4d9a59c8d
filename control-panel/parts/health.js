/** One word for the health of the server, judged by the delay of its event loop. */

/** Nobody notices a delay below the first limit; a whole room notices one above the second. */
export const BUSY_MS = 20;
export const JAMMED_MS = 60;

/**
 * @param {number} loopP95Ms
 * @returns {'calm' | 'busy' | 'jammed'}
 */
export function healthOf(loopP95Ms) {
  if (loopP95Ms < BUSY_MS) return 'calm';
  return loopP95Ms < JAMMED_MS ? 'busy' : 'jammed';
}
