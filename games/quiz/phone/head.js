/** The line above a question: which one it is, and how much time is left. */

/** @import { Translate } from 'mass-mobile' */
/** @import { PhoneNotice } from '../types.js' */

import { h } from '../../../public/shared/dom.js';

/** Once a second the server says how much time is left; the bar moves on evenly between. */
const BAR_S = 1;

/** @param {Translate} t */
export function createHead(t) {
  const bar = h('span', { class: 'quiz-timer-bar' });
  const clock = h('span', { class: 'quiz-clock' });
  const place = h('span', { class: 'quiz-place' });
  const root = h(
    'div',
    { class: 'quiz-head' },
    place,
    h('span', { class: 'quiz-timer', 'aria-hidden': 'true' }, bar),
    clock,
  );

  return {
    root,
    /** @param {PhoneNotice} notice */
    show({ phase, n, of, leftS, spanS }) {
      const timedS = phase === 'open' ? leftS : null;
      place.textContent = n > 0 && phase !== 'podium' ? t('quiz.place', { n, of }) : '';
      clock.textContent = timedS === null ? '' : t('quiz.seconds', { s: timedS });
      root.hidden = phase === 'idle';
      root.dataset['timed'] = String(timedS !== null);
      if (timedS === null) return;
      // The bar arrives at the place of the next second when that second comes.
      bar.style.setProperty('--left', String(Math.max(0, timedS - BAR_S) / spanS));
    },
  };
}
