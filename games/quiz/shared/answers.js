/** Answers: reads them from the wire, judges them, and puts them into words. */

/** @import { Question, QuizSettings, Value } from '../types.js' */

import { foldText } from '../../../public/shared/fold-text.js';
import { readFigure } from './figures.js';
import { clean } from './pack.js';

/** Nobody types more with their thumbs; an order of six places is shorter, too. */
export const LONGEST_TEXT = 100;
const PLACES = /^\d{1,2}(?:,\d{1,2}){0,9}$/;
/** Phones send a number with a point, whatever their language; other clients may group it where that is plain. */
const WIRE_SIGNS = Object.freeze({ decimal: '.', group: '' });
/** A word of so many letters may have a slip, and a text of so many two. */
const SLIPS = Object.freeze({ one: 5, two: 10 });

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
      return readNumber(text, question.unit);
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

/** @param {string} text @param {string} unit @returns {{ value: number } | { problem: string }} */
function readNumber(text, unit) {
  const read = readFigure(text, WIRE_SIGNS, unit);
  if ('figure' in read) return { value: Number(read.figure) };
  if ('problem' in read) return read;
  return { problem: `it may be ${read.either.join(' or ')}: write it without a sign between the thousands` };
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
 * @param {QuizSettings['spelling']} [spelling] how a typed text may differ from an accepted one
 * @returns {{ share: number, right: boolean }} share: part of the points, 0 to 1; right: whether it counts for accuracy
 */
export function judge(question, value, order, spelling = 'letters') {
  switch (question.type) {
    case 'single':
    case 'several':
      return judgeChoice(question, /** @type {number[]} */ (value), order);
    case 'truefalse':
      return all(value === question.isTrue);
    case 'text':
      return all(isAccepted(question, String(value), spelling));
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

/** @param {Question} question @param {string} text @param {QuizSettings['spelling']} spelling */
function isAccepted({ accepted, matchCase }, text, spelling) {
  const fold = (/** @type {string} */ one) => foldAnswer(one, matchCase, spelling);
  const given = fold(text);
  if (given === '') return false;
  return accepted.some((one) => {
    const wanted = fold(one);
    return wanted === given || (spelling === 'slips' && isSlip(given, wanted));
  });
}

/**
 * A text as it is compared. A stop at its end does not matter, since phones type one for two blanks.
 * @param {string} text @param {boolean} keepCase @param {QuizSettings['spelling']} spelling
 */
function foldAnswer(text, keepCase, spelling) {
  const folded = foldText(text, { keepCase, keepAccents: spelling === 'letters' });
  return folded.replace(/(?<=[^\s\p{P}])[\s.,;:!?]+$/u, '');
}

/** Whether a letter is wrong, missing, too many or swapped with the next; two of them in a long text. Figures must be right. @param {string} given @param {string} wanted */
function isSlip(given, wanted) {
  const [a, b] = [[...given], [...wanted]];
  const most = b.length >= SLIPS.two ? 2 : b.length >= SLIPS.one ? 1 : 0;
  if (most === 0 || Math.abs(a.length - b.length) > most) return false;
  const figures = (/** @type {string} */ text) => text.replace(/\P{N}+/gu, ' ').trim();
  return figures(given) === figures(wanted) && distance(a, b) <= most;
}

/** Optimal string alignment: insertions, deletions, substitutions, swaps of neighbours. @param {string[]} a @param {string[]} b @returns {number} */
function distance(a, b) {
  /** @type {number[][]} */
  const rows = [[]];
  const at = (/** @type {number} */ i, /** @type {number} */ j) =>
    i < 0 ? j + 1 : j < 0 ? i + 1 : (rows[i + 1]?.[j] ?? 0);
  for (let i = 0; i < a.length; i++) {
    rows[i + 1] = [];
    for (let j = 0; j < b.length; j++) {
      const swap = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j] ? at(i - 2, j - 2) + 1 : Infinity;
      /** @type {number[]} */ (rows[i + 1])[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i] === b[j] ? 0 : 1),
        swap,
      );
    }
  }
  return at(a.length - 1, b.length - 1);
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
