/**
 * QTI 2.1, by which learning platforms exchange questions: an item a file, or a package of them.
 * Source: https://www.imsglobal.org/question/qtiv2p1/imsqti_infov2p1.html
 */

/** @import { Node, XmlRecord } from '../../../lib/import/xml.js' */
/** @import { Imported } from '../types.js' */
/** @import { Into, Note, Raw } from './collect.js' */

import { posix } from 'node:path';
import { allOf, attribute, readXml, recordOf } from 'mass-mobile/import';
import { collectPack } from './collect.js';
import { textOfHtml } from './html.js';
import { readOptions, shownText } from './moodle.js';

const BLANK = '_____';
const INTERACTION = /Interaction$/;
/** Cardinality and type of the answers that are understood. @type {Record<string, string[]>} */
const FORMS = {
  choiceInteraction: ['single identifier', 'multiple identifier'],
  orderInteraction: ['ordered identifier'],
  textEntryInteraction: ['single string', 'single integer', 'single float'],
};
/** Parts of a package that keep its books. */
const BOOKS = /(?:^|\/)imsmanifest\.xml$|\.(?:xsd|dtd|css)$|\/$|^__MACOSX\//i;

/**
 * @typedef {Record<string, string>} Attributes
 * @typedef {object} Asked
 * @property {string} kind `choiceInteraction`; '': none
 * @property {string} before HTML in front of the interaction, and behind it: `after`
 * @property {string} after
 * @property {string} prompt HTML
 * @property {Attributes[]} choices with their `html`
 * @property {Attributes} settings of the interaction
 * @property {Attributes} body of the itemBody
 * @property {string} others names of what else is inside
 */

/** @param {string} text */
export function looksLikeQti(text) {
  return /<(?:[\w-]+:)?assessmentItem[\s>]/.test(text);
}

/** @param {string} text @param {string} title @returns {Imported} @throws {ImportError} */
export function readQti(text, title) {
  return readItems(new Map([[`${title}.xml`, Buffer.from(text)]]), title);
}

/** @param {Map<string, Uint8Array>} parts of a package, by path @param {string} title @returns {Imported} @throws {ImportError} */
export function readQtiPackage(parts, title) {
  return readItems(parts, title);
}

/** @param {Map<string, Uint8Array>} parts @param {string} title */
function readItems(parts, title) {
  const into = collectPack('QTI');
  const shown = new Set();
  for (const [path, bytes] of [...parts].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))) {
    const text = /\.xml$/i.test(path) ? withoutPrefixes(new TextDecoder().decode(bytes)) : '';
    if (!looksLikeQti(text)) continue;
    shown.add(path);
    const items = allOf(readXml(text), 'assessmentItem');
    items.forEach((node) => {
      const bytesOf = (/** @type {string} */ src) => {
        const at = posix.normalize(posix.join(posix.dirname(path), src));
        shown.add(at);
        return parts.get(at);
      };
      const name = attribute(node, 'title') || attribute(node, 'identifier') || path;
      into.take(name.slice(0, 40), parse(node, text), (parsed, note) =>
        readItem(parsed, bytesOf, into, note),
      );
    });
  }
  for (const path of parts.keys())
    if (!shown.has(path) && !BOOKS.test(path))
      into.skip('The package', 'Only items and their pictures are read', path);
  return into.finish({}, () => ({}), title);
}

/** Programs differ in the prefix of names. @param {string} xml */
function withoutPrefixes(xml) {
  return xml.replace(/<(\/?)[A-Za-z][\w.-]*:(?=[A-Za-z])/g, '<$1');
}

/** @param {Node} node @param {string} source @returns {{ item: XmlRecord, asked: Asked | string }} */
function parse(node, source) {
  const body = node.children.find(({ name }) => name === 'itemBody');
  const item = recordOf({ ...node, children: node.children.filter((child) => child !== body) });
  for (const name of Object.keys(item)) if (/^@(?:xmlns|xsi|xml)\b/.test(name)) delete item[name];
  if (!body) return { item, asked: 'It has no itemBody.' };
  const [first, ...more] = interactionsIn(body);
  if (more.length > 0) return { item, asked: 'It asks for several things at once.' };
  const html = (/** @type {Node} */ { inner: [from, to] }) => source.slice(from, to);
  const prompt = first?.children.find(({ name }) => name === 'prompt');
  const choices = first?.children.filter(({ name }) => name === 'simpleChoice') ?? [];
  const others = first?.children.filter((child) => child !== prompt && !choices.includes(child)) ?? [];
  const [from, to] = first?.outer ?? [body.inner[1], body.inner[1]];
  const asked = {
    kind: first ? first.name : '',
    before: source.slice(body.inner[0], from),
    after: source.slice(to, body.inner[1]),
    prompt: prompt ? html(prompt) : '',
    choices: choices.map((choice) => ({ ...choice.attributes, html: html(choice) })),
    settings: first?.attributes ?? {},
    body: { ...body.attributes, ...prompt?.attributes },
    others: others.map(({ name }) => name).join(', '),
  };
  return { item, asked };
}

/**
 * @param {{ item: XmlRecord, asked: Asked | string }} parsed
 * @param {(src: string) => Uint8Array | undefined} bytesOf @param {Into} into @param {Note} note
 * @returns {Raw | string}
 */
