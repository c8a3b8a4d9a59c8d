/** Folds a text that people type, so that the ways in which keyboards write it are one. docs/typed-answers.md has the table. */

/** Straight and curly quotes, primes and accents that stand alone, before NFKC makes others of them. */
const SINGLE =
  /[\u2018-\u201b\u2032\u2035\u02b9\u02bb\u02bc\u02bd\u02c8\u02ca\u02cb\u2039\u203a\u00b4\u0060\uff07\uff40\ua78c\u05f3]/g;
const DOUBLE = /[\u201c-\u201f\u2033\u2036\u00ab\u00bb\u301d-\u301f\uff02\u05f4]/g;
const DASH = /[\u2010-\u2015\u2212\u2043\ufe58\ufe63\uff0d]/g;
/** Signs that nobody sees and nobody types on purpose: joiners, directions, soft hyphens, the tatweel of Arabic. */
const UNSEEN = /[\u00ad\u061c\u0640\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
/** Accents and other marks over and under letters, once a letter has been taken apart. */
const MARKS = /\p{M}/gu;
/** Letters that people without their keyboard write as another. */
const STROKES = new Map(
  Object.entries({ ø: 'o', đ: 'd', ł: 'l', ı: 'i', æ: 'ae', œ: 'oe', þ: 'th', ð: 'd', ħ: 'h' }),
);

/**
 * Quotes, apostrophes, dashes, blanks, width, invisible marks and the digits of any script never matter; case and accents do if they are kept.
 * @param {string} text
 * @param {{ keepCase?: boolean, keepAccents?: boolean }} [options] default: case does not matter, accents do
 * @returns {string}
 */
export function foldText(text, { keepCase = false, keepAccents = true } = {}) {
  const plain = text
    .replace(SINGLE, "'")
    .replace(DOUBLE, '"')
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(/\p{Variation_Selector}/gu, '')
    .replace(DASH, '-')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/\s+/gu, ' ')
    .trim();
  // First to capitals: the ß becomes ss, and both small letters of the sigma one.
  const cased = keepCase ? plain : plain.toUpperCase().toLowerCase().replaceAll('i\u0307', 'i');
  if (keepAccents) return cased;
  return cased
    .normalize('NFD')
    .replace(MARKS, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => STROKES.get(letter) ?? letter)
    .normalize('NFC');
}

/** Unicode has the ten digits of each script in a row. @param {string} digit of any script @returns {string} 0 to 9 */
export function asciiDigit(digit) {
  const code = digit.codePointAt(0) ?? 0;
  if (code < 128) return digit;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}
