/**
 * The round of "tap when you see it": the big screen flashes at a steady beat, people tap with it, and the median of their
 * taps tells how late this phone is against the picture: its clock, its touch screen, the projector, and its person.
 *
 * People tap with a beat that they expect some tens of ms early, and at one that they do not some 200 ms late. Hence a beat.
 */

/** One flash a second: it can be followed, and is far from the three a second that are dangerous (WCAG 2.3.1). */
export const BEAT_MS = 1000;
/** The median of so many taps is worth keeping, and no more than the newest are looked at. */
export const LEAST_TAPS = 5;
const MOST_TAPS = 12;
/** Nobody is later than this; a player who is, taps at random. */
const MOST_MS = 400;

/**
 * @param {readonly number[]} taps ms of stage time since the beat began
 * @returns {number | null} how many ms this phone is late, -400 to 400; null: not known yet
 */
export function delayOf(taps) {
  if (taps.length < LEAST_TAPS) return null;
  const late = taps
    .slice(-MOST_TAPS)
    .map((ms) => ms - Math.round(ms / BEAT_MS) * BEAT_MS)
    .sort((a, b) => a - b);
  const middle = (late.length - 1) / 2;
  const median = (Number(late[Math.floor(middle)]) + Number(late[Math.ceil(middle)])) / 2;
  return Math.round(Math.min(MOST_MS, Math.max(-MOST_MS, median)));
}