function readItem({ item, asked }, bytesOf, into, note) {
  if (typeof asked === 'string') return asked;
  const { before, after, prompt, kind } = asked;
  const isGap = kind === 'textEntryInteraction' && textOfHtml(after).text !== '';
  const html = `${before}${isGap ? ` ${BLANK} ` : '\n'}${after}<div>${prompt}</div>`;
  /** @type {{ src: string, alt: string }[]} */
  const pictures = [];
  const text = shownText({ text: html, format: 'html' }, note, (found) => pictures.push(...found));
  void item[item['@title'] ? '@title' : '@identifier'];
  for (const name of ['@adaptive', '@timeDependent'])
    if (item[name] !== undefined && item[name] !== 'false')
      note(`Its ${name.slice(1)}, ${item[name]}, has no place in a quiz here`);
  const made = readAsked(asked, item, note);
  return typeof made === 'string' ? made : { text, ...into.pictureOf(pictures, bytesOf, note), ...made };
}

/** @param {Asked} asked @param {XmlRecord} item @param {Note} note @returns {Raw | string} */
function readAsked({ kind, choices, settings }, item, note) {
  if (kind === '') return { type: 'slide' };
  const forms = FORMS[kind];
  if (!forms) return `A question by ${kind} is not possible here.`;
  const declared = records(item['responseDeclaration']).find(
    (one) => one['@identifier'] === settings['responseIdentifier'],
  );
  if (!declared) return 'Its responseDeclaration is missing.';
  const { '@cardinality': cardinality, '@baseType': baseType } = declared;
  const form = `${cardinality} ${baseType}`;
  if (!forms.includes(form)) return `Its answer is ${form}, which does not fit ${kind}.`;
  const [correct] = records(declared['correctResponse']);
  const right = [correct?.['value'] ?? []]
    .flat()
    .map((value) => (typeof value === 'string' ? value : String(value['#'] ?? '')));
  const mapped = new Map(
    records(records(declared['mapping'])[0]?.['mapEntry']).map((entry) => [
      String(entry['@mapKey']),
      Number(entry['@mappedValue']),
    ]),
  );
  const [rules] = records(item['responseProcessing']);
  if (rules && !/\/(?:match_correct|map_response)(?:\.xml)?$/.test(String(rules['@template'] ?? '')))
    note('Its own rules for points are not taken over: the answers marked as correct count');
  const beyond = [...right, ...mapped.keys()].find(
    (key) => !choices.some(({ identifier }) => identifier === key),
  );
  switch (kind) {
    case 'choiceInteraction': {
      if (beyond !== undefined) return `Its answer ${beyond} is not there.`;
      const isSingle = cardinality === 'single' || settings['maxChoices'] === '1';
      const most = settings['maxChoices'] ?? '1';
      if (most !== '0' && most !== '1')
        note(`At most ${most} answers could be chosen; here it may be any number`);
      const weights = weightsOf(right, mapped, isSingle);
      const answers = choices.map(({ identifier = '', html: text = '' }) => ({
        text,
        format: /** @type {const} */ ('html'),
        weight: weights(identifier),
      }));
      return { ...readOptions(answers, isSingle, note), shuffle: settings['shuffle'] === 'true' };
    }
    case 'orderInteraction': {
      if (beyond !== undefined) return `Its answer ${beyond} is not there.`;
      const items = right.map((key) => choices.find(({ identifier }) => identifier === key)?.['html'] ?? '');
      if (items.length < choices.length) return 'Its order does not have all the answers.';
      return { type: 'order', items: items.map((text) => shownText({ text, format: 'html' }, note)) };
    }
    default:
      return baseType === 'string' ? readEntry(right, mapped, note) : readNumber(right, mapped);
  }
}

/**
 * @param {string[]} right @param {Map<string, number>} mapped values by answer @param {boolean} isSingle
 * @returns {(key: string) => number} weights in per cent, as Moodle has them
 */
function weightsOf(right, mapped, isSingle) {
  const values = [...mapped.values()].filter((value) => value > 0);
  const whole = isSingle ? Math.max(...values) : values.reduce((sum, value) => sum + value, 0);
  if (values.length > 0) return (key) => (100 * (mapped.get(key) ?? 0)) / whole;
  return (key) => (right.includes(key) ? 100 / (isSingle ? 1 : right.length) : isSingle ? 0 : -100);
}

/** @param {string[]} right @param {Map<string, number>} mapped @param {Note} note @returns {Raw} */
function readEntry(right, mapped, note) {
  const most = Math.max(0, ...mapped.values());
  for (const [key, value] of mapped)
    if (value !== most || most === 0) note(`“${key}” earned ${value} there, and nothing here`);
  const full = [...mapped].filter(([, value]) => value === most && most > 0).map(([key]) => key);
  return { type: 'text', accepted: [...new Set([...right, ...full])] };
}

/** @param {string[]} right @param {Map<string, number>} mapped @returns {Raw | string} */
function readNumber(right, mapped) {
  const [answer = '', ...more] = new Set([...right, ...mapped.keys()]);
  if (more.length > 0) return 'It has several right numbers, of which this quiz can judge one.';
  return answer.trim() !== '' && Number.isFinite(Number(answer))
    ? { type: 'number', answer: Number(answer) }
    : 'Its number could not be read.';
}

/** @param {Node} node @returns {Node[]} */
function interactionsIn(node) {
  return node.children.flatMap((child) => (INTERACTION.test(child.name) ? [child] : interactionsIn(child)));
}

/** @param {XmlRecord[string] | undefined} nodes @returns {XmlRecord[]} */
function records(nodes) {
  return (Array.isArray(nodes) ? nodes : []).filter((node) => typeof node === 'object');
}
