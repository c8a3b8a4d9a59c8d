/** Texts of the audience: cut, cleaned, folded for comparison, and asked for swear words. */

/** @import { TalkContext } from '../settings.js' */

import { firstGraphemes, hasSwearing, refuse } from 'mass-mobile';
import { foldText } from '../../../public/shared/fold-text.js';
import { cleanText, oneLine } from '../shared/clean.js';

/** Letters as people count them. */
export const MOST_WORD = 60;
export const MOST_TEXT = 280;
/**
 * Nothing behind this many characters is looked at, before a text is normalised and again after, because one sign may
 * become eighteen.
 */
const READ = 2000;

/** A number is no word: the library reads digits as the letters that they look like. */
const FIGURES = /(?<!\S)[\p{N}\p{P}\p{S}]+(?!\S)/gu;

/**
 * Makes a text fit to be shown: on one line, without what nobody sees, and at most two marks on a letter.
 * @param {string} raw @param {number} most letters
 * @param {TalkContext} ctx
 * @returns {string}
 * @throws a refusal with a sentence for the player
 */
export function readText(raw, most, { settings }) {
  const plain = oneLine(
    cleanText(raw.slice(0, READ).normalize('NFC').slice(0, READ))
      .replace(/(\p{M}{2})\p{M}+/gu, '$1')
      .replace(/[\p{Co}\p{Cn}\u2800]/gu, ''),
  );
  if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(plain)) throw refuse('Write something first.');
  const text = firstGraphemes(plain, most).trim();
  if (settings.profanity === 'mild' && hasSwearing(text.replace(FIGURES, ' ')))
    throw refuse('There is a swear word in it.');
  return text;
}

/**
 * Folds a word, so that ways to write it are one, and takes the punctuation around it off.
 * @param {string} text as `readText` returns it
 * @returns {string} never empty
 */
export function foldWord(text) {
  const folded = foldText(text);
  const bare = folded.replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '');
  return bare || folded || text;
}
