/** The words on the elements of a deck, in the language of the deck: a German talk is German on any screen. */

/** @import { PlayfieldHost } from 'mass-mobile' */
/** @import game from '../game.js' */

import { translator } from '../../../public/shared/i18n.js';
import { baseOf } from '../shared/language.js';
import de from '../strings/de.js';
import en from '../strings/en.js';

/** @type {Record<string, Record<string, string>>} */
const WORDS = { de, en };

/**
 * @param {PlayfieldHost<typeof game>} host of the screen
 * @param {string} language of the deck; '': the screen's
 * @returns {PlayfieldHost<typeof game>} the same with other words and numbers; `host` itself where there are none
 */
export function speaking(host, language) {
  const lang = baseOf(language);
  const words = Object.hasOwn(WORDS, lang) ? WORDS[lang] : undefined;
  if (!words || lang === host.lang) return host;
  return Object.create(host, {
    lang: { value: lang, enumerable: true },
    t: { value: translator(words, host.t), enumerable: true },
  });
}
