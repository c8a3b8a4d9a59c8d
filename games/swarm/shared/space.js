/** The space in which lights fly. Its units are whole numbers, so that a state of thousands of lights is short as JSON. */

/** Units across and down; the screen stretches them over its area. */
export const WIDTH = 160_000;
export const HEIGHT = 90_000;

/**
 * The part of the screen's area in which lights fly, as shares: above it stand the words, and no light is cut by an edge.
 * style.css has the same numbers for the ring and the wall.
 */
export const FIELD = Object.freeze({ left: 0.025, top: 0.15, width: 0.95, height: 0.8 });

/** The painted wall: cells across and down. */
export const COLUMNS = 100;
export const ROWS = 57;

/** @param {number} value @param {number} low @param {number} high */
export function clamp(value, low, high) {
  return value < low ? low : value > high ? high : value;
}
