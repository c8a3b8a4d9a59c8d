/** @import { PhoneModule } from '../../../lib/contract/pages.js' */
import { draw } from '../../phone/kit/draw.js';

/** @type {PhoneModule['mount']} */
export const mount = (root, host) =>
  draw(root, host, { field: 'picture', submit: 'drawing', maxLength: 3000, label: host.t('gallery.cat') });
