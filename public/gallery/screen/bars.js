/** @import { PlayfieldModule } from '../../../lib/contract/pages.js' */
import { bars } from '../../playfield/charts/bars.js';

/** @type {PlayfieldModule['mount']} */
export const mount = (root, host) =>
  bars(root, host, { of: ['yes', 'no', 'maybe'], title: host.t('gallery.like') });
