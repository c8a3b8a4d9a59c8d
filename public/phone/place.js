/** The phone's place in the admission queue, and how long it may take. */

/** @import { Queued } from '../../lib/contract/wire.js' */
/** @import { Translate } from '../../lib/contract/pages.js' */

import { h } from '../shared/dom.js';

const SOON_S = 5;
const MINUTE_S = 90;

/** @param {{ number: number, t: Translate }} options `number`: given by the server */
export function createPlace({ number, t }) {
  const label = h('p', { class: 'place-label' });
  const figure = h('p', { class: 'place-number' });
  const bar = h('i');
  const outlook = h('p', {});
  const card = h(
    'div',
    { class: 'place' },
    h('p', { class: 'card-title' }, t('phone.place.title')),
    label,
    figure,
    h('div', { class: 'place-track', 'aria-hidden': 'true' }, bar),
    outlook,
    h('p', { class: 'place-keep' }, t('phone.place.keep')),
  );
  let first = 0;

  return {
    card,
    /** @param {Pick<Queued, 'head' | 'perS'>} queue */
    update({ head, perS }) {
      const place = Math.max(1, number - head + 1);
      first ||= place;
      label.textContent = t(place === 1 ? 'phone.place.next' : 'phone.place.label');
      figure.textContent = String(place);
      figure.dataset['digits'] = String(figure.textContent.length);
      bar.style.setProperty('--gone', String(1 - place / (first + 1)));
      outlook.textContent = outlookOf(place, perS, t);
    },
  };
}

/** @typedef {ReturnType<typeof createPlace>} Place */

/** @param {number} place @param {number} perS 0: phones get in only when somebody leaves @param {Translate} t */
function outlookOf(place, perS, t) {
  if (perS === 0) return t('phone.place.full');
  const seconds = place / perS;
  if (seconds <= SOON_S) return t('phone.place.soon');
  if (seconds < MINUTE_S) return t('phone.place.wait', { count: Math.ceil(seconds / 5) * 5 });
  return t('phone.place.minutes', { count: Math.round(seconds / 60) });
}
