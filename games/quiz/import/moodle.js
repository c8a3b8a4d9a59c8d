/** Moodle's kinds of questions, as GIFT and Moodle XML write them: their answers have weights and a format. */

/** @import { Note, Raw } from './collect.js' */

import { formulasOf, isHtml, textOfHtml } from './html.js';

/**
 * @typedef {'' | 'html' | 'moodle' | 'plain' | 'markdown'} Format '' or `moodle`: as typed, but tags and entities work
 * @typedef {{ text: string, format: Format }} Marked
 * @typedef {Marked & { weight: number, feedback?: unknown }} Answer weight: in per cent
 * @typedef {(src: string) => string | undefined} PictureOf gives the address of a picture that comes with the file
 */

/** A star that stands for any letters; one behind a backslash stands for itself. */
const WILDCARD = /(?<!\\)\*/;

/**
 * A text for people, as they saw it in Moodle.
 * @param {Marked} marked @param {Note} note
 * @param {(pictures: { src: string, alt: string }[]) => void} [onPictures] takes the pictures of the text; else they are noted
 * @returns {string}
 */
export function shownText({ text, format }, note, onPictures) {
  const isMarkup = format === 'html' || (format !== 'plain' && format !== 'markdown' && isHtml(text));
  const {
    text: seen,
    lost,
    pictures,
  } = isMarkup ? textOfHtml(text, onPictures !== undefined) : { text, lost: [], pictures: [] };
  if (format === 'markdown') note('It is Markdown, which is shown as it is written');
  if (lost.length > 0) note(`It had ${lost.join(', ')}: left out`);
  onPictures?.(pictures);
  formulasOf(seen).forEach((formula) => note(`The formula ${formula} is shown as it is written`));
  return seen;
}

/** `5:1`, `1..5`, `=5:1 =%50%5:3` @param {Answer[]} answers @param {Note} note @returns {Raw | string} */
export function readNumeric(answers, note) {
  const [text = '', ...more] = accepted(answers, note);
  if (more.length > 0) return 'It has several right numbers, of which this quiz can judge one.';
  const range = /^(-?[\d.]+(?:e[+-]?\d+)?)\s*\.\.\s*(-?[\d.]+(?:e[+-]?\d+)?)$/i.exec(text);
  const near = /^([+-]?[\d.]+(?:e[+-]?\d+)?)(?:\s*:\s*([\d.]+(?:e[+-]?\d+)?))?$/i.exec(text);
  const [answer, tolerance] = range
    ? [(Number(range[1]) + Number(range[2])) / 2, Math.abs(Number(range[2]) - Number(range[1])) / 2]
    : near
      ? [Number(near[1]), Number(near[2] ?? 0)]
      : [NaN, NaN];
  if (!Number.isFinite(answer) || !Number.isFinite(tolerance)) return 'Its number could not be read.';
  return { type: 'number', answer, tolerance };
}

/** @param {Answer[]} answers @param {Note} note @returns {Raw} */
export function readWords(answers, note) {
  const texts = accepted(answers, note);
  if (texts.some((text) => WILDCARD.test(text)))
    note('The * stands for any letters in Moodle, and for itself here; add the spellings in the editor');
  return { type: 'text', accepted: texts.map((text) => text.replaceAll('\\*', '*')) };
}

/** The answers, as people type them, that earn all the points. @param {Answer[]} answers @param {Note} note */
function accepted(answers, note) {
  noteParts(answers, note, true);
  const texts = answers.map((answer) => (answer.format === 'html' ? shownText(answer, note) : answer.text));
  return texts.filter((_text, at) => answers[at]?.weight === 100);
}

/** @param {Answer[]} answers @param {Note} note @param {boolean} [withNothing] whether those are noted, too, that earned nothing */
function noteParts(answers, note, withNothing = false) {
  for (const { text, weight } of answers)
    if (weight !== 100 && (weight !== 0 || withNothing))
      note(`“${text}” earned ${weight} % there, and nothing here`);
}

/**
 * @param {Answer[]} answers
 * @param {boolean} isSingle whether one of them could be chosen; else those with a weight above 0 are right together
 * @param {Note} note
 * @returns {Raw} its penalty is for a question of 1000 points
 */
export function readOptions(answers, isSingle, note) {
  const right = answers.filter(({ weight }) => (isSingle ? weight === 100 : weight > 0));
  const options = answers.map((answer) => ({
    text: shownText(answer, note),
    correct: right.includes(answer),
  }));
  // Where nobody said which is right, one answer is what most people mean.
  if (isSingle || right.length === 0) {
    const losses = new Set(answers.flatMap(({ weight }) => (weight === 100 ? [] : [weight])));
    const [loss = 0] = losses;
    const penalty = losses.size === 1 && loss < 0 ? Math.round(-loss * 10) : 0;
    if (penalty === 0) noteParts(answers, note);
    if (right.length > 1) note('Any one of its right answers was enough; here all of them are asked for');
    return { type: right.length > 1 ? 'several' : 'single', options, partial: right.length > 1, penalty };
  }
  const wrong = answers.filter((answer) => !right.includes(answer));
  const share = 100 / right.length;
  const isStrict = wrong.every(({ weight }) => weight === -100);
  const isEven =
    right.every(({ weight }) => isNear(weight, share)) && wrong.every(({ weight }) => isNear(-weight, share));
  if (!isStrict && !isEven) note('Its weights became equal: a wrong tick takes away what a right one earns');
  return { type: 'several', options, partial: !isStrict || (isEven && right.length > 1) };
}

/** Weights are written with up to five places. @param {number} one @param {number} other */
function isNear(one, other) {
  return Math.abs(one - other) < 0.01;
}
