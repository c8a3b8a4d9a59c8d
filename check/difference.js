/** The first place at which two values of JSON differ, in a sentence. */

/** @param {unknown} a @param {unknown} b */
const isBothObjects = (a, b) =>
  typeof a === 'object' &&
  typeof b === 'object' &&
  a !== null &&
  b !== null &&
  Array.isArray(a) === Array.isArray(b);

/**
 * @param {unknown} is @param {unknown} was @param {string} path of both
 * @param {number} [share] numbers may differ by this share of their size: adding in another order rounds otherwise
 * @returns {string} such as `sum.left.mean is 3, and was 4`; '': they are alike
 */
export function differenceOf(is, was, path, share = 0) {
  if (Object.is(is, was)) return '';
  if (typeof is === 'number' && typeof was === 'number') {
    if (Math.abs(is - was) <= share * Math.max(1, Math.abs(is), Math.abs(was))) return '';
  } else if (isBothObjects(is, was)) {
    const [a, b] = /** @type {Record<string, unknown>[]} */ ([is, was]);
    for (const key of new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])) {
      const found = differenceOf(
        a?.[key],
        b?.[key],
        Array.isArray(is) ? `${path}[${key}]` : `${path}.${key}`,
        share,
      );
      if (found) return found;
    }
    return '';
  }
  return `${path} is ${shown(is)}, and was ${shown(was)}`;
}

/** @param {unknown} value */
const shown = (value) => (JSON.stringify(value) ?? 'nothing').slice(0, 60);

/** @param {unknown} condition @param {string} sentence @returns {asserts condition} @throws {Error} with the sentence */
export function must(condition, sentence) {
  if (!condition) throw new Error(sentence);
}

/** Throws where two values differ. @param {string} what they are @param {Parameters<typeof differenceOf>} values */
export function mustBeAlike(what, ...values) {
  const found = differenceOf(...values);
  must(found === '', `${what}: ${found}`);
}
