/**
 * A game that burns processor time with each input and each tick, so that a server jams with few phones. It bears the
 * lobby's name because a server starts with the lobby.
 */

import { defineGame } from 'mass-mobile';
import { makeFold } from '../../../../lib/contract/make-fold.js';
import { createShares } from './shares.js';

/** An input burns this much; there is only one room. */
let inputMs = 0;
const roundsPerMs = measureSpin();
const shares = createShares();

export default defineGame({
  title: 'Furnace',
  input: { who: { type: 'integer', minimum: 0, maximum: 65_535 } },
  // As one of the server's own, it runs at the edge: an author's fold would burn in the thread of its game.
  aggregate: makeFold({
    kind: 'furnace',
    empty: () => ({ count: 0 }),
    add(sum, { who }) {
      burn(inputMs);
      shares.count(Number(who));
      return { count: sum.count + 1 };
    },
    merge: (a, b) => ({ count: a.count + b.count }),
  }),
  submit: {
    word: {
      fields: { text: { type: 'string', maxLength: 40 } },
      accept: (state) => ({ number: ++state.words }),
    },
  },
  settings: {
    inputUs: { type: 'number', minimum: 0, maximum: 1000, default: 0 },
    tickMs: { type: 'number', minimum: 0, maximum: 40, default: 0 },
    deafShare: { type: 'number', minimum: 0, maximum: 1, default: 0 },
  },
  setup: () => ({ count: 0, words: 0 }),
  tick(state, sum, { settings, nowMs }) {
    inputMs = Number(settings['inputUs']) / 1000;
    burn(Number(settings['tickMs']));
    state.count += sum.count;
    shares.look(nowMs, Number(settings['deafShare']));
  },
  frame: ({ count }) => ({ count }),
  notice: ({ count, words }) => ({ count, words, ...shares.reading }),
});

/** Burns time without reading the clock, because each reading would allocate a number. @param {number} ms */
function burn(ms) {
  spin(Math.round(ms * roundsPerMs));
}

/** @param {number} rounds */
function spin(rounds) {
  let x = 1;
  for (let i = 0; i < rounds; i++) x = (x ^ (x << 13) ^ (x >>> 7)) | 0;
  return x;
}

/** @returns {number} rounds in a millisecond, at best */
function measureSpin() {
  const rounds = 2e6;
  const times = Array.from({ length: 5 }, () => {
    const startMs = performance.now();
    spin(rounds);
    return performance.now() - startMs;
  });
  return rounds / Math.min(...times);
}
