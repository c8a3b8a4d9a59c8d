/** The languages that every page speaks, in the order in which they are offered. */

/** By tag, in its own words: people who look for their language read no other. */
export const LANGUAGES = Object.freeze({
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ar: 'العربية',
});

/** Stretched and accented English, by which tests find texts that are not translated; only `?lang=xx` chooses it. */
export const PSEUDO = 'xx';

/** @param {unknown} lang @returns {boolean} */
export function isLanguage(lang) {
  return typeof lang === 'string' && Object.hasOwn(LANGUAGES, lang);
}

/** Pages speak one of these; decks may be in any. */
const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** @param {string} lang a tag @returns {'ltr' | 'rtl'} */
export function directionOf(lang) {
  return RIGHT_TO_LEFT.has(lang.replace(/-.*/s, '').toLowerCase()) ? 'rtl' : 'ltr';
}

/**
 * The tag for `Intl`. Arabic has the digits that drawn clocks and scores have: half of the Arab world writes these, and all
 * of it reads them.
 * @param {string} lang
 */
export function localeOf(lang) {
  if (lang === 'ar') return 'ar-u-nu-latn';
  return lang === PSEUDO ? 'en' : lang;
}
