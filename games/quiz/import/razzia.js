/** Razzia's JSON (once Rahoot): `{ subject, questions: [{ question, answers, solutions, media, cooldown, time }] }`. */

/** @import { Imported } from '../types.js' */
/** @import { Into } from './collect.js' */

import { LIMITS } from '../shared/pack.js';
import { collectPack } from './collect.js';

/** @param {unknown} raw */
export function looksLikeRazzia(raw) {
  const { subject, questions } = /** @type {any} */ (raw ?? {});
  return typeof subject === 'string' && Array.isArray(questions);
}

/** @param {{ subject: string, questions: unknown[] }} raw @returns {Imported} */
export function readRazzia({ subject, questions }) {
  const into = collectPack('Razzia');
  questions.forEach((one, at) => takeQuestion(/** @type {any} */ (one), `Question ${at + 1}`, into));
  return into.finish({ title: subject });
}

/** @param {any} one @param {string} item @param {Into} into */
function takeQuestion(one, item, into) {
  const { question: text, answers, solutions, solution, media, image, time } = one ?? {};
  if (typeof text !== 'string' || !Array.isArray(answers))
    return void into.skip(item, 'It has no question or no list of answers.');
  // Rahoot had one solution, Razzia has a list; both count from 0.
  const right = new Set((Array.isArray(solutions) ? solutions : [solution]).map(Number));
  const beyond = [...right].find(
    (place) => !(Number.isInteger(place) && place >= 0 && place < answers.length),
  );
  if (beyond !== undefined)
    return void into.skip(item, `The solution ${beyond} is none of its ${answers.length} answers.`);
  const options = answers.map((answer, at) => ({ text: String(answer), correct: right.has(at) }));
  const seconds = Math.round(
    Math.min(LIMITS.seconds.most, Math.max(LIMITS.seconds.least, Number(time) || 20)),
  );
  into.take(item, { type: right.size > 1 ? 'several' : 'single', text, options, seconds });
  if (media || image)
    into.skip(
      `${item}: its ${media?.type ?? 'image'}`,
      'Nothing is fetched from elsewhere. Add the picture in the editor.',
    );
}
