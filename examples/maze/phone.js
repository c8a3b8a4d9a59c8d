/** @import { PhoneModule } from 'mass-mobile' */
/** @import game from './game.js' */

import { stick } from '../../public/phone/kit/stick.js';

/** @type {PhoneModule<typeof game>['mount']} */
export function mount(root, host) {
  let known = -1;
  return {
    ...stick(root, host, { x: 'x', y: 'y', round: true, label: host.t('Steer the light') }),
    notice({ found }) {
      if (known >= 0 && found > known) host.haptics.buzz([60, 60, 160]);
      known = found;
    },
  };
}
