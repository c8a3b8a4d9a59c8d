/** A game that adds up its inputs. It bears the lobby's name because a server starts with the lobby. */
import { defineGame, totals } from 'mass-mobile';

/** The process around the game reads this to tell whether all that was sent was folded. */
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
