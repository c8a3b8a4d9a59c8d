/** @import { PhoneModule } from 'mass-mobile' */
/** @import game from './game.js' */

import { choice } from '../../public/phone/kit/choice.js';

/** @type {PhoneModule<typeof game>['mount']} */
export const mount = (root, host) =>
  choice(root, host, { field: 'vote', of: ['Yes', 'No', 'Maybe'], label: host.settings.question });
