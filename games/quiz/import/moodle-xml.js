/** Moodle XML: the whole question bank of a course, with pictures inside. */

/** @import { XmlRecord } from '../../../lib/import/xml.js' */
/** @import { Imported } from '../types.js' */
/** @import { Into, Note, Raw } from './collect.js' */
/** @import { Answer, Format, Marked } from './moodle.js' */

import { allOf, attribute, readXml, recordOf, uriDecoded } from 'mass-mobile/import';
import { collectPack } from './collect.js';
import { textOfHtml } from './html.js';
import { readNumeric, readOptions, readWords, shownText } from './moodle.js';

/** Points for Moodle's grade of 1. */
const POINTS = 1000;
/** A star as an answer catches what no other answer did. */
const REST = '*';
const FORMATS = new Map(
  Object.entries({ html: 'html', moodle_auto_format: 'moodle', plain_text: 'plain', markdown: 'markdown' }),
);

/** @param {string} text */
export function looksLikeMoodleXml(text) {
  return /<quiz[\s>][^]*<question\s+type\s*=/.test(text);
}

/** @param {string} text @param {string} title @returns {Imported} @throws {import('mass-mobile/import').ImportError} */
export function readMoodleXml(text, title) {
  const into = collectPack('Moodle XML');
  let number = 0;
  for (const node of allOf(readXml(text), 'question')) {
    const record = withoutBlanks(recordOf(node, text));
    if (attribute(node, 'type') === 'category') {
      into.skip('Categories', 'A pack has no categories', textIn(record['category']));
      continue;
    }
    number += 1;
    const name = textIn(record['name']) || textOfHtml(textIn(record['questiontext'])).text;
    const item = `Question ${number}${name === '' ? '' : ` (${name.slice(0, 40)})`}`;
    into.take(item, record, (question, note) => readQuestion(question, note, into));
  }
  return into.finish({}, () => ({}), title);
}

/** Moodle writes out what a question does not have: texts of nothing but a format. @param {XmlRecord} record @returns {XmlRecord} */
function withoutBlanks(record) {
  for (const [name, nodes] of Object.entries(record)) {
    if (!Array.isArray(nodes)) continue;
    const kept = nodes.filter((node) =>
      typeof node === 'string'
        ? node !== ''
        : Object.keys(withoutBlanks(node)).some((key) => key !== '@format'),
    );
    if (kept.length > 0) record[name] = kept;
    else delete record[name];
  }
  return record;
}

/** @param {XmlRecord} question @param {Note} note @param {Into} into @returns {Raw | string} */
function readQuestion(question, note, into) {
  const asked = question['questiontext'];
  /** @type {{ src: string, alt: string }[]} */
  const pictures = [];
  const text = shownText(markedIn(asked, note), note, (found) => pictures.push(...found));
  if (flag(question['hidden'], note))
    note('Moodle keeps it hidden, as a version of a question that was changed');
  const grade = Number(one(question['defaultgrade']) || 1);
  const kind = readKind(question, note);
  if (typeof kind === 'string') return kind;
  return {
    text,
    ...into.pictureOf(pictures, (src) => fileIn(asked, src), note),
    explanation: shownText(markedIn(question['generalfeedback'], note), note),
    points: Math.round(grade * POINTS),
    ...kind,
    penalty: Math.round(Number(kind.penalty ?? 0) * grade),
  };
}

