/** Numbers as people type them: with the signs of their country, between thousands, too. The phone and the server read them alike. */

import { asciiDigit } from '../../../public/shared/fold-text.js';

/** Numbers beyond this are typed in jest. */
const MOST = 1e15;
/** Signs that stand between thousands and nowhere else. */
const GROUPS_ONLY = /[\s'\u2019\u066c_]/g;

/** @typedef {{ decimal: string, group: string }} Signs those of a language: `,` and `.` in German */

/**
 * @param {...string} langs languages as browsers name them, `de-CH`, the best first; some say `C` or `en_US`, which are none
 * @returns {Signs}
 */
export function signsOf(...langs) {
  const lang = langs.find(isLanguage);
  const parts = new Intl.NumberFormat(lang, { useGrouping: 'always', numberingSystem: 'latn' }).formatToParts(
    1_234_567.8,
  );
  const sign = (/** @type {string} */ type) => parts.find((part) => part.type === type)?.value ?? '';
  return { decimal: sign('decimal'), group: sign('group') };
}

/** @param {string} tag */
function isLanguage(tag) {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

/**
 * Reads a number. `1,234` may be two of them: the language decides where one of its signs is a comma, and else both are given.
 * @param {string} text
 * @param {Signs} signs
 * @param {string} [unit] may be typed behind it
 * @returns {{ figure: string } | { either: [string, string] } | { problem: string }} figure: `-1234.5`; problem: the end of a sentence
 */
export function readFigure(text, signs, unit = '') {
  const typed = text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/[\u2010-\u2015\u2212\ufe63]/g, '-')
    .trim();
  const bare =
    unit !== '' && typed.endsWith(unit.normalize('NFKC'))
      ? typed.slice(0, -unit.normalize('NFKC').length).trim()
      : typed;
  const [, minus = '', body = ''] = /^([+-]?)\s*(.*)$/su.exec(bare) ?? [];
  const sign = minus === '-' ? '-' : '';
  const found = figureOf(body.replaceAll('\u066b', signs.decimal || '.'), signs);
  if (found.length === 0 || found.some((figure) => Number(figure) > MOST))
    return { problem: 'it must be a number such as 12 or 0.5' };
  const [one = '', other] = found.map((figure) => `${sign}${figure}`);
  return other === undefined ? { figure: one } : { either: [one, other] };
}

/**
 * @param {string} body without a sign before it
 * @param {Signs} signs
 * @returns {string[]} none: it is no number; two: it may be either
 */
function figureOf(body, { decimal, group }) {
  const isGrouped = body.replace(GROUPS_ONLY, '') !== body;
  if (isGrouped && !/^\d{1,3}(?:[\s'\u2019\u066c_]\d{2,3})*[\s'\u2019\u066c_]\d{3}(?:[.,]\d*)?$/.test(body))
    return [];
  const plain = body.replace(GROUPS_ONLY, '');
  if (!/^(?:\d{1,16}|(?=.*\d)\d{0,16}(?:[.,]\d{0,16})+)$/.test(plain)) return [];
  const marks = plain.match(/[.,]/g) ?? [];
  const last = marks.at(-1) ?? '';
  if (last === '') return [plain];
  const whole = () => plain.replace(/[.,]/g, '');
  const broken = () => {
    const at = plain.lastIndexOf(last);
    return `${plain.slice(0, at).replace(/[.,]/g, '') || '0'}.${plain.slice(at + 1)}`.replace(/\.$/, '');
  };
  const isThousands = /^[1-9]\d{0,2}(?:[.,]\d{2,3})*[.,]\d{3}$/.test(plain);
  const isOneSign = new Set(marks).size === 1;
  if (marks.length > 1) {
    // The last of two signs stands before the fraction, if it is there once.
    if (isOneSign) return isThousands ? [whole()] : [];
    const head = plain.slice(0, plain.lastIndexOf(last));
    return !head.includes(last) && /^[1-9]\d{0,2}(?:[.,]\d{2,3})*$/.test(head) ? [broken()] : [];
  }
  if (isGrouped || !isThousands || last === decimal) return [broken()];
  return last === group ? [whole()] : [whole(), broken()];
}
