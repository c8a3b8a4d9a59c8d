/** A poll: one option or several. Its tally is one row, the votes of each option. */

/** @import { ElementDefinition } from '../types.js' */
/** @import { Given } from './state.js' */

import { refuse } from 'mass-mobile';
import { addTo, optionsMoved, readPlaces, zeros } from './figures.js';

/** @typedef {Extract<ElementDefinition, { kind: 'poll' }>} Poll */

export const poll = {
  /** @param {Poll} definition */
  empty: ({ options }) => [zeros(options.length)],

  /** @param {Poll} definition @param {string} value choices such as `0,2` @returns {Given} @throws the sentence for the player */
  read({ options, most }, value) {
    const choices = readPlaces(value, options.length);
    if (choices.length === 0) throw refuse('Choose an option first.');
    if (choices.length > most) throw refuse(`Choose ${most} at most.`);
    return choices.sort((a, b) => a - b);
  },

  /** @param {Poll} _definition @param {number[][]} tally @param {Given} choices @param {1 | -1} by */
  count(_definition, [row = []], choices, by) {
    for (const choice of choices) addTo(row, choice, by);
  },

  /** @param {Poll} _definition @param {number[][]} tally */
  view: (_definition, [row = []]) => ({ kind: /** @type {const} */ ('poll'), counts: row }),
  /** @returns {{ kind: 'poll', counts: null }} */
  hidden: () => ({ kind: 'poll', counts: null }),

  /** @param {Poll} before @param {Poll} now @param {Given} choices @returns {Given | null} null: nothing of it is left */
  move(before, now, choices) {
    const kept = optionsMoved(before.options, now.options, choices).slice(0, now.most);
    return kept.length > 0 ? kept : null;
  },

  /** @param {Given} choices */
  answer: (choices) => ({ choices: /** @type {number[]} */ (choices) }),
};
