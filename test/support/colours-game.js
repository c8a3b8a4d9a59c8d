/** A game that is as short as a game is. */

export const COLOURS = {
  'game.js': `import { defineGame, tally } from 'mass-mobile';

export default defineGame({
  title: 'Favourite colour',
  input: { colour: { type: 'string', enum: ['red', 'green', 'blue'] } },
  hold: true,
  aggregate: tally('colour'),
  setup: () => ({ counts: {} }),
  tick(state, counts) {
    state.counts = counts;
  },
  frame: (state) => state,
  notice: ({ counts }) => counts,
});
`,
  'phone.js': `export function mount(root, { changed, onPress }) {
  let colour = null;
  for (const name of ['red', 'green', 'blue']) {
    const button = document.createElement('button');
    button.textContent = name;
    onPress(button, () => ((colour = name), changed()));
    root.append(button);
  }
  const total = document.createElement('p');
  root.append(total);
  return {
    input: () => colour && { colour },
    notice: (counts) => (total.textContent = Object.entries(counts).join(' ')),
  };
}
`,
  'playfield.js': `export function mount(root) {
  const text = document.createElement('p');
  text.className = 'marquee';
  root.append(text);
  return { frame: ({ counts }) => (text.textContent = JSON.stringify(counts)) };
}
`,
};
