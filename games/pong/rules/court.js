/** The court: 160 × 90 units, origin top left, y down; and the arithmetic of places on it. */

/** @import { Side } from '../settings.js' */

export const COURT = Object.freeze({ width: 160, height: 90 });
/** Distance of a paddle's centre line from its wall. */
export const PADDLE_INSET = 6;

/** @param {Side} side @returns {Side} */
export function other(side) {
  return side === 'left' ? 'right' : 'left';
}

/** @param {number} value @param {number} most */
export function clamp(value, most) {
  return within(value, -most, most);
}

/** @param {number} value @param {number} least @param {number} most */
export function within(value, least, most) {
  return Math.min(most, Math.max(least, value));
}

/** @param {number} value */
export function round(value) {
  return Math.round(value * 100) / 100;
}
