/** @import { PhoneModule } from 'mass-mobile' */
/** @import game from './game.js' */

import { pad } from '../../public/phone/kit/pad.js';
import { h } from '../../public/shared/dom.js';
import { BEAT_MS } from './shared/beat.js';

/** @type {PhoneModule<typeof game>['mount']} */
export function mount(root, host) {
  const delay = `${-(host.nowMs() % BEAT_MS)}ms`;
  root.append(h('p', { class: 'drum-beat', style: { 'animation-delay': delay } }, host.t('Tap along')));
  return pad(root, host, { taps: 'taps', label: '♪' });
}
