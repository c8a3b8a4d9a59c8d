/** A quiz pack: its questions, their limits, and what is wrong with them. The server, the editor and imports use it. */

/** @import { Pack, Problem, Question, QuestionType } from '../types.js' */

import { isOwnPicture } from '../../../public/shared/pictures.js';

/** @type {readonly QuestionType[]} */
export const TYPES = Object.freeze([
  'single',
  'several',
  'truefalse',
  'text',
  'number',
  'order',
  'poll',
  'slide',
]);

/** Sizes that still look good on a stage and on a 320 px phone. Anything larger is a slip or an attack. */
export const LIMITS = Object.freeze({
  questions: 500,
  title: 120,
  description: 500,
  text: 500,
  option: 150,
  explanation: 1000,
  image: 300,
  unit: 20,
  options: { least: 2, most: 6 },
  accepted: { least: 1, most: 20 },
  seconds: { least: 5, most: 240 },
  points: { least: -10_000, most: 10_000 },
});

/** Types whose options the players choose from. */
const CHOICES = new Set(['single', 'several', 'poll']);
/** Control characters (C0 and C1) except tab and line feed, and the marks that turn the direction of writing. */
// eslint-disable-next-line no-control-regex -- control characters are removed by it
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** @param {string} type */
export const hasOptions = (type) => CHOICES.has(type);
/** @param {string} type @returns {boolean} false: polls and slides have no right answer */
export const isScored = (type) => type !== 'poll' && type !== 'slide';

/** @returns {Question} with the default of every part */
export function blankQuestion() {
  return {
    type: 'single',
    text: '',
    image: '',
    imageAlt: '',
    seconds: 20,
    points: 1000,
    penalty: 0,
    explanation: '',
    options: [],
    shuffle: false,
    partial: false,
    isTrue: true,
    accepted: [],
    matchCase: false,
    answer: 0,
    tolerance: 0,
    reach: 0,
    unit: '',
    items: [],
  };
}

/** @returns {Pack} */
export function blankPack() {
  return { title: '', description: '', language: '', questions: [] };
}

/**
 * Makes a pack of anything that has its shape: missing parts are filled in, unknown parts are left out, and texts are
 * cleaned. A part of the wrong type is replaced by its default and listed as a problem.
 * @param {unknown} raw
 * @returns {{ pack: Pack, problems: Problem[] }} a pack with problems must not be stored
 */
export function readPack(raw) {
  if (!isObject(raw))
    return {
      pack: blankPack(),
      problems: [{ question: null, problem: 'A pack must be an object with title and questions.' }],
    };
  /** @type {Problem[]} */
  const problems = [];
  const say = (/** @type {string} */ problem) => problems.push({ question: null, problem });
  const pack = {
    title: readText(raw, 'title', LIMITS.title, say),
    description: readText(raw, 'description', LIMITS.description, say),
    language: readText(raw, 'language', 10, say),
    questions: readQuestions(raw['questions'] ?? [], problems),
  };
  return { pack, problems };
}

/** @param {unknown} raw @param {Problem[]} problems @returns {Question[]} */
function readQuestions(raw, problems) {
  if (!Array.isArray(raw)) {
    problems.push({ question: null, problem: 'questions must be a list.' });
    return [];
  }
  if (raw.length > LIMITS.questions) {
    const problem = `The pack has ${count(raw.length)} questions; at most ${LIMITS.questions} fit. Split it into several packs.`;
    problems.push({ question: null, problem });
  }
  return raw.slice(0, LIMITS.questions).map((one, at) => {
    const { question, problems: found } = readQuestion(one);
    problems.push(...found.map((problem) => ({ question: at, problem })));
    return question;
  });
}

/**
 * @param {unknown} raw
 * @returns {{ question: Question, problems: string[] }} see `readPack`
 */
export function readQuestion(raw) {
  const question = blankQuestion();
  if (!isObject(raw)) return { question, problems: ['A question must be an object.'] };
  /** @type {string[]} */
  const problems = [];
  const say = (/** @type {string} */ problem) => problems.push(problem);
  const type = raw['type'] ?? question.type;
  if (TYPES.includes(/** @type {QuestionType} */ (type))) question.type = /** @type {QuestionType} */ (type);
  else say(`The type ${show(type)} is not known; known: ${TYPES.join(', ')}.`);
  for (const [part, limit] of Object.entries(TEXTS)) {
    question[/** @type {'text'} */ (part)] = readText(raw, part, limit, say);
  }
  for (const [part, range] of Object.entries(NUMBERS)) {
    const key = /** @type {'points'} */ (part);
    question[key] = readNumber(raw, part, question[key], range, say);
  }
  for (const part of /** @type {const} */ (['shuffle', 'partial', 'isTrue', 'matchCase'])) {
    question[part] = readFlag(raw, part, question[part], say);
  }
  if (question.image !== '' && !isOwnPicture(question.image)) {
    say(
      'The image must be a picture of this server. Choose a file in the editor; addresses elsewhere are not fetched.',
    );
  }
  question.options = readOptions(raw['options'] ?? [], say);
  question.accepted = readList(raw, 'accepted', LIMITS.accepted.most, say);
  question.items = readList(raw, 'items', LIMITS.options.most, say);
  return { question, problems };
}

