/**
 * The JSON of Razzia (formerly Rahoot): `{ gameMode, subject, questions: [{ type, question, answers, solutions, … }] }`.
 * Source: the page on quizzes in the documents of github.com/Ralex91/Razzia
 */

/** @import { Imported } from '../types.js' */
/** @import { Note, Raw } from './collect.js' */

import { LIMITS, isObject } from '../shared/pack.js';
import { collectPack, secondsOf, short } from './collect.js';

/** Its `time` for no clock at all. */
const NO_CLOCK = -1;

/** @param {unknown} raw @returns {raw is { subject: string, questions: unknown[] }} */
export function looksLikeRazzia(raw) {
  return isObject(raw) && typeof raw['subject'] === 'string' && Array.isArray(raw['questions']);
}

/** @param {{ subject: string, questions: unknown[], gameMode?: unknown }} raw @returns {Imported} */
export function readRazzia({ questions, ...head }) {
  const into = collectPack('Razzia');
  const isSurvey = head.gameMode === 'survey';
  questions.forEach((one, at) =>
    into.take(`Question ${at + 1}`, one, (question, note) => readQuestion(question, note, isSurvey)),
  );
  return into.finish(head, ({ subject, gameMode }) => {
    if (gameMode !== undefined && gameMode !== 'quiz' && !isSurvey)
      into.skip('The file', 'Its gameMode is not known, and it was read as a quiz', gameMode);
    return { title: subject };
  });
}

/** @param {unknown} one @param {Note} note @param {boolean} isSurvey @returns {Raw | string} */
function readQuestion(one, note, isSurvey) {
  if (!isObject(one)) return 'It is not an object.';
  const { type, question: text, answers, time, media, image } = one;
  if (typeof text !== 'string' || !Array.isArray(answers)) return 'It has no question or no list of answers.';
  if (type !== undefined && !['single', 'multi', 'estimation'].includes(String(type)))
    return `The type ${short(type)} is not known.`;
  if (media || image)
    note(
      `${lostMedia(media ?? { url: image })} was left out: nothing is fetched from other servers. Add it in the editor`,
    );
  if (time === NO_CLOCK) note(`It had no clock; it got the longest time, ${LIMITS.seconds.most} s`);
  const seconds = time === NO_CLOCK ? LIMITS.seconds.most : secondsOf(time, note);
  if (type === 'estimation' && isSurvey) return 'An estimate without a right answer is not possible here.';
  if (isSurvey) return readPoll(one, answers.map(String), { text, seconds }, note);
  const kind = type === 'estimation' ? readEstimate(one, note) : readChoice(one, answers, note);
  if (typeof kind === 'string') return kind;
  return {
    text,
    seconds,
    ...(one.maxPoints !== undefined && { points: one.maxPoints }),
    ...(one.penalty !== undefined && { penalty: one.penalty }),
    ...kind,
  };
}

/**
 * Points, penalty and solutions are not read here, and so they are listed.
 * @param {Record<string, unknown>} one @param {string[]} answers @param {{ text: string, seconds: number }} about @param {Note} note @returns {Raw}
 */
function readPoll({ type }, answers, about, note) {
  if (type === 'multi') note('Several answers could be chosen; in a poll here it is one');
  return { ...about, type: 'poll', options: answers.map((text) => ({ text })) };
}

/** @param {Record<string, unknown>} one @param {unknown[]} answers @param {Note} note @returns {Raw | string} */
function readChoice({ type, solutions, solution, options }, answers, note) {
  // Rahoot had one solution, and Razzia has a list. Both count from 0.
  const right = new Set([solutions ?? solution].flat().map(Number));
  const beyond = [...right].find(
    (place) => !(Number.isInteger(place) && place >= 0 && place < answers.length),
  );
  if (beyond !== undefined) return `The solution ${beyond} is not one of its ${answers.length} answers.`;
  const several = type === 'multi' || right.size > 1;
  if (type === 'single' && several)
    note('One of its right answers was enough; here all of them are asked for');
  const mode = isObject(options) ? options['scoringMode'] : undefined;
  if (mode === 'lenient') note('Wrong ticks took nothing away; here each takes away what a right one gives');
  else if (several && mode !== undefined && mode !== 'strict' && mode !== 'balanced')
    note(`Its scoringMode ${short(mode)} is not known`);
  return {
    type: several ? 'several' : 'single',
    options: answers.map((answer, at) => ({ text: String(answer), correct: right.has(at) })),
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
