/**
 * Reads a deck: Markdown into slides with notes, companion text, fragments and elements, and back. It stands anything,
 * knows neither server nor browser, and what it cannot take it says with the slide and the line.
 */

/** @import { DeckDocument, ElementDefinition, Slide } from '../types.js' */

import { cleanText } from './clean.js';
import { isKind, readElement, writeElement } from './elements.js';
import { cutSlides, readRegions } from './lines.js';
import { readLanguage } from './language.js';
import { LIMITS } from './limits.js';
import { THEMES, TRANSITIONS } from './looks.js';
import { titleOf } from './title.js';

export { LIMITS } from './limits.js';

/**
 * A problem of a deck: `slide` and `line` count from 1, and 0 stands for the deck as a whole. `text` ends a sentence.
 * @typedef {{ slide: number, line: number, text: string }} Problem
 */

/**
 * Reads the slides of a deck. A slide with a problem is there all the same, without what was wrong.
 * @param {unknown} markdown anything but a text reads as an empty deck
 * @returns {{ slides: Slide[], problems: Problem[] }} in the order of their lines
 */
export function parseDeck(markdown) {
  /** @type {Problem[]} */
  const problems = [];
  const text = cleanText(typeof markdown === 'string' ? markdown.slice(0, 2 * LIMITS.bytes) : '');
  const size = bytesOf(typeof markdown === 'string' ? markdown : '');
  if (size > LIMITS.bytes)
    problems.push({ slide: 0, line: 0, text: tooMany(`${kb(size)} KB`, `${kb(LIMITS.bytes)} KB`) });
  if (text.trim() === '') return { slides: [], problems };
  const cuts = cutSlides(text.split('\n'));
  if (cuts.length > LIMITS.slides)
    problems.push({ slide: 0, line: 0, text: tooMany(`${figure(cuts.length)} slides`, `${LIMITS.slides}`) });
  const slides = cuts
    .slice(0, LIMITS.slides)
    .map((cut, at) =>
      readSlide(cut, (line, problem) => problems.push({ slide: at + 1, line, text: problem })),
    );
  nameTwins(slides);
  return { slides: slides.every(isBlank) ? [] : slides, problems };
}

/**
 * @param {import('./lines.js').Cut} cut
 * @param {(line: number, text: string) => void} report
 * @returns {Slide}
 */
function readSlide({ lines, first, unclosed }, report) {
  if (unclosed !== null) report(unclosed, 'this code block never ends: close it with a line of ```');
  const { body, blocks, notes, phone, fragments } = readRegions(lines, first);
  const markdown = trimmed(body);
  const title = titleOf(markdown, LIMITS.question);
  if (body.length > LIMITS.lines)
    report(first, tooMany(`${figure(body.length)} lines`, `${LIMITS.lines} on a slide`));
  if (fragments > LIMITS.fragments)
    report(first, tooMany(`${figure(fragments)} parts that appear one at a time`, `${LIMITS.fragments}`));
  checkLength('notes', notes, LIMITS.notes, first, report);
  checkLength('companion text', phone, LIMITS.phone, first, report);
  const [block, second] = blocks;
  const element = block ? elementOf(block, title, report) : null;
  const asked = element && 'question' in element ? element.question : '';
  if (second)
    report(second.line, `there is a second element, "${second.kind}": put it on a slide of its own`);
  return {
    title: cut(title || asked, LIMITS.slideTitle),
    markdown,
    notes: trimmed(notes),
    phone: trimmed(phone),
    fragments: Math.min(fragments, LIMITS.fragments),
    element,
  };
}

/** @param {import('./lines.js').Block} block @param {string} heading @param {(line: number, text: string) => void} report @returns {ElementDefinition | null} */
function elementOf({ kind, lines, line }, heading, report) {
  return isKind(kind) ? readElement(kind, lines, { line: line + 1, heading, report }) : null;
}

/** @param {string} name @param {string[]} lines @param {number} most @param {number} first @param {(line: number, text: string) => void} report */
function checkLength(name, lines, most, first, report) {
  const { length } = trimmed(lines);
  if (length > most)
    report(
      first,
      `its ${name} ${name === 'notes' ? 'have' : 'has'} ${figure(length)} characters, and ${figure(most)} is the most`,
    );
}

/** @param {Slide} slide */
function isBlank({ markdown, notes, phone, element }) {
  return element === null && markdown === '' && notes === '' && phone === '';
}

