/** The lobby on a phone: a pad of light. Every tap is a spark on the big screen. */

/** @import { PhoneModule } from 'mass-mobile' */
/** @import game from './game.js' */

import { pad } from '../../public/phone/kit/pad.js';
import { h } from '../../public/shared/dom.js';

const MAX_TAPS = 30;

/** @type {PhoneModule<typeof game>['mount']} */
export function mount(root, host) {
  const { settings, t } = host;
  const crowd = h('p', { class: 'lobby-crowd' });
  root.classList.add('lobby');
  root.append(h('p', { class: 'lobby-title' }, settings.headline));
  const light = pad(root, host, { taps: 'taps', x: 'x', most: MAX_TAPS, label: t('lobby.tap') });
  light.element.classList.add('lobby-pad');
  root.append(crowd, h('p', { class: 'hint' }, t('lobby.wait')));

  return {
    ...light,
    notice({ count }) {
      crowd.textContent = t('lobby.here', { count });
    },
    unmount: () => root.classList.remove('lobby'),
  };
}
