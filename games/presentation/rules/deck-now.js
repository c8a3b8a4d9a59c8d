/** The deck that is on: read once for each document, and found again by a talk when it was changed. */

/** @import { DeckDocument, PublicDefinition, Slide } from '../types.js' */
/** @import { TalkContext } from '../settings.js' */

import { digestOf } from '../shared/ids.js';
import { parseDeck } from '../shared/deck.js';

/** @typedef {{ title: string, theme: string, transition: string, language: string, slides: Slide[], digest: string }} Deck */

/** @type {Deck} */
const NONE = Object.freeze({
  title: '',
  theme: 'night',
  transition: 'slide',
  language: '',
  slides: [],
  digest: '-',
});
/**
 * The server gives the same object as long as a document stays the same. To read one takes some ms, too much for each frame;
 * what is remembered here follows from the document alone, so it is no state.
 * @type {WeakMap<object, Deck>}
 */
const read = new WeakMap();

/** @param {Pick<TalkContext, 'content'>} ctx @returns {Deck} one without slides where none is chosen */
export function deckOf({ content }) {
  if (!content) return NONE;
  const before = read.get(content);
  if (before) return before;
  const { title, theme, transition, language = '', markdown } = content;
  const { slides } = parseDeck(markdown);
  const digest = digestOf(JSON.stringify([title, theme, transition, language, markdown]));
  const deck = { title, theme, transition, language, slides, digest };
  read.set(content, deck);
  return deck;
}

/** @type {Slide} */
const EMPTY = Object.freeze({ title: '', markdown: '', notes: '', phone: '', fragments: 0, element: null });

/** @param {Deck} deck @param {number} at @returns {Slide} an empty one past the end */
export function slideAt({ slides }, at) {
  return slides[at] ?? EMPTY;
}

/** @param {NonNullable<Slide['element']>} definition @returns {PublicDefinition} without what nobody may know yet */
export function publicOf(definition) {
  if (definition.kind !== 'quiz') return definition;
  const { right: _, ...rest } = definition;
  return rest;
}
