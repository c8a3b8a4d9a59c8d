/**
 * A ranking. Its tally is one row: the points of each option, of which the first place of n gives n and the last one 1 (a
 * Borda count), and behind them the number of answers.
 */

/** @import { ElementDefinition } from '../types.js' */
/** @import { Given } from './state.js' */

import { refuse } from 'mass-mobile';
import { addTo, placeMoved, readPlaces, round, zeros } from './figures.js';

/** @typedef {Extract<ElementDefinition, { kind: 'rank' }>} Rank */

export const rank = {
  /** @param {Rank} definition */
  empty: ({ options }) => [zeros(options.length + 1)],

  /** @param {Rank} definition @param {string} value all options, the best first, such as `2,0,1` @returns {Given} @throws the sentence for the player */
  read({ options }, value) {
    const order = readPlaces(value, options.length);
    if (order.length !== options.length) throw refuse(`Put all ${options.length} options into an order.`);
    return order;
  },

  /** @param {Rank} definition @param {number[][]} tally @param {Given} order @param {1 | -1} by */
  count({ options }, [row = []], order, by) {
    order.forEach((option, place) => addTo(row, option, by * (options.length - place)));
    addTo(row, options.length, by);
  },

  /** @param {Rank} definition @param {number[][]} tally */
  view({ options }, [row = []]) {
    const n = row[options.length] ?? 0;
    const points = row.slice(0, options.length);
    return {
      kind: /** @type {const} */ ('rank'),
      items: points.map((sum) => ({
        score: n === 0 ? 0 : round(sum / n),
        place: 1 + points.filter((other) => other > sum).length,
      })),
    };
  },
  /** @returns {{ kind: 'rank', items: null }} */
  hidden: () => ({ kind: 'rank', items: null }),

  /** An order of other options says nothing about these. @param {Rank} before @param {Rank} now @param {Given} order @returns {Given | null} */
  move(before, now, order) {
    const moved = order.map((place) => placeMoved(before.options, now.options, place ?? -1));
    return moved.length === now.options.length && !moved.includes(-1) ? moved : null;
  },

  /** @param {Given} order */
  answer: (order) => ({ order: /** @type {number[]} */ (order) }),
};
