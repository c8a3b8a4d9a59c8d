/** The elements of a slide: the fenced blocks in which somebody asks the room, read and written. */

/** @import { ElementDefinition, ElementKind } from '../types.js' */

import { oneLine } from './clean.js';
import { idOf } from './ids.js';
import { LIMITS } from './limits.js';

/** A key of a block: how it is read, and what it is without being written. @typedef {{ type: 'yes' | 'whole' | 'ends' | 'text', from?: number, to?: number, usual?: unknown }} Key */

/** @type {Key} */
const YES_NO = { type: 'yes', usual: false };
/** @type {Key} */
const TEXT = { type: 'text' };
const WORDS = { question: TEXT, most: whole(1, 10, 3), approve: YES_NO, hidden: YES_NO };

/** The keys of each kind, in the order in which forms show them. A line of any other key is taken for the question. @type {Record<ElementKind, Record<string, Key>>} */
export const KEYS = {
  poll: { question: TEXT, most: whole(1, LIMITS.options, 1), hidden: { ...YES_NO, usual: true } },
  scale: {
    question: TEXT,
    from: whole(-10, 10, 1),
    to: whole(-10, 10, 5),
    ends: { type: 'ends', usual: ['', ''] },
    hidden: YES_NO,
  },
  rank: { question: TEXT, hidden: YES_NO },
  cloud: WORDS,
  wall: WORDS,
  questions: { question: TEXT },
  quiz: { question: TEXT, seconds: whole(5, 300, 20), points: whole(0, 2000, 1000) },
  game: {},
};
/** Kinds with a list, and how many entries it needs. */
const LEAST_OPTIONS = Object.freeze({ poll: 2, rank: 2, quiz: 2, scale: 0 });
/** A scale of more steps does not fit on a phone. */
const MOST_STEPS = 11;

const LIST_LINE = /^[-*+][ \t]+(.*)$/;
const KEY_LINE = /^([A-Za-z][A-Za-z0-9]*)[ \t]*:[ \t]*(.*)$/;
const TICK = /^\[([ xX])\](?:[ \t]+|$)/;
const YES = new Map(
  Object.entries({
    yes: true,
    true: true,
    on: true,
    ja: true,
    no: false,
    false: false,
    off: false,
    nein: false,
  }),
);

/** @param {string} text @returns {text is ElementKind} */
export function isKind(text) {
  return Object.hasOwn(KEYS, text);
}

/** @param {number} from @param {number} to @param {number} usual @returns {Key} */
function whole(from, to, usual) {
  return { type: 'whole', from, to, usual };
}

/**
 * Reads the block of an element.
 * @param {ElementKind} kind
 * @param {string[]} lines of the block
 * @param {object} about
 * @param {number} about.line number of the first of them
 * @param {string} about.heading of the slide: the question of a block that has none
 * @param {(line: number, text: string) => void} about.report told what is wrong, to end a sentence
 * @returns {ElementDefinition | null} null when it cannot be used; then something was reported
 */
export function readElement(kind, lines, { line, heading, report }) {
  let isGood = true;
  const wrong = (/** @type {number} */ at, /** @type {string} */ text) => {
    isGood = false;
    report(at, text);
  };
  const parts = readLines(kind, lines, line, wrong);
  const question = questionOf(parts) || heading;
  const definition = kind === 'game' ? gameOf(parts.values) : elementOf(kind, question, parts);
  const problem = problemOf(definition, parts);
  if (problem) wrong(line - 1, problem);
  return isGood ? definition : null;
}

/**
 * Reads a block that is being written: what it lacks is missing, and nothing is reported.
 * @param {ElementKind} kind @param {string[]} lines of the block
 * @returns {ElementDefinition} its question is '' where the heading is taken
 */
export function draftElement(kind, lines) {
  const parts = readLines(kind, lines, 1, () => {});
  return kind === 'game' ? gameOf(parts.values) : elementOf(kind, questionOf(parts), parts);
}

/** @typedef {{ texts: string[], options: string[], right: number[], values: Record<string, unknown> }} Parts */

/**
 * @param {ElementKind} kind @param {string[]} lines @param {number} first number of the first line
 * @param {(line: number, text: string) => void} wrong
 * @returns {Parts}
 */
