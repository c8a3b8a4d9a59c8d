/** A deck as one HTML page to print or to give away, with a slide on each sheet: the report of a talk that nobody has answered. */

/** @import { DeckDocument, ElementDefinition } from '../types.js' */
/** @import { About } from './report-parts.js' */

import { slideTable } from '../rules/results.js';
import { parseDeck } from '../shared/deck.js';
import { toReport } from './report.js';

/**
 * Writes the page, with words in the language of the deck where there are any, else in that of the reader. Questions stand on their slides with all options, and nothing says which of them are right.
 * @param {DeckDocument} deck @param {Pick<About, 'picture' | 'lang'>} about
 * @returns {Promise<string>}
 */
export function writeHandout(deck, { picture, lang }) {
  const slides = parseDeck(deck.markdown).slides.map((slide) => ({
    ...slide,
    markdown: [slide.markdown, ...askedOn(slide.title, slide.element)].join('\n\n'),
  }));
  return toReport([slideTable(slides, () => '')], {
    ...{ title: deck.title, heading: deck.title },
    ...{ atMs: Date.now(), picture, lang, language: deck.language },
  });
}

/** @param {string} title of the slide @param {ElementDefinition | null} element @returns {string[]} Markdown */
function askedOn(title, element) {
  if (!element || element.kind === 'game') return [];
  const options = 'options' in element ? element.options.filter((option) => option !== element.question) : [];
  return [
    element.question === title ? '' : `**${plain(element.question)}**`,
    options.map((option) => `- ${plain(option)}`).join('\n'),
  ].filter((part) => part !== '' && part !== '****');
}

/** Questions and options are no Markdown, so none of their signs may mean something. @param {string} text */
function plain(text) {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
