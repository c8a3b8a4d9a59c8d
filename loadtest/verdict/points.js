/** Sums up points, by those whose figures can be believed. Pure. */

/** @import { Point } from '../types.js' */

/**
 * @param {readonly Point[]} points
 * @param {string} field
 * @returns {number | undefined} the largest of the valid points; undefined: none has it
 */
export function worstOf(points, field) {
  const values = points
    .filter(({ validity }) => validity === 'valid')
    .map((point) => point[field])
    .filter((value) => typeof value === 'number');
  return values.length > 0 ? Math.max(...values) : undefined;
}
