/** A wall of texts: each stands by itself, the newest first. */

/** @import { ElementDefinition } from '../types.js' */
/** @import { ElementState, Talk, WallText } from './state.js' */

import { remember } from './memo.js';
import { freshId, own } from './state.js';

/** @typedef {Extract<ElementDefinition, { kind: 'wall' }>} Wall */

const SHOWN = 40;

/**
 * Takes a text. The newest texts of a player count, as many as the element takes.
 * @param {Talk} talk @param {ElementState} element @param {{ id: string, name: string }} player @param {string} text cleaned
 */
export function addText(talk, element, { id, name }, text) {
  const { most, approve } = /** @type {Wall} */ (element.definition);
  const mine = own(element.wordsOf, id);
  if (!mine) element.n += 1;
  /** @type {WallText} */
  const added = { id: freshId(talk, 't'), playerId: id, name, text, state: approve ? 'pending' : 'shown' };
  element.texts[added.id] = added;
  const all = [...(mine ?? []), added.id];
  for (const gone of all.slice(0, -most)) delete element.texts[gone];
  element.wordsOf[id] = all.slice(-most);
  element.revision += 1;
}

/** @param {ElementState} element @returns {{ id: string, text: string, name: string }[]} at most 40, the newest first */
export function textsShown(element) {
  return remember(element, element.revision, () => {
    const texts = Object.values(element.texts).filter(({ state }) => state === 'shown');
    return texts
      .slice(-SHOWN)
      .reverse()
      .map(({ id, text, name }) => ({ id, text, name }));
  });
}

/** @param {ElementState} element @param {string} playerId @returns {string[]} what this player wrote, oldest first */
export function textsOf({ texts, wordsOf }, playerId) {
  return (own(wordsOf, playerId) ?? []).map((id) => texts[id]?.text ?? '');
}
