/**
 * How deep JSON from outside may be nested. `JSON.parse` takes any depth, but `structuredClone`, `node:v8` and `JSON.stringify`
 * throw a RangeError from some 2,000 levels on, and a check that calls itself may do so sooner.
 */

/** No honest document, message or file has more than a dozen. */
export const MOST_LEVELS = 100;

/** A string that does not end takes the rest, so that the cost grows with the length alone. */
const STRING_OR_BRACKET = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[[\]{}]/gs;

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

/**
 * Finds the same before anything is parsed.
 * @param {string} json or a packet of Socket.IO, which has no brackets and quotes before its JSON
 * @returns {boolean} it is nested more than `MOST_LEVELS` deep, whatever its strings hold
 */
export function isTextTooDeep(json) {
  // A level takes two characters, and most packets have fewer.
  if (json.length <= 2 * MOST_LEVELS) return false;
  let depth = 0;
  for (const [part] of json.matchAll(STRING_OR_BRACKET)) {
    if (part === '[' || part === '{') depth += 1;
    else if (part === ']' || part === '}') depth -= 1;
    if (depth > MOST_LEVELS) return true;
  }
  return false;
}

/** @param {unknown} value @returns {value is object} */
function isNest(value) {
  return typeof value === 'object' && value !== null;
}
