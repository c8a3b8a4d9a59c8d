/** @import { PhoneModule } from 'mass-mobile' */
/** @import game from './game.js' */

import { pad } from '../../public/phone/kit/pad.js';

/** @type {PhoneModule<typeof game>['mount']} */
export function mount(root, host) {
  const { player, t } = host;
  const rope = pad(root, host, { taps: 'pulls', label: t('Pull!') });
  return {
    ...rope,
    notice: ({ winner }) =>
      rope.write(t(!winner ? 'Pull!' : winner === player.team ? 'You won!' : 'So close!')),
  };
}
