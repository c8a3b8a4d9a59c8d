/**
 * The worm's own words in files and in the log of hands, by their English ones: tables are stored in English, so that the
 * results of an old debate can be had in another language. What people wrote is none of them.
 */

/** @import { Translate } from 'mass-mobile' */

import ar from './strings/ar.js';
import de from './strings/de.js';
import es from './strings/es.js';
import fr from './strings/fr.js';

/** English ones are the keys. @type {Record<string, Record<string, string>>} */
const WORDS = { de, fr, es, ar };

/** The acts whose detail is a word of the worm. */
const OWN_DETAILS = new Set(['phase', 'ended']);

/**
 * The server uses it too, from wherever the game lies, so it has nothing from the pages.
 * @param {string | undefined} lang a tag; one that has no words is English
 * @returns {Translate} a word that is none of these comes back as it is
 */
export function wordsIn(lang) {
  const strings = WORDS[lang?.slice(0, 2) ?? ''] ?? {};
  return (key, values = {}) => {
    const text = Object.hasOwn(strings, key) ? String(strings[key]) : key;
    return text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
  };
}

/** The tag for `Intl`; Arabic has the digits of the chart. @param {string | undefined} lang @returns {string} */
export function localeOf(lang = 'en') {
  const tag = lang.slice(0, 2);
  if (!Object.hasOwn(WORDS, tag)) return 'en';
  return tag === 'ar' ? 'ar-u-nu-latn' : tag;
}

/**
 * The detail of an act: what people wrote, such as a marker, stays as it is.
 * @param {{ act: string, detail: string }} hand @param {Translate} words @returns {string}
 */
export function detailIn({ act, detail }, words) {
  return OWN_DETAILS.has(act) ? words(detail) : detail;
}
