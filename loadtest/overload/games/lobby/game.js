/**
 * A game that costs: each input and each tick burn processor time, so that a server jams with few phones. It has the
 * lobby's name because the lobby is what runs when a server starts.
 */

import { defineGame } from 'mass-mobile';
import { createShares } from './shares.js';

/** What one input costs, and one tick, in ms; of the running game. */
const cost = { inputMs: 0, tickMs: 0 };
const roundsPerMs = measureSpin();
/** Of the only room there is. */
const shares = createShares();

export default defineGame({
  title: 'Furnace',
  input: { who: { type: 'integer', minimum: 0, maximum: 65_535 } },
  aggregate: {
    empty: () => ({ count: 0 }),
    add(sum, { who }) {
      burn(cost.inputMs);
      shares.count(Number(who));
      return { count: sum.count + 1 };
    },
    merge: (a, b) => ({ count: a.count + b.count }),
  },
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
    cost.inputMs = Number(settings['inputUs']) / 1000;
    cost.tickMs = Number(settings['tickMs']);
    burn(cost.tickMs);
    state.count += sum.count;
    shares.look(nowMs, Number(settings['deafShare']));
  },
  frame: ({ count }) => ({ count }),
  notice: ({ count, words }) => ({ count, words, ...shares.reading }),
});

/** Without looking at the clock, which leaves a number behind at each look: a furnace of memory, too. @param {number} ms */
function burn(ms) {
  spin(Math.round(ms * roundsPerMs));
}

/** @param {number} rounds @returns {number} */
function spin(rounds) {
  let x = 1;
  for (let i = 0; i < rounds; i++) x = (x ^ (x << 13) ^ (x >>> 7)) | 0;
  return x;
}

function measureSpin() {
  const rounds = 2e6;
  const times = Array.from({ length: 5 }, () => {
    const startMs = performance.now();
    spin(rounds);
    return performance.now() - startMs;
  });
  return rounds / Math.min(...times);
}
