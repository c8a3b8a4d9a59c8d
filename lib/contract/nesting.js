/**
 * How deep JSON from outside may be nested. `JSON.parse` takes any depth, but `structuredClone`, `node:v8` and `JSON.stringify`
 * throw a RangeError from some 2,000 levels on, and a check that calls itself may do so sooner.
 */

/** No honest document, message or file has more than a dozen. */
export const MOST_LEVELS = 100;

/**
 * @param {unknown} value of `JSON.parse`. The cost grows with its size, not with its depth
 * @returns {boolean} it is nested more than `MOST_LEVELS` deep
 */
export function isTooDeep(value) {
  let level = [value].filter(isNest);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === MOST_LEVELS) return true;
    level = level.flatMap((one) => Object.values(one).filter(isNest));
  }
  return false;
}

/** @param {unknown} value @returns {value is object} */
function isNest(value) {
  return typeof value === 'object' && value !== null;
}
