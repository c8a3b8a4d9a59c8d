/** @import { PhoneModule } from '../../../lib/contract/pages.js' */
import { choice } from '../../phone/kit/choice.js';

/** @type {PhoneModule['mount']} */
export const mount = (root, host) =>
  choice(root, host, { field: 'vote', of: ['yes', 'no', 'maybe'], label: host.t('gallery.like') });
