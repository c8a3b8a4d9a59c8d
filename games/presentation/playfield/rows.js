/** Parts that elements with options share: their marks, as phones show them, and numbers as people write them. */

import { h } from '../../../public/shared/dom.js';

/** Colours and shapes come again after so many, as on phones. */
const LOOKS = 6;

/** The letter of an option in its shape and colour. @param {number} place from 0 */
export function mark(place) {
  const letter = String.fromCharCode(65 + (place % 26));
  return h('b', { class: 'talk-mark', 'data-shape': place % LOOKS, 'aria-hidden': 'true' }, letter);
}

/** @param {number} place from 0 @returns {string} a value of `data-team-index`, which sets `--team` */
export function colourOf(place) {
  return String(place % LOOKS);
}

/** @param {number} value @param {string} lang @param {number} [digits] */
export function number(value, lang, digits = 0) {
  return value.toLocaleString(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** @param {number} share 0 to 1 @param {string} lang */
export function percent(share, lang) {
  return share.toLocaleString(lang, { style: 'percent', maximumFractionDigits: 0 });
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
