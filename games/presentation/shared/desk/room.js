/** How the room is: slower or faster, and which reactions came. */

/** @import { Translate } from 'mass-mobile' */
/** @import { PanelView } from '../../types.js' */

import { h } from '../../../../public/shared/dom.js';
import { REACTIONS } from '../looks.js';

/** The mean pace beyond which the room is said to want something. */
const MEANT = 0.25;

/** @param {Translate} t */
export function createRoom(t) {
  const needle = h('i');
  const words = h('span', {});
  // The words beside it say the same to those who cannot see it.
  const scale = h('div', { class: 'desk-pace', 'aria-hidden': 'true' }, needle);
  const counts = REACTIONS.map(() => h('b', {}, '0'));
  const faces = REACTIONS.map((face, at) => h('span', { class: 'desk-face' }, face, ' ', counts[at]));
  const root = h(
    'div',
    { class: 'desk-room' },
    h('div', { class: 'desk-paces' }, scale, words),
    h('div', { class: 'desk-faces' }, ...faces),
  );
  return {
    root,
    /** @param {Pick<PanelView, 'pace' | 'reactions'>} view */
    show({ pace: { mean, n }, reactions }) {
      const wish = n === 0 || Math.abs(mean) < MEANT ? 'fine' : mean < 0 ? 'slower' : 'faster';
      const text = n === 0 ? t('talk.desk.pace.none') : t(`talk.desk.pace.${wish}`, { n });
      if (words.textContent !== text) words.textContent = text;
      scale.dataset['wish'] = wish;
      needle.style.setProperty('--at', String((mean + 1) / 2));
      counts.forEach((count, at) => (count.textContent = String(reactions[at] ?? 0)));
    },
  };
}
