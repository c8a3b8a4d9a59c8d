/** @import { PhoneModule } from '../../../lib/contract/pages.js' */
import { pad } from '../../phone/kit/pad.js';

/** @type {PhoneModule['mount']} */
export const mount = (root, host) => pad(root, host, { taps: 'taps', label: host.t('gallery.tap') });
