/** One word for how the server feels, judged by the delay of its event loop. */

/** Below the first nobody notices; above the second a room does. */
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
