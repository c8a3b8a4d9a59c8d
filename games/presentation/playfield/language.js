/** The words on the elements of a deck, in the language of the deck: a German talk is German on any screen. */

/** @import { PlayfieldHost } from 'mass-mobile' */
/** @import game from '../game.js' */

import { translator } from '../../../public/shared/i18n.js';
import { baseOf } from '../shared/language.js';
import { localeOf } from '../../../public/shared/languages.js';
import { WORDS } from '../shared/words.js';

/**
 * @param {PlayfieldHost<typeof game>} host of the screen
 * @param {string} language of the deck; '': the screen's
 * @returns {PlayfieldHost<typeof game>} the same with other words and numbers; `host` itself where there are none
 */
export function speaking(host, language) {
  const lang = baseOf(language);
  const words = Object.hasOwn(WORDS, lang) ? WORDS[lang] : undefined;
  if (!words || lang === baseOf(host.lang)) return host;
  return Object.create(host, {
    lang: { value: localeOf(lang), enumerable: true },
    t: { value: translator(words, host.t, localeOf(lang)), enumerable: true },
  });
}