const TEXTS = {
  text: LIMITS.text,
  image: LIMITS.image,
  imageAlt: LIMITS.option,
  explanation: LIMITS.explanation,
  unit: LIMITS.unit,
};
/** @type {Record<string, { least: number, most: number, whole?: boolean }>} */
const NUMBERS = {
  seconds: { ...LIMITS.seconds, whole: true },
  points: { ...LIMITS.points, whole: true },
  penalty: { least: 0, most: LIMITS.points.most, whole: true },
  answer: { least: -1e15, most: 1e15 },
  tolerance: { least: 0, most: 1e15 },
  reach: { least: 0, most: 1e15 },
};

/**
 * Tells what keeps a question from being played, for example that no option is correct. An unready question may be stored,
 * so that nobody loses half-written work, but a quiz leaves it out.
 * @param {Question} question
 * @returns {string} a key of the strings, `quiz.unready.…`; `''`: it is ready
 */
export function unready(question) {
  const { type, text, image, options, accepted, items } = question;
  if (text.trim() === '' && image === '') return 'quiz.unready.text';
  if (hasOptions(type)) {
    if (options.length < LIMITS.options.least) return 'quiz.unready.options';
    if (options.some((option) => option.text.trim() === '')) return 'quiz.unready.option';
    const right = options.filter(({ correct }) => correct).length;
    if (type === 'single' && right === 0) return 'quiz.unready.correct';
    if (type === 'several' && right === 0) return 'quiz.unready.correct';
    if (type === 'single' && right > 1) return 'quiz.unready.one';
  }
  if (type === 'text' && !accepted.some((one) => one.trim() !== '')) return 'quiz.unready.accepted';
  if (type === 'order') {
    if (items.length < LIMITS.options.least) return 'quiz.unready.items';
    if (items.some((one) => one.trim() === '')) return 'quiz.unready.option';
    if (new Set(items).size < items.length) return 'quiz.unready.twice';
  }
  return '';
}

/** @param {unknown} raw @param {(problem: string) => void} say @returns {Question['options']} */
function readOptions(raw, say) {
  const { most } = LIMITS.options;
  if (!Array.isArray(raw)) {
    say('options must be a list.');
    return [];
  }
  if (raw.length > most)
    say(`It has ${count(raw.length)} options; at most ${most} fit on a phone. Remove some.`);
  return raw.slice(0, most).map((one, at) => {
    const option = typeof one === 'string' ? { text: one } : one;
    if (!isObject(option)) {
      say(`Option ${at + 1} must be an object with text and correct.`);
      return { text: '', correct: false };
    }
    const named = (/** @type {string} */ problem) => say(`Option ${at + 1}: ${problem}`);
    return {
      text: readText(option, 'text', LIMITS.option, named),
      correct: readFlag(option, 'correct', false, named),
    };
  });
}

/** @param {Record<string, unknown>} raw @param {string} part @param {number} most @param {(problem: string) => void} say */
function readList(raw, part, most, say) {
  const list = raw[part] ?? [];
  if (!Array.isArray(list)) {
    say(`${part} must be a list of texts.`);
    return [];
  }
  if (list.length > most) say(`${part} has ${count(list.length)} entries; at most ${most} are allowed.`);
  return list.slice(0, most).map((one) => readText({ [part]: one }, part, LIMITS.option, say));
}

/** @param {Record<string, unknown>} raw @param {string} part @param {number} limit @param {(problem: string) => void} say */
function readText(raw, part, limit, say) {
  const value = raw[part] ?? '';
  if (typeof value !== 'string') {
    say(`${part} is ${show(value)}, must be a text.`);
    return '';
  }
  const text = clean(value);
  if (text.length <= limit) return text;
  say(`${part} has ${count(text.length)} characters; at most ${count(limit)} are allowed. Shorten it.`);
  return clean(text.slice(0, limit));
}

/** @param {Record<string, unknown>} raw @param {string} part @param {number} usual @param {{ least: number, most: number, whole?: boolean }} range @param {(problem: string) => void} say */
function readNumber(raw, part, usual, { least, most, whole = false }, say) {
  const value = raw[part];
  if (value === undefined || value === null) return usual;
  const fits = typeof value === 'number' && (whole ? Number.isInteger(value) : Number.isFinite(value));
  if (fits && value >= least && value <= most) return value;
  say(
    `${part} is ${show(value)}, must be a ${whole ? 'whole ' : ''}number from ${count(least)} to ${count(most)}.`,
  );
  return usual;
}

/** @param {Record<string, unknown>} raw @param {string} part @param {boolean} usual @param {(problem: string) => void} say */
function readFlag(raw, part, usual, say) {
  const value = raw[part] ?? usual;
  if (typeof value === 'boolean') return value;
  say(`${part} is ${show(value)}, must be true or false.`);
  return usual;
}

/** Without what cannot be printed; lines stay lines. @param {string} text */
export function clean(text) {
  return text
    .replaceAll('\r\n', '\n')
    .replace(UNPRINTABLE, '')
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim();
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Shows a value, short enough for a sentence. @param {unknown} value */
function show(value) {
  const text =
    typeof value === 'string' ? JSON.stringify(value) : Array.isArray(value) ? 'a list' : String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** Writes 10,000 rather than 10000. @param {number} value */
function count(value) {
  return value.toLocaleString('en');
}
