/** Reads and writes GIFT, Moodle's text format for questions. */

/** @import { Imported, Pack, Question } from '../types.js' */
/** @import { Note, Raw } from './collect.js' */
/** @import { Answer, Format, Marked } from './moodle.js' */

import { blankQuestion, hasOptions } from '../shared/pack.js';
import { collectPack } from './collect.js';
import { isHtml, textOfHtml } from './html.js';
import { readNumeric, readOptions, readWords, shownText } from './moodle.js';

/** Signs with a meaning in GIFT, which a backslash takes away. */
const SIGNS = /[~=#{}:\\]|^%|(?<=-)>/g;
/** Those that a backslash may stand before. Before others it stands for itself, as in a formula. Source: `escapedchar_pre` in Moodle. */
const ESCAPED = /\\([~=#{}:\\%>n])/g;
/** Escaped signs are hidden from here on while a question is parsed: halves of surrogate pairs, which no text has alone. */
const HIDDEN = 0xdc00;
const BLANK = '_____';
/** The inside of braces that are no part of a formula. */
const HOLDS_ANSWERS = /^\s*(?:[=~#]|(?:T|F|TRUE|FALSE)\s*(?:#|$)|$)/i;
/** A name that only counts, as `writeGift` and many others write it, says nothing. */
const COUNTED = /^(?:Q|Question )?\d+$/;

/**
 * @typedef {{ comment: string, category: string, name: string, asked: Marked, body: string | undefined, general: Marked,
 *   answers: Answer[], feedback: string }} Block body: what stands between the braces, without the general feedback, signs still hidden
 */

/** @param {string} text */
export function looksLikeGift(text) {
  const open = text.search(/(?<!\\)\{/);
  return (open >= 0 && /(?<!\\)\}/.test(text.slice(open + 1))) || /^(::|\/\/|\$CATEGORY)/m.test(text);
}

/**
 * Reads as Moodle does, where the documents are silent. Source: question/format/gift/format.php of github.com/moodle/moodle
 * @param {string} text @param {string} title @returns {Imported}
 */
export function readGift(text, title) {
  const into = collectPack('GIFT');
  let number = 0;
  for (const source of text.replaceAll('\r\n', '\n').split(/\n[ \t]*\n/)) {
    const { comment, category, block } = linesOf(source);
    if (block === '') {
      if (comment !== '') into.skip('Comments', 'Comments are left out', comment);
      if (category !== '') into.skip('Categories', 'A pack has no categories', category);
      continue;
    }
    number += 1;
    const { name, rest } = nameOf(hide(block));
    const parsed = parseBlock(rest);
    const asked = typeof parsed === 'string' ? show(rest) : parsed.asked.text;
    const label = (name || oneLine(isHtml(asked) ? textOfHtml(asked).text : asked)).slice(0, 40);
    const item =
      label === '' || label === `Question ${number}` ? `Question ${number}` : `Question ${number} (${label})`;
    const labels = { comment, category, name: COUNTED.test(name) ? '' : name };
    into.take(item, typeof parsed === 'string' ? parsed : { ...labels, ...parsed }, readBlock);
  }
  return into.finish({}, () => ({}), title);
}

/** Comments and categories have lines of their own, and are not part of the question. @param {string} source */
function linesOf(source) {
  const lines = source.split('\n');
  const of = (/** @type {RegExp} */ head) =>
    lines.flatMap((line) => (head.test(line) ? [line.replace(head, '').trim()] : [])).join(' ');
  const block = lines
    .filter((line) => !/^\s*(?:\/\/|\$CATEGORY)/.test(line))
    .join('\n')
    .trim();
  return { comment: of(/^\s*\/\//), category: of(/^\s*\$CATEGORY:?/), block };
}

/** @param {string} block */
function nameOf(block) {
  const found = /^::([^]*?)::/.exec(block);
  return { name: found ? show(found[1] ?? '') : '', rest: found ? block.slice(found[0].length) : block };
}

/**
 * Finds the braces of the answers. Moodle wants all others escaped; where they are not, as in formulas, those count that hold answers.
 * @param {string} source
 * @returns {[open: number, close: number]} places, or -1
 */
function bracesOf(source) {
  /** @type {[number, number][]} */
  const pairs = [];
  let open = -1;
  let depth = 0;
  for (const { 0: sign, index } of source.matchAll(/[{}]/g)) {
    depth += sign === '{' ? 1 : -1;
    if (depth < 0) return [open, -1];
    if (depth === 1 && sign === '{') open = index;
    if (depth === 0) pairs.push([open, index]);
  }
  if (depth > 0) return [open, -1];
  const answering = pairs.filter(([from, to]) => HOLDS_ANSWERS.test(source.slice(from + 1, to)));
  return (answering.length === 1 ? answering[0] : pairs[0]) ?? [-1, -1];
}

/** @param {string} source without comments and name @returns {Omit<Block, 'comment' | 'category' | 'name'> | string} a text: why there is no question */
function parseBlock(source) {
  const [open, close] = bracesOf(source);
  const none = { answers: [], feedback: '', general: marked('', '') };
  if (open < 0 && close < 0) return { ...none, asked: marked(source, ''), body: undefined };
  if (open < 0 || close < open) return 'Its braces do not match.';
  const tail = source.slice(close + 1).trim();
  const others = `${source.slice(0, open)}${tail}`.match(/\{[^{}]*\}/g) ?? [];
  if (others.some((other) => HOLDS_ANSWERS.test(other.slice(1, -1))))
    return 'It has several lists of answers.';
  const asked = marked(`${source.slice(0, open).trimEnd()}${tail === '' ? '' : ` ${BLANK} ${tail}`}`, '');
  const inside = source.slice(open + 1, close);
  const cut = inside.lastIndexOf('####');
  const body = (cut < 0 ? inside : inside.slice(0, cut)).trim();
  const general = marked(cut < 0 ? '' : inside.slice(cut + 4), asked.format);
  const [, truth = '', feedback = ''] = /^(T|TRUE|F|FALSE)\s*(#[^]*)?$/i.exec(body) ?? [];
  if (truth !== '') return { ...none, asked, general, body: truth, feedback: show(feedback) };
  if (!body.startsWith('#')) return { ...none, asked, general, body, answers: answersOf(body, asked.format) };
  const wrong = body.indexOf('~');
  return {
    asked,
    general,
    body,
    answers: answersOf(body.slice(1, wrong < 0 ? undefined : wrong), asked.format),
    feedback: wrong < 0 ? '' : show(body.slice(wrong + 1)),
  };
}

/**
 * @param {string} body
 * @param {Format} format of the question: also that of an answer without one
 * @returns {Answer[]} the first may lack its sign
 */
function answersOf(body, format) {
  const usual = body.includes('~') ? 0 : 100;
  return [...body.matchAll(/([=~]|^(?=[^=~]))([^=~]*)/g)].flatMap(([whole, sign = '', rest = '']) => {
    if (whole.trim() === '') return [];
    const [weighted = '', weight] = /^\s*%(-?[\d.]+)%/.exec(rest) ?? [];
    const [text = '', ...feedback] = rest.slice(weighted.length).split('#');
    return [
      {
        ...marked(text, format),
        weight: weight === undefined ? (sign === '=' ? 100 : usual) : Number(weight),
        feedback: show(feedback.join('#')),
      },
    ];
  });
}

/** @param {string} text @param {Format} usual @returns {Marked} */
function marked(text, usual) {
  const mark = /^\s*\[(html|markdown|plain|moodle)\]/.exec(text);
  return mark
    ? { text: show(text.slice(mark[0].length)), format: /** @type {Format} */ (mark[1]) }
    : { text: show(text), format: usual };
}

/** @param {Block | string} block @param {Note} note @returns {Raw | string} */
function readBlock(block, note) {
  if (typeof block === 'string') return block;
  const { asked, body } = block;
  const text = shownText(asked, note);
  if (body === undefined) return { type: 'slide', text };
  const kind = readKind(block, body, note);
  return typeof kind === 'string' ? kind : { text, explanation: shownText(block.general, note), ...kind };
}

/** @param {Block} block @param {string} body @param {Note} note @returns {Raw | string} */
function readKind(block, body, note) {
  if (body === '') return 'It is an essay, which cannot be judged on a stage.';
  if (/^(T|TRUE|F|FALSE)$/i.test(body)) return { type: 'truefalse', isTrue: /^t/i.test(body) };
  if (body.startsWith('#')) return readNumeric(block.answers, note);
  if (body.includes('~')) return readOptions(block.answers, body.includes('='), note);
  if (body.includes('=') && body.includes('->'))
    return 'It is a matching question, which this quiz does not have.';
  return readWords(block.answers, note);
}

/** Hides escaped signs, so that the text can be cut at the others. @param {string} text */
function hide(text) {
  return text.replace(ESCAPED, (_whole, sign) =>
    String.fromCharCode(HIDDEN + (sign === 'n' ? '\n' : sign).charCodeAt(0)),
  );
}

/** Shows the signs again that `hide` has hidden. @param {string} text */
function show(text) {
  return text.replace(/[\udc00-\udc7f]/gu, (sign) => String.fromCharCode(sign.charCodeAt(0) - HIDDEN)).trim();
}

/**
 * GIFT has no order, poll, time, points and pictures; comments in the file say which of them are left out of it.
 * @param {Pack} pack
 * @returns {string}
 */
export function writeGift(pack) {
  const blocks = pack.questions.map((question, at) => {
    const body = writeBody(question);
    const lost = lostInGift(question).join(', ');
    const remark = lost === '' ? '' : `// Question ${at + 1} without ${lost}, which GIFT does not have\n`;
    if (body === null)
      return `// Question ${at + 1} is left out: GIFT has no questions of the type ${question.type}: ${oneLine(question.text)}\n`;
    return `${remark}::Q${at + 1}::${escape(question.text)}${body === '' ? '' : ` {${body}}`}\n`;
  });
  return [`// ${oneLine(pack.title)}\n`, ...blocks].join('\n');
}

/** @param {Question} question @returns {string[]} */
function lostInGift({ type, image, seconds, points, penalty, reach, unit, matchCase, explanation }) {
  const usual = blankQuestion();
  return [
    ...(image === '' ? [] : ['its picture']),
    ...(seconds === usual.seconds ? [] : [`its ${seconds} s`]),
    ...(points === usual.points ? [] : [`its ${points} points`]),
    ...(penalty === usual.penalty ? [] : [`its penalty of ${penalty}`]),
    ...(type === 'number' && reach > 0 ? [`its reach of ${reach}`] : []),
    ...(type === 'number' && unit !== '' ? [`its unit, ${unit}`] : []),
    ...(type === 'text' && matchCase ? ['the case of its letters'] : []),
    ...(type === 'slide' && explanation !== '' ? ['its explanation'] : []),
  ].map(oneLine);
}

/** @param {Question} question @returns {string | null} */
function writeBody(question) {
  const { type, explanation } = question;
  const general = explanation === '' ? '' : `####${escape(explanation)}`;
  if (type === 'slide') return '';
  if (type === 'truefalse') return `${question.isTrue ? 'TRUE' : 'FALSE'}${general}`;
  if (type === 'number') return `#${question.answer}:${question.tolerance}${general}`;
  if (type === 'text') return `${question.accepted.map(writeWords).join(' ')}${general}`;
  if (!hasOptions(type) || type === 'poll') return null;
  return `${writeOptions(question)}${general}`;
}

/** @param {string} words */
function writeWords(words) {
  return `=${escape(words).replaceAll('*', '\\*')}`;
}

/** @param {Question} question */
function writeOptions({ type, options, partial }) {
  const right = options.filter(({ correct }) => correct).length;
  const weight = (100 / Math.max(1, right)).toFixed(5);
  const sign = (/** @type {boolean | undefined} */ correct) =>
    type === 'single' ? (correct ? '=' : '~') : `~%${correct ? weight : partial ? `-${weight}` : '-100'}%`;
  return options.map(({ text, correct }) => `${sign(correct)}${escape(text)}`).join(' ');
}

/** A text as it is read back, whatever it looks like. @param {string} text */
function escape(text) {
  const mark = text.startsWith('[') || isHtml(text) ? '[plain]' : '';
  return `${mark}${text.replace(SIGNS, '\\$&').replaceAll('\n', '\\n')}`;
}

/** @param {string} text */
function oneLine(text) {
  return text.replace(/\s+/g, ' ').trim();
}
