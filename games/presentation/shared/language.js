/** The language of a deck, as a tag of BCP 47 such as `de`, `en-GB` or `zh-Hant`. */

const TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/;

/**
 * Reads a tag in any case.
 * @param {string} text
 * @returns {string | null} the tag as it is written usually; '' for an empty text; null: it is no tag
 */
export function readLanguage(text) {
  if (text === '') return '';
  if (!TAG.test(text)) return null;
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
}

/** @param {string} tag @returns {string} the language without script and region */
export function baseOf(tag) {
  return tag.replace(/-.*/s, '').toLowerCase();
}

/**
 * Says on an element in which language it is written.
 * @param {HTMLElement} element @param {string} tag '': that of what is around it
 */
export function markLanguage(element, tag) {
  if (tag === '') element.removeAttribute('lang');
  else element.lang = tag;
}
