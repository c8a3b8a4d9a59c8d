/** @import { PlayfieldModule } from 'mass-mobile' */
/** @import game from './game.js' */

import { h } from '../../public/shared/dom.js';
import { STEPS, STEP_MS } from './shared/beat.js';

/** Light from which a step is played. */
const LOUD = 0.15;
const SOUNDS = [
  { sound: 'hit', pitch: 0.3 },
  { sound: 'wall', pitch: 1.6 },
  { sound: 'tick', pitch: 1.5 },
  { sound: 'tap', pitch: 1 },
];

/** @type {PlayfieldModule<typeof game>['mount']} */
export function mount(root, { teams, t, audio, nowMs }) {
  const cells = teams.map(() => Array.from({ length: STEPS }, () => h('i')));
  const rows = teams.map((team, at) =>
    h(
      'div',
      { class: 'drum-row', 'data-team-index': at },
      h('b', {}, t(`team.${team}`)),
      ...(cells[at] ?? []),
    ),
  );
  root.append(h('div', { class: 'drum', dir: 'ltr' }, ...rows));
  let last = -1;
  return {
    frame({ loop }, { fresh }) {
      const step = Math.floor(nowMs() / STEP_MS) % STEPS;
      const isNew = step !== last;
      last = step;
      for (const [at, row] of cells.entries())
        for (const [place, cell] of row.entries()) {
          const light = loop[at]?.[place] ?? 0;
          if (fresh) cell.style.setProperty('--light', String(light));
          cell.toggleAttribute('data-now', place === step);
          const { sound, ...how } = SOUNDS[at] ?? { sound: 'tick' };
          if (isNew && place === step && light > LOUD) audio.play(sound, { ...how, volume: light });
        }
    },
  };
}