function readLines(kind, lines, first, wrong) {
  /** @type {Parts} */
  const parts = { texts: [], options: [], right: [], values: {} };
  lines.forEach((raw, index) => {
    const line = oneLine(raw);
    if (line === '') return;
    const [, key = '', value = ''] = KEY_LINE.exec(line) ?? [];
    const problem = key && takeKey(kind, parts, key, value);
    if (problem) return void wrong(first + index, problem);
    if (problem === '' && key !== '') return;
    const [, option] = LIST_LINE.exec(line) ?? [];
    if (option === undefined || kind === 'game') return void parts.texts.push(line);
    takeOption(kind, parts, option);
  });
  return parts;
}

/**
 * @param {ElementKind} kind @param {Parts} parts @param {string} name @param {string} text
 * @returns {string | null} '' : it was taken; null: it is no key of this kind; else what is wrong
 */
function takeKey(kind, { values }, name, text) {
  if (kind === 'game') return takeSetting(values, name, text);
  const key = Object.hasOwn(KEYS[kind], name.toLowerCase()) ? KEYS[kind][name.toLowerCase()] : undefined;
  if (!key) return null;
  const read = READERS[key.type](text, key);
  if (read.problem !== undefined) return `"${name}" is "${short(text)}"; write ${read.problem}`;
  values[name.toLowerCase()] = read.value;
  return '';
}

/** @type {Record<Key['type'], (text: string, key: Key) => { value?: unknown, problem?: string }>} */
const READERS = {
  text: (value) => ({ value }),
  yes(text) {
    const value = YES.get(text.toLowerCase());
    return value === undefined ? { problem: 'yes or no' } : { value };
  },
  whole(text, { from = -Infinity, to = Infinity }) {
    const value = Number(text);
    const isGood = /^-?\d{1,6}$/.test(text) && value >= from && value <= to;
    return isGood ? { value: value + 0 } : { problem: `a whole number from ${from} to ${to}` };
  },
  ends(text) {
    const [low, high, ...more] = text.split(',').map((part) => part.trim());
    const isGood = high !== undefined && more.length === 0 && text.length <= LIMITS.option;
    return isGood
      ? { value: [low, high] }
      : { problem: `two words with a comma between them, of ${LIMITS.option} characters at most` };
  },
};

