/**
 * The JSON of Open Trivia DB: `{ response_code, results: [{ type, question, correct_answer, incorrect_answers }] }`, or its results alone.
 * Its texts come in one of four encodings, which the file does not name: HTML, Base64, and two kinds of percent signs.
 * Source: https://opentdb.com/api_config.php
 */

/** @import { Imported } from '../types.js' */

import { decodeHTMLStrict } from 'entities';
import { uriDecoded } from 'mass-mobile/import';
import { isObject } from '../shared/pack.js';
import { collectPack } from './collect.js';

/** Signs that have no width; they would only get in the way of comparing texts. */
const INVISIBLE = /[\u00ad\u200e\u200f]/g;
/** The types in Base64. */
const BASE64 = ['multiple', 'boolean'].map((type) => Buffer.from(type).toString('base64'));
/** `response_code`s of an answer without questions. */
const CODES = [
  '',
  'it had fewer questions than were asked for',
  'a parameter of the request was not valid',
  'the session token was not found',
  'the session token has given all its questions',
  'there were too many requests; wait five seconds',
];

/** @param {unknown} raw @returns {raw is Record<string, unknown> | unknown[]} */
export function looksLikeOpenTdb(raw) {
  return (isObject(raw) && Array.isArray(raw['results'])) || keyOfResults(raw) !== undefined;
}

/** Programs that keep questions of Open Trivia DB put them under names of their own. @param {unknown} raw @returns {string | undefined} '': the list is all */
function keyOfResults(raw) {
  const isList = (/** @type {unknown} */ value) =>
    Array.isArray(value) && value.some((one) => isObject(one) && 'correct_answer' in one);
  if (isList(raw)) return '';
  return isObject(raw) ? Object.keys(raw).find((key) => isList(raw[key])) : undefined;
}

/** @param {Record<string, unknown> | unknown[]} raw @param {string} title @returns {Imported} */
export function readOpenTdb(raw, title) {
  const { [keyOfResults(raw) || 'results']: list, ...head } = Array.isArray(raw) ? { results: raw } : raw;
  const results = Array.isArray(list) ? list : [];
  const { decode, encoding } = encodingOf(results);
  const into = collectPack(`Open Trivia DB, ${encoding}`);
  const plain = results.map((one) => decodedParts(one, decode));
  const categories = new Set(plain.flatMap((one) => (isObject(one) ? [one['category']] : [])));
  const [first] = categories;
  const category = categories.size === 1 && typeof first === 'string' ? first : '';
  plain.forEach((one, at) =>
    into.take(`Result ${at + 1}`, one, (result) => readResult(result, category !== '')),
  );
  return into.finish(head, readHead, title || category || 'Open Trivia DB');

  /** @param {Record<string, unknown>} file */
  function readHead({ response_code: code = 0 }) {
    if (code !== 0)
      into.skip('The file', `Open Trivia DB answered with code ${code}: ${CODES[Number(code)] ?? 'unknown'}`);
    return { description: category };
  }
}

/** @param {unknown} part @param {(text: string) => string} decode @returns {unknown} the same with all its texts decoded */
function decodedParts(part, decode) {
  if (typeof part === 'string') return decode(part);
  if (Array.isArray(part)) return part.map((one) => decodedParts(one, decode));
  if (!isObject(part)) return part;
  return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, decodedParts(one, decode)]));
}

/** @param {unknown} result with its texts decoded @param {boolean} isOne whether all have the same category, which the pack has */
function readResult(result, isOne) {
  if (!isObject(result)) return 'It is not an object.';
  const { type: kind, question: text, correct_answer: right, incorrect_answers: wrong } = result;
  if (typeof text !== 'string' || typeof right !== 'string' || !Array.isArray(wrong))
    return 'It has no question, correct_answer or incorrect_answers.';
  if (wrong.some((one) => typeof one === 'object')) return 'One of its answers is no text.';
  if (isOne) void result['category'];
  const answers = [right, ...wrong.map(String)];
  const usual = answers.length === 2 ? 'boolean' : 'multiple';
  const type = kind === undefined ? usual : String(kind);
  if (type !== 'multiple' && type !== 'boolean') return `The type ${JSON.stringify(type)} is not known.`;
  const isTruth = answers.length === 2 && answers.toSorted().join() === 'False,True';
  if (type === 'boolean' && isTruth) return { type: 'truefalse', text, isTrue: right === 'True' };
  // The right answer always comes first in the file.
  const options = answers.map((answer, at) => ({ text: answer, correct: at === 0 }));
  return { type: 'single', text, options, shuffle: true };
}

/**
 * Base64 is recognised by a type in it, percent signs by all the questions being without a blank.
 * @param {unknown[]} results
 * @returns {{ encoding: string, decode: (text: string) => string }}
 */
function encodingOf(results) {
  const texts = results.flatMap((one) =>
    isObject(one) ? [one['question'], one['correct_answer']].filter((text) => typeof text === 'string') : [],
  );
  const kinds = new Set(results.map((one) => (isObject(one) ? one['type'] : '')));
  if (texts.length > 0 && [...kinds].every((kind) => BASE64.includes(String(kind))))
    return { encoding: 'Base64', decode: (text) => tidy(Buffer.from(text, 'base64').toString('utf8')) };
  const isPercent =
    texts.every((text) => /^(?:[\w.~!*'()+-]|%[0-9a-f]{2})*$/i.test(text)) &&
    texts.some((text) => /%[0-9a-f]{2}/i.test(text));
  // A plus is a blank in the older of the two kinds, and never stands for itself in either.
  if (isPercent)
    return { encoding: 'URL encoding', decode: (text) => tidy(uriDecoded(text.replaceAll('+', ' '))) };
  return { encoding: 'HTML', decode: decodeEntities };
}

/** Decodes HTML entities. No markup comes of it, since texts are shown as text. @param {string} text */
export function decodeEntities(text) {
  return tidy(decodeHTMLStrict(text));
}

/** @param {string} text */
function tidy(text) {
  return text.replaceAll('\u00a0', ' ').replace(INVISIBLE, '');
}
