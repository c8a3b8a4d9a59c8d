/** A game that costs: each input and each tick burn processor time, so that a server jams with few phones. */

import { defineGame } from '../../../../lib/define-game.js';

/** What one input costs, and one tick, in ms; of the running game. */
const cost = { inputMs: 0, tickMs: 0 };

export default defineGame({
  title: 'Furnace',
  input: { heat: { type: 'number', minimum: 0, maximum: 1 } },
  aggregate: {
    empty: () => ({ count: 0 }),
    add(sum) {
      burn(cost.inputMs);
      return { count: sum.count + 1 };
    },
    merge: (a, b) => ({ count: a.count + b.count }),
  },
  settings: {
    inputUs: { type: 'number', minimum: 0, maximum: 1000, default: 50 },
    tickMs: { type: 'number', minimum: 0, maximum: 40, default: 0 },
  },
  setup: () => ({ count: 0 }),
  tick(state, sum, { settings }) {
    cost.inputMs = Number(settings['inputUs']) / 1000;
    cost.tickMs = Number(settings['tickMs']);
    burn(cost.tickMs);
    state.count += sum.count;
  },
  frame: ({ count }) => ({ count }),
  notice: ({ count }) => ({ count }),
});

/** @param {number} ms */
function burn(ms) {
  if (ms <= 0) return;
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}
