/** @import { PlayfieldModule } from 'mass-mobile' */
/** @import game from './game.js' */

import { h } from '../../public/shared/dom.js';

/** @type {PlayfieldModule<typeof game>['mount']} */
export function mount(root, { t }) {
  const words = h('div', { class: 'marquee', style: { bottom: '38%' } });
  const knot = h('div');
  knot.style.cssText =
    'position: absolute; inset: 62% 0 8%; width: 4%; background: var(--ink); border-radius: 9vw';
  root.style.background = 'linear-gradient(90deg, var(--team-1), var(--team-2)) 0 79% / 100% 6% no-repeat';
  root.append(knot, words);
  return {
    frame({ rope, winner }) {
      knot.style.left = `${48 + rope * 45}%`;
      words.textContent = winner ? t('playfield.wins', { team: t(`team.${winner}`) }) : t('Pull!');
    },
  };
}
