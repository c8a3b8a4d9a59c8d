/** @import { PlayfieldModule } from 'mass-mobile' */
/** @import game from './game.js' */

import { h } from '../../public/shared/dom.js';

const LETTERS = 'BINGO';
const PER_COLUMN = 15;

/** @type {PlayfieldModule<typeof game>['mount']} */
export function mount(root, { t, audio }) {
  const ball = h('p', { class: 'bingo-ball', role: 'status' });
  const names = h('p', { class: 'bingo-names', dir: 'auto' });
  const numbers = Array.from({ length: LETTERS.length * PER_COLUMN }, (_, at) => h('i', {}, at + 1));
  const rows = [...LETTERS].map((letter, at) =>
    h(
      'div',
      { class: 'bingo-row', 'data-team-index': at },
      h('b', {}, letter),
      ...numbers.slice(at * PER_COLUMN, (at + 1) * PER_COLUMN),
    ),
  );
  root.append(
    h(
      'div',
      { class: 'bingo', dir: 'ltr' },
      h('div', { class: 'bingo-now' }, ball, names),
      h('div', {}, ...rows),
    ),
  );
  let shown = '';
  return {
    frame({ drawn, winners }, { fresh }) {
      const key = JSON.stringify([drawn, winners]);
      if (!fresh || key === shown) return;
      if (shown !== '') audio.play(winners.length > 0 ? 'win' : 'hit');
      shown = key;
      const last = drawn.at(-1);
      ball.dataset['teamIndex'] = String(Math.floor(((last ?? 1) - 1) / PER_COLUMN));
      ball.replaceChildren(h('span', {}, last ?? '?'));
      names.textContent = winners.length > 0 ? `★ ${winners.join(', ')}` : t('Mark it on your card');
      numbers.forEach((cell, at) => cell.toggleAttribute('data-drawn', drawn.includes(at + 1)));
    },
  };
}
