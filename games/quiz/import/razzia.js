/**
 * The JSON of Razzia (formerly Rahoot): `{ gameMode, subject, questions: [{ type, question, answers, solutions, … }] }`.
 * Source: the page on quizzes in the documents of github.com/Ralex91/Razzia
 */

/** @import { Imported } from '../types.js' */
/** @import { Note, Raw } from './collect.js' */

import { short } from 'mass-mobile/import';
import { LIMITS, isObject } from '../shared/pack.js';
import { collectPack, secondsOf } from './collect.js';

/** Its `time` for no clock at all. */
const NO_CLOCK = -1;

/** @param {unknown} raw @returns {raw is { questions: unknown[] } & Record<string, unknown>} also those of its forks, which name the title otherwise */
export function looksLikeRazzia(raw) {
  if (!isObject(raw) || !Array.isArray(raw['questions'])) return false;
  const isQuestion = (/** @type {unknown} */ one) =>
    isObject(one) && Array.isArray(one['answers']) && ('solution' in one || 'solutions' in one);
  return typeof raw['subject'] === 'string' || raw['questions'].some(isQuestion);
}

/** @param {{ questions: unknown[] } & Record<string, unknown>} raw @param {string} fallback title @returns {Imported} */
export function readRazzia({ questions, ...head }, fallback) {
  const into = collectPack('Razzia');
  const isSurvey = head['gameMode'] === 'survey';
  questions.forEach((one, at) =>
    into.take(`Question ${at + 1}`, one, (question, note) => readQuestion(question, note, isSurvey)),
  );
  return into.finish(
    head,
    ({ subject, title, gameMode, description }) => {
      if (gameMode !== undefined && gameMode !== 'quiz' && !isSurvey)
        into.skip('The file', 'Its gameMode is not known, and it was read as a quiz', gameMode);
      return { title: subject ?? title, description };
    },
    fallback,
  );
}

/** @param {unknown} one @param {Note} note @param {boolean} isSurvey @returns {Raw | string} */
function readQuestion(one, note, isSurvey) {
  if (!isObject(one)) return 'It is not an object.';
  const { type = '', question: text, answers, time, media, image } = one;
  if (typeof text !== 'string' || !Array.isArray(answers)) return 'It has no question or no list of answers.';
  if (media || image)
    note(
      `${lostMedia(media ?? { url: image })} was left out: nothing is fetched from other servers. Add it in the editor`,
    );
  if (time === NO_CLOCK) note(`It had no clock; it got the longest time, ${LIMITS.seconds.most} s`);
  const seconds = time === NO_CLOCK ? LIMITS.seconds.most : secondsOf(time, note);
  if (type === 'estimation' && isSurvey) return 'An estimate without a right answer is not possible here.';
  if (isSurvey || type === 'poll') return readPoll(one, answers.map(answerText), { text, seconds }, note);
  const kind = readKind(one, answers, note);
  if (typeof kind === 'string') return kind;
  return {
    text,
    seconds,
    ...(one['maxPoints'] !== undefined && { points: one['maxPoints'] }),
    ...(one['penalty'] !== undefined && { penalty: one['penalty'] }),
    ...kind,
  };
}

/** @param {Record<string, unknown>} one @param {unknown[]} answers @param {Note} note @returns {Raw | string} */
function readKind(one, answers, note) {
  const { type = '' } = one;
  if (type === 'estimation') return readEstimate(one, note);
  const texts = answers.map(answerText);
  if (type === 'type-answer') return { type: 'text', accepted: texts };
  if (!['', 'single', 'multi'].includes(String(type)))
    note(`Its type ${short(type)} is not one of Razzia; it was read by its answers and solutions`);
  return readChoice(one, texts, note);
}

/** Some forks have pictures as answers, and texts in objects. @param {unknown} answer @returns {string} */
function answerText(answer) {
  if (isObject(answer)) return typeof answer['text'] === 'string' ? answer['text'] : '';
  return String(answer);
}

/**
 * Points, penalty and solutions are not read here, and so they are listed.
 * @param {Record<string, unknown>} one @param {string[]} answers @param {{ text: string, seconds: number }} about @param {Note} note @returns {Raw}
 */
function readPoll({ type }, answers, about, note) {
  if (type === 'multi') note('Several answers could be chosen; in a poll here it is one');
  return { ...about, type: 'poll', options: answers.map((text) => ({ text })) };
}

/** @param {Record<string, unknown>} one @param {string[]} answers @param {Note} note @returns {Raw | string} */
function readChoice({ type, solutions, solution, options }, answers, note) {
  // Rahoot had one solution, and Razzia has a list. Both count from 0.
  const listed = [solutions ?? solution ?? []].flat();
  const isPlace = (/** @type {unknown} */ place) =>
    (typeof place === 'number' || typeof place === 'string') && Number(place) in answers;
  const beyond = listed.find((place) => !isPlace(place));
  if (beyond !== undefined)
    return `The solution ${short(beyond)} is not one of its ${answers.length} answers.`;
  const right = new Set(listed.map(Number));
  const several = type === 'multi' || right.size > 1;
  if (type === 'single' && several)
    note('Any one of its right answers was enough; here all of them are asked for');
  const mode = isObject(options) ? options['scoringMode'] : undefined;
  if (mode === 'lenient') note('Wrong ticks took nothing away; here each takes away what a right one gives');
  else if (several && mode !== undefined && mode !== 'strict' && mode !== 'balanced')
    note(`Its scoringMode ${short(mode)} is not known`);
  return {
    type: several ? 'several' : 'single',
    options: answers.map((text, at) => ({ text, correct: right.has(at) })),
    partial: several && mode !== 'strict',
  };
}

/**
 * An answer within the margin is right in both; there, the points fall to their half at its edge.
 * @param {Record<string, unknown>} one @param {Note} note @returns {Raw | string}
 */
function readEstimate({ solutions, options }, note) {
  const [answer, ...more] = [solutions].flat();
  if (typeof answer !== 'number' || more.length > 0) return 'Its solutions must be one number.';
  const { margin = 0 } = isObject(options) ? options : {};
  if (margin !== 0)
    note('Fewer points for an answer that is not exact are not taken over; set the reach in the editor');
  return { type: 'number', answer, tolerance: margin };
}

/** @param {unknown} media */
function lostMedia(media) {
  const { type = 'picture', url = '' } = isObject(media) ? media : {};
  return `Its ${type === 'image' ? 'picture' : String(type)}${url === '' ? '' : ` (${String(url)})`}`;
}
