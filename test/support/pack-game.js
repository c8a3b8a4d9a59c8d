/** A small game with documents for tests of content and of what players see: packs of secrets, revealed by hand. */

/** For `gamesFolder`. A pack is `{ title, words: [text] }`; its importer takes a word a line. */
export const PACK_GAME = {
  'game.js': `
import { defineGame, refuse } from 'mass-mobile';
export default defineGame({
  title: 'Packs',
  content: {
    title: 'Word packs',
    maxBytes: 20_000,
    empty: () => ({ title: 'New pack', words: [] }),
    check(pack) {
      if (typeof pack?.title !== 'string') return 'title is missing';
      if (!Array.isArray(pack.words) || pack.words.some((word) => typeof word !== 'string')) return 'words must be texts';
      return '';
    },
    complete: ({ title, words }) => ({ title, words }),
    importers: [{
      name: 'Lines', accept: ['.txt'],
      parse(bytes, fileName) {
        const lines = bytes.toString('utf8').split('\\n');
        if (bytes.includes(0)) throw new Error('This is no text.');
        const words = lines.filter((line) => /^[a-z]+$/.test(line));
        const skipped = lines.flatMap((line, n) => /^[a-z]*$/.test(line) ? [] : [{ item: 'line ' + (n + 1), reason: 'no word' }]);
        return { documents: [{ title: fileName, words }], skipped };
      },
    },
    // It believes all that it is given.
    { name: 'Anything', accept: ['.deep'], parse: (bytes) => ({ documents: [JSON.parse(bytes.toString('utf8'))], skipped: [] }) }],
    exporters: [{ name: 'Lines', extension: '.txt', type: 'text/plain', serialise: ({ words }) => words.join('\\n') }],
  },
  setup: (ctx) => ({ atStart: ctx.content?.title ?? null, now: null, words: [], guesses: {}, isShown: false }),
  tick(state, _sum, ctx) { state.now = ctx.content?.title ?? null; },
  submit: {
    guess: {
      fields: { word: { type: 'string' } },
      accept(state, { player, value }) {
        if (state.isShown) throw refuse('Too late.', 'submit-closed');
        state.guesses[player.id] = value.word;
        return {};
      },
    },
  },
  actions: {
    begin: { title: 'Begin', run(state, _args, ctx) { state.words = ctx.content?.words ?? []; } },
    show: { title: 'Show', run(state) { state.isShown = true; } },
  },
  frame: ({ atStart, now, isShown, words, guesses }) => ({
    atStart, now, guesses: Object.keys(guesses).length, word: isShown ? (words[0] ?? null) : null,
  }),
  notice: ({ isShown }) => ({ isShown }),
  personal: (state, id) => id in state.guesses
    ? { mine: state.guesses[id], right: state.isShown ? state.guesses[id] === state.words[0] : null } : undefined,
  personalKey: ({ isShown }) => isShown,
  results: ({ guesses }) => [{ name: 'Guesses', columns: ['Player', 'Guess'], rows: Object.entries(guesses) }],
});
`,
  'content/first.json': JSON.stringify({ title: 'Shipped', words: ['apple'] }),
  'content/bad.json': JSON.stringify({ title: 'Bad' }),
};
