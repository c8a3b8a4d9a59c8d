/** Open Trivia DB's JSON: `{ response_code, results: [{ type, question, correct_answer, incorrect_answers }] }`. */

/** @import { Imported } from '../types.js' */
/** @import { Into } from './collect.js' */

import { collectPack } from './collect.js';

/** Those that its questions use; everything else stays as it is. @type {Record<string, string>} */
const ENTITIES = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  deg: '°',
  sup2: '²',
  sup3: '³',
  micro: 'µ',
  pi: 'π',
  Pi: 'Π',
  Sigma: 'Σ',
  Omega: 'Ω',
  alpha: 'α',
  beta: 'β',
  Delta: 'Δ',
  trade: '™',
  reg: '®',
  copy: '©',
  euro: '€',
  pound: '£',
  times: '×',
  divide: '÷',
  prime: '′',
  Prime: '″',
  lrm: '',
  rlm: '',
  szlig: 'ß',
  oslash: 'ø',
  Oslash: 'Ø',
  aring: 'å',
  Aring: 'Å',
  aelig: 'æ',
  AElig: 'Æ',
  ccedil: 'ç',
  Ccedil: 'Ç',
  ntilde: 'ñ',
  Ntilde: 'Ñ',
  iexcl: '¡',
  iquest: '¿',
  scaron: 'š',
  Scaron: 'Š',
};
/** `&eacute;`: a letter and the name of its accent. @type {Record<string, string>} */
const ACCENTS = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  caron: '\u030c',
};

/** @param {unknown} raw */
export function looksLikeOpenTdb(raw) {
  return typeof raw === 'object' && raw !== null && Array.isArray(/** @type {any} */ (raw).results);
}

/** @param {{ results: unknown[] }} raw @param {string} title @returns {Imported} */
export function readOpenTdb({ results }, title) {
  const into = collectPack('Open Trivia DB');
  results.forEach((one, at) => takeResult(/** @type {any} */ (one), `Result ${at + 1}`, into));
  const category = decodeEntities(String(/** @type {any} */ (results[0])?.category ?? ''));
  return into.finish({ title, fallback: category || 'Open Trivia DB' });
}

/** @param {any} one @param {string} item @param {Into} into */
function takeResult(one, item, into) {
  const { type, question, correct_answer: right, incorrect_answers: wrong } = one ?? {};
  const good = [question, right].every((part) => typeof part === 'string') && Array.isArray(wrong);
  if (!good) return void into.skip(item, 'It has no question, correct_answer or incorrect_answers.');
  const text = decodeEntities(question);
  if (type === 'boolean')
    return void into.take(item, { type: 'truefalse', text, isTrue: /^true$/i.test(right) });
  if (type !== 'multiple') return void into.skip(item, `The type ${JSON.stringify(type)} is not known.`);
  const options = [
    { text: decodeEntities(right), correct: true },
    ...wrong.map((answer) => ({ text: decodeEntities(String(answer)), correct: false })),
  ];
  // The right one always stands first in the file.
  into.take(item, { type: 'single', text, options, shuffle: true });
}

/** HTML entities as text. No markup comes of it: texts are shown as text. @param {string} text */
export function decodeEntities(text) {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,10}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return (Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : accented(name)) ?? whole;
    const code = decimal === undefined ? parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** @param {string} name */
function accented(name) {
  const accent = ACCENTS[name.slice(1)];
  return accent && /[a-z]/i.test(name.charAt(0)) ? `${name.charAt(0)}${accent}`.normalize('NFC') : undefined;
}
