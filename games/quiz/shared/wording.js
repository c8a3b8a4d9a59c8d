/** Ranks and shares in the words of the reader's language. */

/** @import { Translate } from 'mass-mobile' */

/** The forms that the string files have; any other form of a language is written like `other`. */
const ORDINALS = Object.freeze(['one', 'two', 'few', 'other']);

/**
 * A rank in words: `7th`, `7.`
 * @param {number} n
 * @param {{ t: Translate, lang: string }} host
 */
export function ordinal(n, { t, lang }) {
  const form = new Intl.PluralRules(lang, { type: 'ordinal' }).select(n);
  return t(`quiz.ordinal.${ORDINALS.includes(form) ? form : 'other'}`, { n });
}

/** A share in words: `42%`. @param {number} share 0 to 1 @param {Translate} t */
export function percent(share, t) {
  return t('quiz.percent', { n: Math.round(100 * share) });
}

/** A gain or a loss: `+42`, `−7`; also where the page runs from right to left, its sign stands before it. @param {number} value */
export function signed(value) {
  if (value === 0) return '0';
  return `${document.dir === 'rtl' ? '\u200e' : ''}${value > 0 ? '+' : '−'}${number(Math.abs(value))}`;
}

/** A number as the reader's language writes it. @param {number} value */
export function number(value) {
  return value.toLocaleString(document.documentElement.lang || 'en');
}
