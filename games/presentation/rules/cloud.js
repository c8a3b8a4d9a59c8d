/** A word cloud: words of all phones, folded, counted, and shown when nobody has to approve them any more. */

/** @import { ElementDefinition } from '../types.js' */
/** @import { ElementState, Talk } from './state.js' */

import { remember } from './memo.js';
import { freshId, own } from './state.js';
import { foldWord } from './text.js';

/** @typedef {Extract<ElementDefinition, { kind: 'cloud' }>} Cloud */

/** A screen has room for no more. */
const SHOWN = 80;
/** Keys begin with a sign, since a word may be the name of something that every object has. */
const SIGN = '=';

/**
 * Takes a word. The newest words of a player count, as many as the element takes.
 * @param {Talk} talk @param {ElementState} element @param {{ id: string, name: string }} player @param {string} text cleaned
 */
export function addWord(talk, element, { id, name }, text) {
  const { most, approve } = /** @type {Cloud} */ (element.definition);
  const key = SIGN + foldWord(text);
  const mine = own(element.wordsOf, id);
  if (mine?.includes(key)) return;
  const word = (element.words[key] ??= {
    id: freshId(talk, 'w'),
    text,
    name,
    count: 0,
    state: approve ? 'pending' : 'shown',
  });
  word.count += 1;
  if (!mine) element.n += 1;
  const all = [...(mine ?? []), key];
  for (const gone of all.slice(0, -most)) dropWord(element, gone);
  element.wordsOf[id] = all.slice(-most);
  element.revision += 1;
}

/** A word that somebody judged is kept, so that it need not be judged again. @param {ElementState} element @param {string} key */
function dropWord({ words }, key) {
  const word = own(words, key);
  if (!word) return;
  word.count -= 1;
  if (word.count <= 0 && word.state === 'pending') delete words[key];
}

/**
 * The most frequent first; words of the same number in the order in which they came.
 * @param {ElementState} element
 * @returns {{ text: string, count: number }[]} at most 80
 */
export function wordsShown(element) {
  return remember(element, element.revision, () => allWords(element).slice(0, SHOWN));
}

/** @param {ElementState} element @returns {{ text: string, count: number }[]} all that are shown, the most frequent first */
function allWords({ words, definition }) {
  const { approve } = /** @type {Cloud} */ (definition);
  return Object.values(words)
    .filter(({ count, state }) => count > 0 && (state === 'shown' || (state === 'pending' && !approve)))
    .sort((a, b) => b.count - a.count)
    .map(({ text, count }) => ({ text, count }));
}

/** @param {ElementState} element @param {string} playerId @returns {string[]} what this player wrote, oldest first */
export function wordsOf({ words, wordsOf: all }, playerId) {
  return (own(all, playerId) ?? []).map((key) => own(words, key)?.text ?? '');
}
