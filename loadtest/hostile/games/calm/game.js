/** A game that counts its ticks, so that a screen sees which of them it missed. */

import { defineGame, totals } from 'mass-mobile';

export default defineGame({
  title: 'Calm',
  input: { a: { type: 'integer', minimum: 0, maximum: 2 } },
  aggregate: totals('a'),
  setup: () => ({ ticks: 0 }),
  tick: (state) => void (state.ticks += 1),
  frame: ({ ticks }) => ({ ticks }),
});
