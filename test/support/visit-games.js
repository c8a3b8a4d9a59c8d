/** Games for tests of interludes: a talk that visits others, and what it visits. For `gamesFolder`. */

/** Stores each word with its player, counts its slides and its time, and knows who is here. */
const TALK = `
import { defineGame } from 'mass-mobile';
const visit = (options) => (state, _args, ctx) => {
  state.slide += 1;
  ctx.visit(options.game, { settings: options.settings, then: options.then });
};
export default defineGame({
  title: 'Talk',
  setup: () => ({ slide: 0, said: [], here: {}, ms: 0, drawn: 0, ticks: 0 }),
  tick(state, _sum, ctx) { Object.assign(state, { ms: ctx.nowMs, ticks: state.ticks + 1 }); },
  submit: {
    say: {
      fields: { word: { type: 'string', maxLength: 40 } },
      accept(state, { player, value, id }, ctx) {
        state.said.push([player.name, value.word, id]);
        state.drawn = ctx.random();
        return { n: state.said.length };
      },
    },
  },
  actions: {
    next: { title: 'Next', key: 'n', run(state) { state.slide += 1; } },
    play: { title: 'Play', run: visit({ game: 'arena', then: 'next' }) },
    short: { title: 'Play a short one', run: visit({ game: 'arena', settings: { points: 7 } }) },
    look: { title: 'Visit and visit again', run: visit({ game: 'arena', then: 'play' }) },
    unknown: { title: 'Nowhere', run: visit({ game: 'nowhere' }) },
    wrong: { title: 'Wrong settings', run: visit({ game: 'arena', settings: { points: 99 } }) },
    itself: { title: 'Itself', run: visit({ game: 'talk' }) },
    broken: { title: 'A broken one', run: visit({ game: 'broken' }) },
    noThen: { title: 'Then what?', run: visit({ game: 'arena', then: 'nothing' }) },
    twice: { title: 'Twice', run(state, _args, ctx) { ctx.visit('arena'); ctx.visit('lobby'); } },
  },
  join(state, { id, name }) { state.here[id] = name; },
  leave(state, { id }) { delete state.here[id]; },
  frame: (state) => state,
  results: (state) => [{ name: 'Said', columns: ['Name', 'Word'], rows: state.said.map(([a, b]) => [a, b]) }],
});
`;

const ARENA = `
import { defineGame } from 'mass-mobile';
export default defineGame({
  title: 'Arena',
  settings: { points: { type: 'integer', minimum: 1, maximum: 9, default: 3 } },
  setup: () => ({ ticks: 0, fails: false }),
  tick(state) {
    state.ticks += 1;
    if (state.fails) throw new Error('the arena fell down');
  },
  actions: {
    deeper: { title: 'Deeper', run(_state, _args, ctx) { ctx.visit('cellar'); } },
    home: { title: 'Home', run(_state, _args, ctx) { ctx.visit('talk'); } },
    fail: { title: 'Fail', run(state) { state.fails = true; } },
  },
  frame: (state, { settings }) => ({ ...state, points: settings.points }),
  results: ({ ticks }) => [{ name: 'Arena', columns: ['Ticks'], rows: [[ticks]] }],
});
`;

const CELLAR = `
import { defineGame } from 'mass-mobile';
export default defineGame({ title: 'Cellar', setup: () => ({}), frame: () => ({ cellar: true }) });
`;

const BROKEN = `
import { defineGame } from 'mass-mobile';
export default defineGame({ title: 'Broken', setup() { throw new Error('no floor'); }, frame: () => ({}) });
`;

export const VISIT_GAMES = Object.freeze({
  talk: { 'game.js': TALK },
  arena: { 'game.js': ARENA },
  cellar: { 'game.js': CELLAR },
  broken: { 'game.js': BROKEN },
});
