/** @import { PhoneModule } from 'mass-mobile' */
/** @import game from './game.js' */

/** @type {PhoneModule<typeof game>['mount']} */
export function mount(root, { player, haptics, onPress, t }) {
  let pulls = 0;
  const rope = document.createElement('button');
  rope.className = 'big';
  root.append(rope);
  onPress(rope, () => haptics.buzz(10 + ++pulls));
  return {
    input() {
      const sent = { pulls: Math.min(20, pulls) };
      pulls = 0;
      return sent.pulls > 0 ? sent : null;
    },
    notice: ({ winner }) =>
      void (rope.textContent = t(!winner ? 'Pull!' : winner === player.team ? 'You won!' : 'So close!')),
  };
}
