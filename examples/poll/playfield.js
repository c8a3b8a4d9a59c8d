/** @import { PlayfieldModule } from 'mass-mobile' */
/** @import game from './game.js' */

import { bars } from '../../public/playfield/bars.js';

/** @type {PlayfieldModule<typeof game>['mount']} */
export const mount = (root, host) =>
  bars(root, host, { of: ['Yes', 'No', 'Maybe'], title: host.settings.question });
