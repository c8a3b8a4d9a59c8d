/** A game that adds up its inputs. It bears the lobby's name because a server starts with the lobby. */
import { defineGame, totals } from 'mass-mobile';

export default defineGame({
  title: 'Adder',
  input: { n: { type: 'integer', minimum: 0, maximum: 255 } },
  aggregate: totals('n'),
  setup: () => ({ count: 0, n: 0 }),
  tick(state, sum) {
    state.count += sum.count;
    state.n += sum.n;
  },
  frame: (state) => state,
  // The benchmark asks for it, to tell whether all that was sent was folded.
  panel: (state) => state,
});
