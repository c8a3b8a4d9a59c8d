/** A scale: statements that are rated. Its tally has a row for each statement, with how many gave which value. */

/** @import { ElementDefinition } from '../types.js' */
/** @import { Given } from './state.js' */

import { refuse } from 'mass-mobile';
import { addTo, placeMoved, round, zeros } from './figures.js';

/** @typedef {Extract<ElementDefinition, { kind: 'scale' }>} Scale */

export const scale = {
  /** @param {Scale} definition */
  empty: ({ options, from, to }) => options.map(() => zeros(to - from + 1)),

  /** @param {Scale} definition @param {string} value one for each statement with gaps, such as `3,,5` @returns {Given} @throws the sentence for the player */
  read({ options, from, to }, value) {
    const parts = value.split(',').map((part) => part.trim());
    if (parts.length !== options.length)
      throw refuse(`An answer has ${options.length} values with commas between them, and gaps are empty.`);
    const values = parts.map((part) => (part === '' ? null : Number(part)));
    if (values.some((one) => one !== null && !(Number.isInteger(one) && one >= from && one <= to)))
      throw refuse(`The values of this scale are whole numbers from ${from} to ${to}.`);
    if (values.every((one) => one === null)) throw refuse('Rate at least one statement.');
    return values;
  },

  /** @param {Scale} definition @param {number[][]} tally @param {Given} values @param {1 | -1} by */
  count({ from }, tally, values, by) {
    values.forEach((value, item) => value !== null && addTo(tally[item] ?? [], value - from, by));
  },

  /** @param {Scale} definition @param {number[][]} tally */
  view: ({ from }, tally) => ({
    kind: /** @type {const} */ ('scale'),
    items: tally.map((counts) => ({ mean: meanOf(counts, from), counts })),
  }),
  /** @returns {{ kind: 'scale', items: null }} */
  hidden: () => ({ kind: 'scale', items: null }),

  /** @param {Scale} before @param {Scale} now @param {Given} values @returns {Given | null} null: nothing of it is left */
  move(before, now, values) {
    const moved = now.options.map((_, place) => {
      const value = values[placeMoved(now.options, before.options, place)] ?? null;
      return value !== null && value >= now.from && value <= now.to ? value : null;
    });
    return moved.every((value) => value === null) ? null : moved;
  },

  /** @param {Given} values */
  answer: (values) => ({ values }),
};

/** @param {number[]} counts @param {number} from the value of the first @returns {number | null} null: nobody yet */
export function meanOf(counts, from) {
  const n = counts.reduce((sum, count) => sum + count, 0);
  const total = counts.reduce((sum, count, at) => sum + count * (from + at), 0);
  return n === 0 ? null : round(total / n);
}
