/** The JSON of Razzia (formerly Rahoot): `{ subject, questions: [{ question, answers, solutions, media, cooldown, time }] }`. */

/** @import { Imported } from '../types.js' */
/** @import { Into } from './collect.js' */

import { LIMITS, isObject } from '../shared/pack.js';
import { collectPack } from './collect.js';

/** @param {unknown} raw @returns {raw is { subject: string, questions: unknown[] }} */
export function looksLikeRazzia(raw) {
  return isObject(raw) && typeof raw['subject'] === 'string' && Array.isArray(raw['questions']);
}

/** @param {{ subject: string, questions: unknown[] }} raw @returns {Imported} */
export function readRazzia({ subject, questions }) {
  const into = collectPack('Razzia');
  questions.forEach((one, at) => takeQuestion(one, `Question ${at + 1}`, into));
  return into.finish({ title: subject });
}

/** @param {unknown} one @param {string} item @param {Into} into */
function takeQuestion(one, item, into) {
  /** @type {Record<string, unknown>} */
  const { question: text, answers, solutions, solution, media, image, time } = isObject(one) ? one : {};
  if (typeof text !== 'string' || !Array.isArray(answers))
    return void into.skip(item, 'It has no question or no list of answers.');
  // Rahoot had one solution, and Razzia has a list. Both count from 0.
  const right = new Set((Array.isArray(solutions) ? solutions : [solution]).map(Number));
  const beyond = [...right].find(
    (place) => !(Number.isInteger(place) && place >= 0 && place < answers.length),
  );
  if (beyond !== undefined)
    return void into.skip(item, `The solution ${beyond} is not one of its ${answers.length} answers.`);
  const options = answers.map((answer, at) => ({ text: String(answer), correct: right.has(at) }));
  const seconds = Math.round(
    Math.min(LIMITS.seconds.most, Math.max(LIMITS.seconds.least, Number(time) || 20)),
  );
  into.take(item, { type: right.size > 1 ? 'several' : 'single', text, options, seconds });
  if (media || image)
    into.skip(
      `${item}: its ${isObject(media) && typeof media['type'] === 'string' ? media['type'] : 'image'}`,
      'Nothing is fetched from other servers. Add the picture in the editor.',
    );
}
