/** A small game for tests of submissions: it stores each word, its player and the order, while it is open. */

/** For `gamesFolder`. The receipt tells all that the state keeps of a submission, so that a test can compare. */
export const COUNT_GAME = {
  'game.js': `
import { defineGame, refuse } from 'mass-mobile';
export default defineGame({
  title: 'Count',
  settings: { roundS: { type: 'number', minimum: 0.05, maximum: 600, default: 600 } },
  setup: () => ({ open: true, round: 1, sinceMs: 0, said: [], here: {}, sum: 0 }),
  tick(state, _sum, ctx) {
    if (!state.open || ctx.nowMs - state.sinceMs < ctx.settings.roundS * 1000) return;
    Object.assign(state, { round: state.round + 1, sinceMs: ctx.nowMs });
  },
  submit: {
    say: {
      fields: { word: { type: 'string', maxLength: 40 } },
      accept(state, { player, value, id, atMs }, ctx) {
        if (!state.open) throw refuse('Closed.', 'submit-closed');
        if (value.word === 'no') throw refuse('Not this one.');
        if (value.word === 'boom') throw new Error('boom');
        const drawn = Math.floor(ctx.random() * 1e6);
        state.said.push([player.name, value.word, id, state.round, atMs, drawn]);
        state.sum += 1;
        return { n: state.sum, round: state.round, atMs, drawn };
      },
    },
  },
  actions: {
    close: { title: 'Close', run(state) { state.open = false; } },
    open: { title: 'Open', run(state) { state.open = true; } },
  },
  join(state, { id }) { state.here[id] = true; },
  leave(state, { id }) { delete state.here[id]; },
  frame: (state) => ({ ...state, count: state.said.length }),
  notice: ({ open, round }) => ({ open, round }),
  personal: (state, id) => (state.here[id] ? { sum: state.sum, open: state.open } : undefined),
  results: (state) => [{ name: 'Said', about: 'Words', columns: ['Name', 'Word'], rows: state.said.map(([a, b]) => [a, b]) }],
});
`,
};
