/** Relay: the room tells a story, a word from each. A host takes the words that go on the screen. */

import { defineGame, hasSwearing, refuse } from 'mass-mobile';

/** Words that the screen has room for. */
const SHOWN = 60;

/** @typedef {{ id: string, word: string, name: string }} Word `id`: of who sent it */

/** @param {Word | undefined} word */
function needed(word) {
  if (!word) throw refuse('No word is waiting.');
  return word;
}

export default defineGame({
  title: 'Word relay',
  summary: 'The room tells a story, a word from each; a host takes the words that go on the screen.',
  settings: {
    start: { type: 'string', maxLength: 40, default: 'Once upon a time', title: 'It begins with' },
  },
  /** @returns {{ story: Word[], waiting: Word[] }} */
  setup: () => ({ story: [], waiting: [] }),
  frame: ({ story, waiting }, { settings }) => ({
    start: settings.start,
    words: story.slice(-SHOWN).map(({ word }) => word),
    count: story.length,
    waiting: waiting.length,
  }),
  notice: ({ story }, { settings }) => ({
    last: [settings.start, ...story.map(({ word }) => word)].slice(-5).join(' '),
  }),
  submit: {
    word: {
      fields: { word: { type: 'string', maxLength: 20 } },
      accept(state, { player, value }) {
        const word = value.word.trim();
        if (!/^\S+$/.test(word)) throw refuse('One word, please.');
        if (hasSwearing(word)) throw refuse('A hall reads this: another word, please.');
        if (state.waiting.some(({ id }) => id === player.id))
          throw refuse('Your last word is still waiting.');
        if (state.story.at(-1)?.id === player.id) throw refuse('The next word is for somebody else.');
        state.waiting.push({ id: player.id, word, name: player.name });
        return {};
      },
    },
  },
  actions: {
    take: {
      title: 'Take the word',
      step: true,
      moderators: true,
      may: ({ waiting }) => void needed(waiting[0]),
      run(state) {
        state.story.push(needed(state.waiting.shift()));
      },
    },
    drop: {
      title: 'Drop the word',
      key: 'x',
      moderators: true,
      may: ({ waiting }) => void needed(waiting[0]),
      run(state) {
        needed(state.waiting.shift());
      },
    },
  },
  next({ waiting: [word] }) {
    return word ? { action: 'take', label: 'Take “{word}”', values: { word: word.word } } : null;
  },
  host: ({ waiting, story }) => ({
    text: [...story.slice(-5).map(({ word }) => word), '…'].join(' '),
    then: waiting
      .slice(1, 6)
      .map(({ word }) => word)
      .join(', '),
  }),
  results: ({ story }) => [
    { name: 'Story', columns: ['Word', 'Name'], rows: story.map(({ word, name }) => [word, name]) },
  ],
  bot: ({ random, me }) => ({
    submit: {
      kind: 'word',
      value: { word: ['and', 'then', 'a', 'dragon', 'sang', 'softly'][Math.floor(random() * 6)] ?? 'and' },
    },
    waitMs: me.think(8000),
  }),
});
