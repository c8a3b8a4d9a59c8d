/** Reads and writes GIFT, Moodle's text format for questions. */

/** @import { Imported, Pack, Question } from '../types.js' */
/** @import { Into } from './collect.js' */

import { hasOptions } from '../shared/pack.js';
import { collectPack } from './collect.js';

/** Signs with a meaning in GIFT, which a backslash takes away. */
const SIGNS = /[~=#{}:%>\\]/g;
/** Escaped signs are hidden from here on while a question is parsed: halves of surrogate pairs, which no text has alone. */
const HIDDEN = 0xdc00;
const BLANK = '_____';

/** @param {string} text */
export function looksLikeGift(text) {
  return /(^|[^\\])\{[^]*?(^|[^\\])\}/.test(text) || /^(::|\/\/|\$CATEGORY)/m.test(text);
}

/** @param {string} text @param {string} title @returns {Imported} */
export function readGift(text, title) {
  const into = collectPack('GIFT');
  let number = 0;
  for (const block of blocksOf(text)) {
    number += 1;
    const { name, source } = nameOf(block);
    takeBlock(source, name === '' ? `Question ${number}` : `Question ${number} (${name})`, into);
  }
  return into.finish({ fallback: title });
}

/** Questions are separated by blank lines; comments and categories are not questions. @param {string} text */
function blocksOf(text) {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const kept = lines.map((line) => (/^\s*(\/\/|\$CATEGORY)/.test(line) ? null : line));
  return kept
    .filter((line) => line !== null)
    .join('\n')
    .split(/\n[ \t]*\n/)
    .map((block) => hide(block).trim())
    .filter((block) => block !== '');
}

/** @param {string} block */
function nameOf(block) {
  const found = /^::([^]*?)::/.exec(block);
  return { name: found ? show(found[1] ?? '') : '', source: found ? block.slice(found[0].length) : block };
}

/** @param {string} source @param {string} item @param {Into} into */
function takeBlock(source, item, into) {
  const open = source.indexOf('{');
  const close = source.lastIndexOf('}');
  if (open < 0 && close < 0) return void into.take(item, { type: 'slide', text: plain(source) });
  if (open < 0 || close < open) return void into.skip(item, 'Its braces do not match.');
  const tail = source.slice(close + 1).trim();
  const text = plain(`${source.slice(0, open).trimEnd()}${tail === '' ? '' : ` ${BLANK} ${tail}`}`);
  const [body = '', general = ''] = source.slice(open + 1, close).split('####');
  const parts = readBody(body.trim());
  if ('reason' in parts) return void into.skip(item, parts.reason);
  into.take(item, { text, explanation: show(general), ...parts });
}

/** @param {string} body between the braces @returns {Partial<Question> | { reason: string }} */
function readBody(body) {
  if (body === '') return { reason: 'It is an essay, which cannot be judged on a stage.' };
  const truth = /^(T|TRUE|F|FALSE)\s*(?:#[^]*)?$/.exec(body);
  if (truth) return { type: 'truefalse', isTrue: truth[1]?.startsWith('T') ?? false };
  if (body.startsWith('#')) return readNumeric(body.slice(1).trim());
  return readAnswers(body);
}

/** `5:1`, `1..5`, `=5:1 =%50%5:3` @param {string} body @returns {Partial<Question> | { reason: string }} */
function readNumeric(body) {
  const first = body.startsWith('=')
    ? answersOf(body).find(({ weight }) => weight === 100)?.text
    : withoutFeedback(body);
  const range = /^(-?[\d.]+)\s*\.\.\s*(-?[\d.]+)$/.exec(first?.trim() ?? '');
  const near = /^(-?[\d.]+(?:e-?\d+)?)(?:\s*:\s*([\d.]+(?:e-?\d+)?))?$/i.exec(first?.trim() ?? '');
  const [answer, tolerance] = range
    ? [(Number(range[1]) + Number(range[2])) / 2, Math.abs(Number(range[2]) - Number(range[1])) / 2]
    : near
      ? [Number(near[1]), Number(near[2] ?? 0)]
      : [NaN, NaN];
  if (!Number.isFinite(answer) || !Number.isFinite(tolerance))
    return { reason: 'Its number could not be read.' };
  return { type: 'number', answer, tolerance, reach: 0 };
}

/** @param {string} body @returns {Partial<Question> | { reason: string }} */
function readAnswers(body) {
  const answers = answersOf(body);
  if (answers.length === 0) return { reason: 'None of its answers begins with = or ~.' };
  const onlyRight = answers.every(({ sign }) => sign === '=');
  if (onlyRight && answers.some(({ text }) => text.includes('->')))
    return { reason: 'It is a matching question, which this quiz does not have.' };
  if (onlyRight) {
    const full = answers.filter(({ weight }) => weight === 100);
    return { type: 'text', accepted: full.map(({ text }) => show(text)) };
  }
  const options = answers.map(({ text, weight }) => ({ text: plain(text), correct: weight > 0 }));
  const right = options.filter(({ correct }) => correct).length;
  return { type: right > 1 ? 'several' : 'single', options };
}

/** @param {string} body @returns {{ sign: string, weight: number, text: string }[]} weight: in per cent */
function answersOf(body) {
  return [...body.matchAll(/([=~])([^=~]*)/g)].map(([, sign = '', rest = '']) => {
    const weighted = /^\s*%(-?[\d.]+)%/.exec(rest);
    const text = withoutFeedback(weighted ? rest.slice(weighted[0].length) : rest).trim();
    return { sign, weight: weighted ? Number(weighted[1]) : sign === '=' ? 100 : 0, text };
  });
}

/** @param {string} text */
function withoutFeedback(text) {
  return text.split('#', 1)[0] ?? '';
}

/** A text for people, without its format mark, and without tags if it is HTML. @param {string} text */
function plain(text) {
  const marked = /^\s*\[(html|markdown|plain|moodle)\]/.exec(text);
  const rest = marked ? text.slice(marked[0].length) : text;
  return show(
    marked?.[1] === 'html' ? rest.replace(/<br\s*\/?>|<\/p>/gi, '\n').replace(/<[^>]*>/g, '') : rest,
  );
}

/** Hides escaped signs, so that the text can be cut at the others. @param {string} text */
function hide(text) {
  return text.replace(/\\([!-~])/g, (_whole, sign) =>
    String.fromCharCode(HIDDEN + (sign === 'n' ? '\n' : sign).charCodeAt(0)),
  );
}

/** Shows the signs again that `hide` has hidden. @param {string} text */
function show(text) {
  return text.replace(/[\udc00-\udc7f]/gu, (sign) => String.fromCharCode(sign.charCodeAt(0) - HIDDEN)).trim();
}

/**
 * @param {Pack} pack
 * @returns {{ text: string, skipped: Imported['skipped'] }} skipped: GIFT has no order, poll, time, points or picture
 */
export function writeGift(pack) {
  /** @type {Imported['skipped']} */
  const skipped = [];
  const blocks = pack.questions.flatMap((question, at) => {
    const body = writeBody(question);
    if (body === null) {
      skipped.push({
        item: `Question ${at + 1}`,
        reason: `GIFT has no questions of the type ${question.type}.`,
      });
      return [];
    }
    const mark = question.text.startsWith('[') ? '[plain]' : '';
    return [`::Q${at + 1}::${mark}${escape(question.text)}${body === '' ? '' : ` {${body}}`}\n`];
  });
  const head = `// ${pack.title.replace(/\s+/g, ' ')}\n`;
  return { text: [head, ...blocks].join('\n'), skipped };
}

/** @param {Question} question @returns {string | null} */
function writeBody(question) {
  const { type, explanation } = question;
  const general = explanation === '' ? '' : `####${escape(explanation)}`;
  if (type === 'slide') return '';
  if (type === 'truefalse') return `${question.isTrue ? 'TRUE' : 'FALSE'}${general}`;
  if (type === 'number') return `#${question.answer}:${question.tolerance}${general}`;
  if (type === 'text') return `${question.accepted.map((one) => `=${escape(one)}`).join(' ')}${general}`;
  if (!hasOptions(type) || type === 'poll') return null;
  return `${writeOptions(question)}${general}`;
}

/** @param {Question} question */
function writeOptions({ type, options }) {
  const right = options.filter(({ correct }) => correct).length;
  const weight = (100 / Math.max(1, right)).toFixed(5);
  const sign = (/** @type {boolean | undefined} */ correct) =>
    type === 'single' ? (correct ? '=' : '~') : correct ? `~%${weight}%` : '~%-100%';
  return options
    .map(({ text, correct }) => `${sign(correct)}${text.startsWith('[') ? '[plain]' : ''}${escape(text)}`)
    .join(' ');
}

/** @param {string} text */
function escape(text) {
  return text.replace(SIGNS, '\\$&').replaceAll('\n', '\\n');
}
