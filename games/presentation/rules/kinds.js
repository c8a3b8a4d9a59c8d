/** The kinds of elements that take answers of figures, by their name. Words and texts are in words.js. */

/** @import { Answer, ElementDefinition, ElementView } from '../types.js' */
/** @import { Given } from './state.js' */

import { poll } from './poll.js';
import { quiz } from './quiz.js';
import { rank } from './rank.js';
import { scale } from './scale.js';

/**
 * @typedef {object} Kind
 * @property {(definition: any) => number[][]} empty the tally of nobody
 * @property {(definition: any, value: string) => Given} read throws a refusal with a sentence for the player
 * @property {(definition: any, tally: number[][], given: Given, by: 1 | -1) => void} count takes an answer in, or out
 * @property {(definition: any, tally: number[][]) => Exclude<ElementView, { kind: 'quiz' }>} view
 * @property {() => Exclude<ElementView, { kind: 'quiz' }>} hidden the view that tells nothing
 * @property {(before: any, now: any, given: Given) => Given | null} move an answer to a changed definition; null: nothing is left
 * @property {(given: Given) => Answer} answer as its player is shown it
 */

/** @type {Readonly<Record<string, Kind>>} */
const KINDS = Object.freeze({ poll, quiz, rank, scale });

/** @param {ElementDefinition['kind']} kind @returns {Kind | null} null for one that takes no figures */
export function kindOf(kind) {
  return KINDS[kind] ?? null;
}

/**
 * Counts all answers anew.
 * @param {ElementDefinition} definition @param {Record<string, Given>} answers
 * @returns {number[][]}
 */
export function recount(definition, answers) {
  const kind = kindOf(definition.kind);
  if (!kind) return [];
  const tally = kind.empty(definition);
  for (const given of Object.values(answers)) kind.count(definition, tally, given, 1);
  return tally;
}
