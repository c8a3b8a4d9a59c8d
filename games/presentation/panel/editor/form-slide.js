/** A slide as a form shows it, read from its Markdown and written as Markdown. */

/** @import { ElementDefinition } from '../../types.js' */
/** @import { TreeNode } from '../../shared/tree.js' */

import { draftElement, isKind } from '../../shared/elements.js';
import { cutSlides, readRegions } from '../../shared/lines.js';
import { markdownTree } from '../../shared/markdown.js';
import { parseDeck, writeDeck } from '../../shared/deck.js';

/**
 * How the text of a slide is written: as it is, as points, or as points that appear one at a time.
 * @typedef {'text' | 'points' | 'steps'} Style
 */
/**
 * @typedef {object} FormSlide
 * @property {string} source its Markdown
 * @property {boolean} isFree it has what a form does not know, or would change: it is edited as Markdown
 * @property {string} hashes of the heading: `#` for a large one
 * @property {string} heading
 * @property {Style} style
 * @property {string} body without the marks of its points
 * @property {{ alt: string, url: string }[]} pictures below the text
 * @property {ElementDefinition | null} element may lack its question or options: it is being written
 * @property {string} notes @property {string} phone
 */

/** @type {Readonly<Record<Exclude<Style, 'text'>, string>>} */
const POINT = Object.freeze({ points: '-', steps: '+' });
const HEADING = /^(#{1,2})[ \t]+(.*)$/;
const PICTURE = /^!\[([^\]\\]*)\]\(([^\s()]+)\)$/;
/** A line that means something in Markdown by how it begins, and one that ends a slide or begins its notes. */
const MARKED = /^(?:[#>|`~*+=-]|\d{1,9}[.)]|!\[|<|\s)/;
const SEPARATOR = /^ {0,3}(?:---|--)[ \t]*$/;
const REGION = /^ ?(?=(?:notes?|phone):)/i;
/** Two spaces at its end keep the break after a line. */
const BREAK = '  ';

/** @returns {FormSlide} */
export function blankSlide() {
  return {
    ...{ source: '', isFree: false, hashes: '#', heading: '', style: 'text', body: '' },
    ...{ pictures: [], element: null, notes: '', phone: '' },
  };
}

/** @param {string} markdown of a deck @returns {FormSlide[]} at least one */
export function readSlides(markdown) {
  return cutSlides(markdown.split('\n')).map(({ lines }) => readSlide(lines.join('\n')));
}

/** @param {readonly FormSlide[]} slides @returns {string} the Markdown of their deck */
export function writeSlides(slides) {
  const text = slides.map(({ source }) => source.replace(/^\n*|\n*$/g, '')).join('\n\n---\n\n');
  return text.trim() === '' ? '' : `${text}\n`;
}

/** @param {string} source of one slide @returns {FormSlide} */
export function readSlide(source) {
  const [lines = []] = cutSlides(source.split('\n')).map((cut) => cut.lines);
  const { body, blocks, notes, phone } = readRegions(lines, 1);
  const [block] = blocks;
  const form = {
    ...blankSlide(),
    ...readBody(body.join('\n').trim()),
    element: block && isKind(block.kind) ? draftElement(block.kind, block.lines) : null,
    notes: released(notes.join('\n')).trim(),
    phone: released(phone.join('\n')).trim(),
  };
  return { ...form, source, isFree: meaningOf(source) !== meaningOf(writeSlide(form)) };
}

/** @param {FormSlide} slide @returns {string} Markdown, from which `readSlide` reads the same form */
export function writeSlide({ hashes, heading, style, body, pictures, element, notes, phone }) {
  const title = heading.replace(/\s+/g, ' ').trim();
  const parts = [
    title === '' ? '' : `${hashes} ${title}`,
    writeBody(style, body),
    ...pictures.map(({ alt, url }) => `![${alt.replace(/[[\]\\]/g, ' ')}](${url})`),
  ];
  const markdown = parts.filter((part) => part !== '').join('\n\n');
  return writeDeck([
    {
      markdown,
      element: element && 'options' in element ? withoutBlanks(element) : element,
      notes: guarded(notes),
      phone: guarded(phone),
    },
  ]).trimEnd();
}

/**
 * Finds what a slide lacks, or what is wrong with it. A deck in which something is cannot be saved.
 * @param {FormSlide} slide
 * @returns {string} the key of a text, or a sentence about what only Markdown can have; '': nothing
 */
export function problemOf({ heading, element, isFree, source }) {
  if (!isFree && element && element.kind !== 'game' && element.kind !== 'questions') {
    if (element.question.trim() === '' && heading.trim() === '') return 'talk.form.unready.question';
    const problem = 'options' in element ? optionsProblem(element) : '';
    if (problem) return problem;
  }
  return parseDeck(source).problems[0]?.text ?? '';
}

/** @param {{ kind: string, options: string[], right?: number[] }} element */
function optionsProblem({ kind, ...element }) {
  const { options, right = [] } = withoutBlanks(element);
  if (options.length < 2 && kind !== 'scale') return 'talk.form.unready.options';
  if (new Set(options).size < options.length) return 'talk.form.unready.twice';
  return kind === 'quiz' && right.length === 0 ? 'talk.form.unready.right' : '';
}

/** @param {string} markdown @returns {Pick<FormSlide, 'hashes' | 'heading' | 'style' | 'body' | 'pictures'>} */
function readBody(markdown) {
  const lines = markdown.split('\n');
  const [, hashes = '#', heading = ''] = HEADING.exec(lines[0] ?? '') ?? [];
  if (heading !== '') lines.shift();
  /** @type {FormSlide['pictures']} */
  const pictures = [];
  for (;;) {
    while (lines.at(-1)?.trim() === '') lines.pop();
    const [, alt = '', url] = PICTURE.exec(lines.at(-1) ?? '') ?? [];
    if (url === undefined) break;
    pictures.unshift({ alt, url });
    lines.pop();
  }
  const text = lines.join('\n').trim();
  const style = /** @type {const} */ (['points', 'steps']).find((one) =>
    text.split('\n').every((line) => line.trimStart().startsWith(`${POINT[one]} `)),
  );
  if (style) return { hashes, heading, style, body: text.replace(/^(\s*)[-+] /gm, '$1'), pictures };
  return { hashes, heading, style: 'text', body: readText(text), pictures };
}

/** @param {string} escaped body */
function readText(escaped) {
  const text = released(escaped);
  // A line that was only wrapped goes on; one with a break ends.
  return isPlain(text) ? text.replace(/(?<=\S)\n(?=\S)/g, ' ').replace(/ {2,}\n/g, '\n') : text;
}

/** @param {Style} style @param {string} body */
function writeBody(style, body) {
  if (style === 'text') {
    const text = body.replace(/^\n+|\s+$/g, '');
    return guarded(isPlain(text) ? text.replace(/(?<=\S)\n(?=\S)/g, `${BREAK}\n`) : text);
  }
  const lines = body.split('\n').filter((line) => line.trim() !== '');
  // Points that were pasted bring their marks.
  return lines
    .map((line) => line.replace(/^(\s*)(?:[-+*•–]\s+)?/, `$1${POINT[style]} `).trimEnd())
    .join('\n');
}

/** Writes lines such that none ends the slide or begins its notes. @param {string} text */
function guarded(text) {
  const kept = text.split('\n').map((line) => (SEPARATOR.test(line) ? '***' : line.replace(REGION, ' ')));
  return kept.join('\n').trimEnd();
}

/** Reads what `guarded` wrote. @param {string} text */
function released(text) {
  return text
    .split('\n')
    .map((line) => line.replace(REGION, ''))
    .join('\n');
}

/** Without marks of Markdown at the beginning of a line. @param {string} text */
function isPlain(text) {
  return text.split('\n').every((line) => !MARKED.test(line));
}

/**
 * An option that was not written yet is none.
 * @template {{ options: string[], right?: number[] }} T
 * @param {T} element @returns {T}
 */
function withoutBlanks(element) {
  const kept = element.options
    .map((option, at) => ({ option: option.trim(), at }))
    .filter(({ option }) => option !== '');
  const options = kept.map(({ option }) => option);
  const right = element.right && kept.flatMap(({ at }, now) => (element.right?.includes(at) ? [now] : []));
  return { ...element, options, ...(right && { right }) };
}

/** Gives the same for two texts that look and play the same, however they are written. @param {string} source */
function meaningOf(source) {
  const { slides, problems } = parseDeck(source);
  const [slide = null] = slides;
  const { markdown = '', notes = '', phone = '' } = slide ?? {};
  const trees = [markdown, notes, phone].map((text) => markdownTree(text).map(wordsOf));
  const said = [slides.length, trees, slide?.element, slide?.fragments, problems.map(({ text }) => text)];
  return JSON.stringify(said);
}

/** A tree whose texts are not parted where a line was wrapped. @param {TreeNode} node @returns {unknown} */
function wordsOf(node) {
  if (typeof node === 'string') return node.replace(/\s+/g, ' ');
  const { tag, attrs, children } = node;
  if (tag === 'code') return node;
  /** @type {unknown[]} */
  const merged = [];
  for (const child of children.map(wordsOf)) {
    const last = merged.at(-1);
    if (typeof child === 'string' && typeof last === 'string') merged[merged.length - 1] = last + child;
    else merged.push(child);
  }
  return { tag, attrs, children: merged };
}
