/** Adds up what comes in. It has the lobby's name because the lobby is what runs when a server starts. */
import { defineGame, totals } from 'mass-mobile';

/** For the process around it, which is asked whether all that was sent was folded. */
export const folded = { count: 0, n: 0 };

export default defineGame({
  title: 'Adder',
  input: { n: { type: 'integer', minimum: 0, maximum: 255 } },
  aggregate: totals('n'),
  setup: () => ({ count: 0, n: 0 }),
  tick(state, sum) {
    state.count += sum.count;
    state.n += sum.n;
    Object.assign(folded, state);
  },
  frame: (state) => state,
});
