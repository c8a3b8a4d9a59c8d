/** A list of words that names may not have: one's own, found in other letters, with signs between them, and stretched. Pure. */

import { createRequire } from 'node:module';

/** A word as long as this, in letters, is also found inside longer ones. */
const INSIDE_LENGTH = 4;
const CACHE = 5000;

const require = createRequire(import.meta.url);
/** The tables of the library, as one function of a sign; loaded with the first word. @type {((sign: string) => string) | null} */
let spokenOf = null;

/** Each sign is looked up once. @type {Map<string, string>} */
const folded = new Map();

/**
 * @param {readonly string[]} words
 * @returns {{ has: (name: string) => boolean }}
 */
export function createWordList(words) {
  const keys = new Set(
    // A word of signs alone would stand for letters that nobody meant.
    words.filter((word) => /[\p{L}\p{N}]/u.test(word)).map(keyOf),
  );
  keys.delete('');
  const long = [...keys].filter((key) => [...key].length >= INSIDE_LENGTH);
  return {
    has(name) {
      if (keys.size === 0) return false;
      const whole = keyOf(name);
      if (keys.has(whole) || long.some((key) => whole.includes(key))) return true;
      return name.split(/[\s\p{P}]+/u).some((part) => keys.has(keyOf(part)));
    },
  };
}

/**
 * Gives what a text sounds like: letters and digits alone, in one case, without accents, signs of other alphabets as the letters that they look like, each run of
 * a letter as one.
 * @param {string} text
 * @returns {string}
 */
export function keyOf(text) {
  const letters = text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .toLowerCase();
  let key = '';
  let last = '';
  for (const sign of letters) {
    const letter = fold(sign);
    if (letter !== last) key += letter;
    if (letter !== '') last = letter;
  }
  return key;
}

/** @param {string} sign @returns {string} '' for one that is no letter and stands for none */
function fold(sign) {
  const known = folded.get(sign);
  if (known !== undefined) return known;
  const letter = (spokenOf ??= loadTables())(sign).toLowerCase();
  const result = /^[\p{L}\p{N}]+$/u.test(letter) ? letter : '';
  if (folded.size >= CACHE) folded.clear();
  folded.set(sign, result);
  return result;
}

function loadTables() {
  /** @type {typeof import('obscenity')} */
  const { resolveConfusablesTransformer, resolveLeetSpeakTransformer } = require('obscenity');
  const plainOf = transformOf(resolveConfusablesTransformer());
  const letterOf = transformOf(resolveLeetSpeakTransformer());
  return (/** @type {string} */ sign) => letterOf(plainOf(sign));
}

/** @param {{ transform: (point: number) => number | undefined }} transformer of the library @returns {(sign: string) => string} */
function transformOf({ transform }) {
  return (sign) => {
    const point = transform(/** @type {number} */ (sign.codePointAt(0)));
    return typeof point === 'number' ? String.fromCodePoint(point) : sign;
  };
}
