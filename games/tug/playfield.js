import { h } from '../../public/shared/dom.js';

/** @type {import('../../lib/types.js').PlayfieldModule['mount']} */
export function mount(root, { t }) {
  const knot = h('div', {
    style: { position: 'absolute', inset: '64% 0 4%', width: '6%', background: 'var(--ink)' },
  });
  const words = h('div', { class: 'marquee', style: { bottom: '36%' } });
  root.append(knot, words);
  root.style.background = 'linear-gradient(90deg, var(--team-1), var(--team-2)) 0 85% / 100% 7% no-repeat';
  return {
    frame({ rope, winner }) {
      knot.style.left = `${47 + rope * 45}%`;
      words.textContent = winner && t('playfield.wins', { team: t(`team.${winner}`) });
    },
  };
}
