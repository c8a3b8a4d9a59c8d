/** Answers: reads them from the wire, judges them, and puts them into words. */

/** @import { Question, Value } from '../types.js' */

import { clean } from './pack.js';

/** Nobody types more with their thumbs; an order of six places is shorter, too. */
export const LONGEST_TEXT = 100;
const PLACES = /^\d{1,2}(?:,\d{1,2}){0,9}$/;
const FIGURE = /^[+-]?(?:\d{1,15}(?:[.,]\d{0,15})?|[.,]\d{1,15})$/;

/**
 * Reads an answer as phones send it: one short text, so that all kinds look alike on the wire. It holds places of options
 * as shown, from 0 (`2`, `0,3`), an order (`2,0,1`), `true` or `false`, a number, or a text.
 * @param {Question} question
 * @param {string} text
 * @returns {{ value: Value } | { problem: string }} problem: the end of a sentence
 */
export function readValue(question, text) {
  switch (question.type) {
    case 'single':
    case 'poll':
      return readPlaces(text, question.options.length, 1, 1);
    case 'several':
      return readPlaces(text, question.options.length, 1, question.options.length);
    case 'order':
      return readPlaces(text, question.items.length, question.items.length, question.items.length);
    case 'truefalse':
      return text === 'true' || text === 'false'
        ? { value: text === 'true' }
        : { problem: 'it must be true or false' };
    case 'number':
      return readFigure(text);
    case 'text':
      return readWords(text);
    default:
      return { problem: 'there is nothing to answer here' };
  }
}

/** @param {string} text @param {number} count of places @param {number} least @param {number} most @returns {{ value: number[] } | { problem: string }} */
function readPlaces(text, count, least, most) {
  if (!PLACES.test(text)) return { problem: 'it must name places such as 0 or 0,2' };
  const places = text.split(',').map(Number);
  if (places.some((place) => place >= count))
    return { problem: `a place is out of range, 0 to ${count - 1}` };
  if (new Set(places).size < places.length) return { problem: 'a place is named twice' };
  if (places.length >= least && places.length <= most)
    return { value: least === count ? places : places.sort((a, b) => a - b) };
  return { problem: `it must name ${least === most ? least : `${least} to ${most}`} of the places` };
}

/** @param {string} text with a point or, as half the world types it, a comma @returns {{ value: number } | { problem: string }} */
function readFigure(text) {
  const plain = text.trim().replace('\u2212', '-');
  if (!FIGURE.test(plain)) return { problem: 'it must be a number such as 12 or 0.5' };
  return { value: Number(plain.replace(',', '.')) };
}

/** @param {string} text @returns {{ value: string } | { problem: string }} */
function readWords(text) {
  const value = clean(text);
  if (value === '') return { problem: 'it must be a text' };
  if (value.length > LONGEST_TEXT)
    return { problem: `it has ${value.length} characters, at most ${LONGEST_TEXT} are allowed` };
  return { value };
}

/**
 * Judges how right a value is.
 * @param {Question} question
 * @param {Value} value as `readValue` returns it
 * @param {readonly number[]} order what was shown where
 * @returns {{ share: number, right: boolean }} share: part of the points, 0 to 1; right: whether it counts for accuracy
 */
export function judge(question, value, order) {
  switch (question.type) {
    case 'single':
    case 'several':
      return judgeChoice(question, /** @type {number[]} */ (value), order);
    case 'truefalse':
      return all(value === question.isTrue);
    case 'text':
      return all(isAccepted(question, String(value)));
    case 'number':
      return judgeNumber(question, Number(value));
    case 'order':
      return judgeOrder(question, /** @type {number[]} */ (value), order);
    default:
      return all(false);
  }
}

/** @param {boolean} right */
function all(right) {
  return { share: right ? 1 : 0, right };
}

/** @param {Question} question @param {number[]} chosen @param {readonly number[]} order */
function judgeChoice({ type, options, partial }, chosen, order) {
  const isRight = (/** @type {number} */ place) => Boolean(options[order[place] ?? -1]?.correct);
  const wanted = options.filter(({ correct }) => correct).length;
  const hits = chosen.filter(isRight).length;
  const misses = chosen.length - hits;
  const right = hits === wanted && misses === 0;
  if (type === 'single' || !partial) return all(type === 'single' ? hits === 1 : right);
  return { share: Math.max(0, hits - misses) / Math.max(1, wanted), right };
}

/** All the points within the tolerance, then a straight line down to none at the reach. @param {Question} question @param {number} value */
function judgeNumber({ answer, tolerance, reach }, value) {
  // The answer 0.3 is right where the solution is 0.1 + 0.2, so numbers are compared to one part in 10^12.
  const slack = 1e-12 * Math.max(1, Math.abs(answer));
  const off = Math.abs(value - answer);
  const right = off <= tolerance + slack;
  if (right || reach <= tolerance) return all(right);
  return { share: Math.max(0, 1 - (off - tolerance) / (reach - tolerance)), right };
}

/** @param {Question} question @param {number[]} places @param {readonly number[]} order */
function judgeOrder({ items, partial }, places, order) {
  const hits = places.filter((place, at) => order[place] === at).length;
  const right = hits === items.length;
  return partial ? { share: hits / Math.max(1, items.length), right } : all(right);
}

/** @param {Question} question @param {string} text */
function isAccepted({ accepted, matchCase }, text) {
  const given = plainText(text, matchCase);
  return given !== '' && accepted.some((one) => plainText(one, matchCase) === given);
}

/**
 * A text as it is compared: compatibility forms, blanks and, unless `matchCase`, upper case do not matter.
 * @param {string} text @param {boolean} [matchCase]
 */
function plainText(text, matchCase = false) {
  const plain = text.normalize('NFKC').replace(/\s+/g, ' ').trim();
  return matchCase ? plain : plain.toLowerCase().replaceAll('ß', 'ss');
}

/**
 * Puts an answer into words, for results and phones.
 * @param {Question} question @param {Value} value @param {readonly number[]} order what was shown where
 */
export function tell({ type, options, items }, value, order) {
  if (!Array.isArray(value)) return String(value);
  const words = type === 'order' ? items : options.map(({ text }) => text);
  return value.map((place) => words[order[place] ?? -1] ?? '').join(type === 'order' ? ' → ' : ', ');
}
