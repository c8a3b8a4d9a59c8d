/** Takes words and texts for clouds and walls. */

/** @import { TalkContext } from '../settings.js' */
/** @import { Talk } from './state.js' */

import { refuse } from 'mass-mobile';
import { addWord } from './cloud.js';
import { openElement } from './elements.js';
import { MOST_TEXT, MOST_WORD, readText } from './text.js';
import { addText } from './wall.js';

/**
 * @param {Talk} talk
 * @param {{ player: { id: string, name: string }, value: { element: string, text: string }, atMs: number }} submission
 * @param {TalkContext} ctx
 * @returns {{}}
 */
export function acceptWord(talk, { player, value, atMs }, ctx) {
  const element = openElement(talk, value.element, atMs);
  const { kind } = element.definition;
  if (kind === 'cloud') addWord(talk, element, player, readText(value.text, MOST_WORD, ctx));
  else if (kind === 'wall') addText(talk, element, player, readText(value.text, MOST_TEXT, ctx));
  else throw refuse(`A ${kind} takes no words.`);
  return {};
}
