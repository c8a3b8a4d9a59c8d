/** @import { PlayfieldModule } from 'mass-mobile' */
/** @import game from './game.js' */

import { h } from '../../public/shared/dom.js';

export const smooth = ['x', 'y', 'pull.x', 'pull.y'];

/** @type {PlayfieldModule<typeof game>['mount']} */
export function mount(root, { t, audio, lang }) {
  const score = h('p', { class: 'maze-score' });
  const field = h('div', { class: 'maze-field', dir: 'ltr' });
  const light = h('b', { class: 'maze-light' }, h('i'));
  root.append(h('div', { class: 'maze' }, score, field));
  /** @type {HTMLElement[][]} */
  let cells = [];
  let found = -1;
  return {
    backdrop({ tiles }) {
      cells = tiles.map((row) => [...row].map((tile) => h('i', { 'data-floor': tile !== '#' })));
      cells.at(-2)?.at(-2)?.setAttribute('data-goal', '');
      field.style.setProperty('--columns', String(tiles[0]?.length));
      field.style.setProperty('--rows', String(tiles.length));
      field.replaceChildren(...cells.flat(), light);
    },
    frame({ x, y, pull, found: now, seconds }) {
      // Where the light was stays lit: a crowd that goes round in circles sees it.
      cells[Math.floor(y)]?.[Math.floor(x)]?.setAttribute('data-seen', '');
      for (const [name, value] of Object.entries({ x, y, 'pull-x': pull.x, 'pull-y': pull.y }))
        light.style.setProperty(`--${name}`, String(value));
      if (found >= 0 && now > found) audio.play('win');
      found = now;
      const values = { n: now + 1, seconds: seconds.toLocaleString(lang) };
      score.textContent = t('Maze {n} · {seconds} s', values);
    },
  };
}
