/** Elements with options share this: numbers as people write them, and the size of the type. */

/** @param {number} value @param {string} lang @param {number} [digits] */
export function number(value, lang, digits = 0) {
  return value.toLocaleString(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Sets a text where it is another one. @param {Element} element @param {string} text */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * How large options can be set, by how many there are and how long they are: a step for the style sheet.
 * @param {readonly string[]} texts
 */
export function sizeOf(texts) {
  const rows = Math.ceil(texts.length / (texts.length > 6 ? 2 : 1));
  const longest = Math.max(0, ...texts.map((text) => text.length));
  if (rows <= 3 && longest <= 60) return 'large';
  if (rows <= 5 && longest <= 90) return 'middle';
  return longest > 160 || rows > 7 ? 'tiny' : 'small';
}
