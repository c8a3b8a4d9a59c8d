/**
 * A game that shows everything a fault could spoil: how many levels it counts, which words were submitted, and a notice
 * twice a second. It bears the lobby's name because a server starts with the lobby.
 */

import { defineGame, mean } from 'mass-mobile';

const NOTICE_MS = 500;

export default defineGame({
  title: 'Tally',
  input: { y: { type: 'number', minimum: -1, maximum: 1 } },
  hold: true,
  aggregate: mean('y'),
  submit: {
    say: {
      fields: { word: { type: 'string', maxLength: 40 } },
      accept(state, { value }) {
        state.words.push(value.word);
        return { n: state.words.length };
      },
    },
  },
  setup: () => ({ words: /** @type {string[]} */ ([]), levels: 0, beat: 0 }),
  tick(state, sum, { nowMs }) {
    state.levels = sum.count;
    state.beat = Math.floor(nowMs / NOTICE_MS);
  },
  frame: ({ levels, words }) => ({ levels, words: words.length }),
  notice: ({ beat }) => ({ beat }),
  results: ({ words }) => [{ name: 'Words', columns: ['Word'], rows: words.map((word) => [word]) }],
});
