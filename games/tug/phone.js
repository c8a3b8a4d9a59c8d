/** @import { PhoneHost } from '../../lib/types.js' */

/** @param {HTMLElement} root @param {PhoneHost} host */
export function mount(root, { player, haptics, onPress }) {
  let pulls = 0;
  const rope = document.createElement('button');
  rope.className = 'big';
  root.append(rope);
  onPress(rope, () => ((pulls += 1), haptics.buzz()));
  return {
    input() {
      const sent = Math.min(20, pulls);
      pulls = 0;
      return sent > 0 ? { pulls: sent } : null;
    },
    notice: (/** @type {any} */ { winner }) =>
      (rope.textContent = !winner ? 'PULL!' : winner === player.team ? 'You won!' : 'So close!'),
  };
}