/** The same question once more is another element. @param {Slide[]} slides */
function nameTwins(slides) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  for (const { element } of slides) {
    if (!element) continue;
    const count = (seen.get(element.id) ?? 0) + 1;
    seen.set(element.id, count);
    if (count > 1) element.id = `${element.id}-${count}`;
  }
}

/**
 * Writes slides as Markdown, from which `parseDeck` reads the same slides.
 * @param {Pick<Slide, 'markdown' | 'notes' | 'phone' | 'element'>[]} slides
 * @returns {string}
 */
export function writeDeck(slides) {
  return slides.map((slide) => `${writeSlide(slide)}\n`).join('\n---\n\n');
}

/** @param {Pick<Slide, 'markdown' | 'notes' | 'phone' | 'element'>} slide */
function writeSlide({ markdown, notes, phone, element }) {
  const parts = [
    markdown,
    element ? ['```' + element.kind, ...writeElement(element), '```'].join('\n') : '',
    notes === '' ? '' : `Note:\n${notes}`,
    phone === '' ? '' : `Phone:\n${phone}`,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/**
 * Says what is wrong with a document, as the server asks before it stores one. Decks with a problem are refused, so that
 * a talk only ever meets decks that it can show.
 * @param {unknown} document
 * @returns {string} '' for a deck that is good, else what is wrong, to end a sentence
 */
export function checkDeck(document) {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return 'it is no deck';
  const {
    title,
    theme,
    transition,
    language = '',
    markdown,
    ...others
  } = /** @type {Record<string, unknown>} */ (document);
  if (typeof title !== 'string') return 'its title is missing';
  if ([...title].length > LIMITS.title)
    return `its title has ${figure([...title].length)} characters, and ${LIMITS.title} is the most`;
  if (!isOne(THEMES, theme)) return `its theme is ${shown(theme)}, must be one of ${THEMES.join(', ')}`;
  if (!isOne(TRANSITIONS, transition))
    return `its transition is ${shown(transition)}, must be one of ${TRANSITIONS.join(', ')}`;
  if (typeof language !== 'string' || readLanguage(language) === null)
    return `its language is ${shown(language)}, must be a tag such as de or en-GB, or empty`;
  if (typeof markdown !== 'string') return 'its markdown is missing';
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    return `${shown(unknown)} is no part of a deck: title, theme, transition, language, markdown`;
  const [problem] = parseDeck(markdown).problems;
  return problem ? problemText(problem) : '';
}

/** @param {Problem} problem @returns {string} with its place, to end a sentence */
export function problemText({ slide, line, text }) {
  return slide === 0 ? `it ${text}` : `slide ${slide}, line ${line}: ${text}`;
}

/** @param {unknown} document that `checkDeck` accepts @returns {{ title: string, theme: string, transition: string, language: string, markdown: string }} without what nobody sees */
export function completeDeck(document) {
  const { title, theme, transition, language = '', markdown } = /** @type {DeckDocument} */ (document);
  return {
    title: cleanText(title).replace(/\s+/g, ' ').trim(),
    theme,
    transition,
    language: readLanguage(language) ?? '',
    markdown: cleanText(markdown),
  };
}

/** @returns {DeckDocument} a new one */
export function emptyDeck() {
  return {
    title: '',
    theme: String(THEMES[0]),
    transition: String(TRANSITIONS[0]),
    language: '',
    markdown: '',
  };
}

/** @param {readonly string[]} list @param {unknown} value an absent one counts, and is filled in @returns {boolean} */
function isOne(list, value) {
  return typeof value === 'string' && list.includes(value);
}

/** @param {string[]} lines */
function trimmed(lines) {
  return lines
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}

/** @param {string} text @param {number} most */
function cut(text, most) {
  const signs = [...text];
  return signs.length > most
    ? `${signs
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : text;
}

/** @param {string} what @param {string} most */
function tooMany(what, most) {
  return `has ${what}, and ${most} is the most`;
}

/** @param {string} text as UTF-8 */
function bytesOf(text) {
  return new TextEncoder().encode(text).length;
}

/** @param {number} bytes */
function kb(bytes) {
  return figure(Math.ceil(bytes / 1000));
}

/** @param {number} value */
function figure(value) {
  return value.toLocaleString('en');
}

/** @param {unknown} value */
function shown(value) {
  return typeof value === 'string'
    ? JSON.stringify(value.slice(0, 30))
    : value === undefined
      ? 'missing'
      : 'no text';
}