/** Settings of another game are checked by that game; here they are texts, numbers and true or false. @param {Record<string, unknown>} values @param {string} name @param {string} text */
function takeSetting(values, name, text) {
  if (text.length > LIMITS.setting) return `"${name}" has more than ${LIMITS.setting} characters`;
  if (Object.keys(values).length >= LIMITS.settings)
    return `a game takes at most ${LIMITS.settings} settings`;
  Object.defineProperty(values, name, {
    value: settingOf(text),
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return '';
}

/** @param {string} text @returns {string | number | boolean} a text in quotes is always a text */
function settingOf(text) {
  if (/^".*"$/.test(text) && text.length > 1) return text.slice(1, -1);
  if (text === 'true' || text === 'false') return text === 'true';
  return isFigure(text) ? Number(text) : text;
}

/** @param {string} text as a number is written back */
function isFigure(text) {
  return /^-?\d{1,15}(\.\d{1,6})?$/.test(text) && String(Number(text)) === text;
}

/** @param {ElementKind} kind @param {Parts} parts @param {string} option */
function takeOption(kind, { options, right }, option) {
  const tick = kind === 'quiz' ? TICK.exec(option) : null;
  if (tick && tick[1] !== ' ') right.push(options.length);
  options.push(tick ? option.slice(tick[0].length).trim() : option.trim());
}

/** @param {Parts} parts */
function questionOf({ texts, values }) {
  return texts.join(' ') || String(values['question'] ?? '');
}

/** @param {Record<string, unknown>} values @returns {Extract<ElementDefinition, { kind: 'game' }>} */
function gameOf({ game = '', ...settings }) {
  const name = String(game);
  return { id: idOf('game', name), kind: 'game', game: name, settings: /** @type {any} */ (settings) };
}

/** @param {Exclude<ElementKind, 'game'>} kind @param {string} question @param {Parts} parts @returns {ElementDefinition} */
function elementOf(kind, question, { options, right, values }) {
  const { question: _, ...usual } = Object.fromEntries(
    Object.entries(KEYS[kind]).map(([name, key]) => [name, values[name] ?? key.usual]),
  );
  const hasList = Object.hasOwn(LEAST_OPTIONS, kind);
  // A scale without statements rates its question.
  const list = kind === 'scale' && options.length === 0 && question !== '' ? [question] : options;
  return /** @type {ElementDefinition} */ ({
    id: idOf(kind, question),
    kind,
    question,
    ...(hasList && { options: list }),
    ...(kind === 'quiz' && { right, several: right.length > 1 }),
    .../** @type {any} */ (usual),
  });
}

/** @param {ElementDefinition} definition @param {Parts} parts @returns {string} what is wrong with it, or '' */
function problemOf(definition, { texts, options }) {
  const { kind } = definition;
  if (kind === 'game') {
    if (!/^[a-z][a-z0-9-]{0,39}$/.test(definition.game))
      return 'a game slide needs a line such as "game: pong"';
    return texts.length > 0 ? `"${short(texts[0] ?? '')}" is no setting: write it as "name: value"` : '';
  }
  if (definition.question === '' && kind !== 'questions')
    return `a ${kind} needs a question: write one into the block, or a heading on the slide`;
  if (length(definition.question) > LIMITS.question)
    return `its question has ${length(definition.question)} characters, and ${LIMITS.question} is the most`;
  return 'options' in definition
    ? listProblem(definition)
    : options.length > 0
      ? `a ${kind} takes no list`
      : '';
}

/** @param {Extract<ElementDefinition, { options: string[] }>} definition */
function listProblem(definition) {
  const { kind, options } = definition;
  const least = LEAST_OPTIONS[kind];
  if (options.length < least)
    return `a ${kind} needs at least ${least} options, each on a line such as "- Yes"`;
  if (options.length > LIMITS.options)
    return `a ${kind} has ${options.length.toLocaleString('en')} options, and ${LIMITS.options} is the most`;
  const long = options.find(
    (option) => length(option) > (kind === 'scale' ? LIMITS.question : LIMITS.option),
  );
  if (long !== undefined)
    return `the option "${short(long)}" has ${length(long)} characters, and ${LIMITS.option} is the most`;
  if (options.includes('')) return 'one of its options is empty';
  const twice = options.find((option, at) => options.indexOf(option) < at);
  if (twice !== undefined) return `the option "${short(twice)}" stands there twice`;
  return kindProblem(definition);
}

/** @param {Extract<ElementDefinition, { options: string[] }>} definition */
function kindProblem(definition) {
  if (definition.kind === 'quiz' && definition.right.length === 0)
    return 'a quiz needs at least one right option, on a line such as "- [x] Paris"';
  if (definition.kind !== 'scale') return '';
  const { from, to } = definition;
  if (to <= from) return `its scale goes from ${from} to ${to}; "to" has to be the larger one`;
  return to - from < MOST_STEPS ? '' : `its scale has ${to - from + 1} steps, and ${MOST_STEPS} is the most`;
}

/**
 * Writes an element as the lines of its block, without the fences. `readElement` reads the same from them.
 * @param {ElementDefinition} definition
 * @returns {string[]}
 */
export function writeElement(definition) {
  if (definition.kind === 'game') {
    const settings = Object.entries(definition.settings).map(
      ([name, value]) => `${name}: ${settingText(value)}`,
    );
    return [`game: ${definition.game}`, ...settings];
  }
  const { kind, question } = definition;
  const values = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (definition));
  const keys = Object.entries(KEYS[kind]).flatMap(([name, { usual }]) => {
    const text = name === 'question' ? null : keyText(values[name]);
    return text === null || text === keyText(usual) ? [] : [`${name}: ${text}`];
  });
  const options = 'options' in definition ? definition.options : [];
  const right = kind === 'quiz' ? definition.right : null;
  return [
    ...(question === '' ? [] : [`question: ${question}`]),
    ...keys,
    ...options.map((option, at) => `- ${right ? `[${right.includes(at) ? 'x' : ' '}] ` : ''}${option}`),
  ];
}

/** @param {unknown} value */
function keyText(value) {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** @param {string | number | boolean} value */
function settingText(value) {
  const isPlain = typeof value !== 'string' || (settingOf(value) === value && value !== '');
  return isPlain ? String(value) : `"${value}"`;
}

/** @param {string} text in characters as people count them, nearly */
function length(text) {
  return [...text].length;
}

/** @param {string} text */
function short(text) {
  return text.length > 30 ? `${[...text].slice(0, 30).join('')}…` : text;
}