/** @param {XmlRecord} question @param {Note} note @returns {Raw | string} */
function readKind(question, note) {
  const type = String(question['@type']);
  const answers = () => list(question['answer']).map((answer) => answerOf(answer, note));
  switch (type) {
    case 'description':
      return { type: 'slide', points: POINTS };
    case 'truefalse': {
      const all = answers();
      const right = all.findIndex(({ weight }) => weight === 100);
      const isClear = all.length === 2 && all.every(({ weight }) => weight === 0 || weight === 100);
      if (!isClear || all[1 - right]?.weight !== 0)
        return 'It is not said that true or false alone is right.';
      const words = all.map(({ text }) => text.toLowerCase());
      if (words.toSorted().join() === 'false,true')
        return { type: 'truefalse', isTrue: words[right] === 'true' };
      note(
        `Its answers are ${words.map((word) => `“${word}”`).join(' and ')}; as in Moodle, the first was taken for true`,
      );
      return { type: 'truefalse', isTrue: right === 0 };
    }
    case 'multichoice':
    case 'multichoiceset': {
      const isSingle = type === 'multichoice' && flag(question['single'] ?? ['true'], note);
      return { ...readOptions(answers(), isSingle, note), shuffle: flag(question['shuffleanswers'], note) };
    }
    case 'shortanswer':
      return { ...readWords(answers(), note), matchCase: flag(question['usecase'], note) };
    case 'numerical': {
      const figures = list(question['answer']).map((answer) => ({
        ...answerOf(answer, note),
        tolerance: one(inside(answer, 'tolerance')),
      }));
      const known = figures.filter(({ text }) => text !== REST);
      return readNumeric(
        known.map(({ text, tolerance, ...rest }) => ({ ...rest, text: `${text}:${tolerance || '0'}` })),
        note,
      );
    }
    default:
      return `A question of the type ${type} is not possible here.`;
  }
}

/** @param {string | XmlRecord} answer @param {Note} note @returns {Answer} */
function answerOf(answer, note) {
  return { ...markedIn([answer], note), weight: Number(inside(answer, '@fraction') ?? 0) };
}

/** @param {XmlRecord[string] | undefined} nodes the first of which has a text and a format @param {Note} note @returns {Marked} */
function markedIn(nodes, note) {
  const [node] = list(nodes);
  const named = String(inside(node, '@format') ?? '');
  const format = FORMATS.get(named) ?? '';
  if (format === '' && named !== '') note(`The format “${named}” is not known; its text was taken as typed`);
  return { text: textIn(nodes), format: /** @type {Format} */ (format) };
}

/** @param {XmlRecord[string] | undefined} nodes @returns {string} */
function textIn(nodes) {
  const [node] = list(nodes);
  return typeof node === 'string' ? node : one(inside(node, 'text') ?? inside(node, '#'));
}

/** @param {XmlRecord[string] | undefined} nodes @param {string} src `@@PLUGINFILE@@/a%20b.png` @returns {Uint8Array | undefined} */
function fileIn(nodes, src) {
  const [node] = list(nodes);
  const wanted = src.replace(/^@@PLUGINFILE@@\//, '').replace(/\?.*$/, '');
  const file = list(inside(node, 'file')).find((each) =>
    [wanted, uriDecoded(wanted)].includes(
      `${inside(each, '@path') ?? '/'}${inside(each, '@name')}`.replace(/^\//, ''),
    ),
  );
  if (file === undefined || inside(file, '@encoding') !== 'base64') return undefined;
  return Buffer.from(one(inside(file, '#')), 'base64');
}

/** @param {XmlRecord[string] | undefined} nodes */
function list(nodes) {
  return Array.isArray(nodes) ? nodes : nodes === undefined ? [] : [nodes];
}

/** @param {string | XmlRecord | undefined} node @param {string} name */
function inside(node, name) {
  return typeof node === 'object' ? node[name] : undefined;
}

/** @param {XmlRecord[string] | undefined} nodes @returns {string} the text of the first */
function one(nodes) {
  const [node] = list(nodes);
  return typeof node === 'string' ? node : String(inside(node, '#') ?? '');
}

/** @param {XmlRecord[string] | undefined} nodes @param {Note} note */
function flag(nodes, note) {
  const text = one(nodes);
  if (!/^(?:0|1|true|false|)$/i.test(text))
    note(`A mark of it is neither true nor false: “${text.slice(0, 60)}”`);
  return /^(?:1|true)$/i.test(text);
}
