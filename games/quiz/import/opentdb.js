/** The JSON of Open Trivia DB: `{ response_code, results: [{ type, question, correct_answer, incorrect_answers }] }`. */

/** @import { Imported } from '../types.js' */
/** @import { Into } from './collect.js' */

import { decodeHTMLStrict } from 'entities';
import { isObject } from '../shared/pack.js';
import { collectPack } from './collect.js';

/** Signs that have no width; they would only get in the way of comparing texts. */
const INVISIBLE = /[\u00ad\u200e\u200f]/g;

/** @param {unknown} raw @returns {raw is { results: unknown[] }} */
export function looksLikeOpenTdb(raw) {
  return isObject(raw) && Array.isArray(raw['results']);
}

/** @param {{ results: unknown[] }} raw @param {string} title @returns {Imported} */
export function readOpenTdb({ results }, title) {
  const into = collectPack('Open Trivia DB');
  results.forEach((one, at) => takeResult(one, `Result ${at + 1}`, into));
  const [first] = results;
  const category = decodeEntities(String((isObject(first) && first['category']) || ''));
  return into.finish({ title, fallback: category || 'Open Trivia DB' });
}

/** @param {unknown} one @param {string} item @param {Into} into */
function takeResult(one, item, into) {
  /** @type {Record<string, unknown>} */
  const { type, question, correct_answer: right, incorrect_answers: wrong } = isObject(one) ? one : {};
  if (typeof question !== 'string' || typeof right !== 'string' || !Array.isArray(wrong))
    return void into.skip(item, 'It has no question, correct_answer or incorrect_answers.');
  const text = decodeEntities(question);
  if (type === 'boolean')
    return void into.take(item, { type: 'truefalse', text, isTrue: /^true$/i.test(right) });
  if (type !== 'multiple') return void into.skip(item, `The type ${JSON.stringify(type)} is not known.`);
  const options = [
    { text: decodeEntities(right), correct: true },
    ...wrong.map((answer) => ({ text: decodeEntities(String(answer)), correct: false })),
  ];
  // The right answer always comes first in the file.
  into.take(item, { type: 'single', text, options, shuffle: true });
}

/** Decodes HTML entities. No markup comes of it, since texts are shown as text. @param {string} text */
export function decodeEntities(text) {
  return decodeHTMLStrict(text).replaceAll('\u00a0', ' ').replace(INVISIBLE, '');
}
