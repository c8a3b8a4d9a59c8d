/** @import { PhoneModule } from '../../../lib/contract/pages.js' */
import { stick } from '../../phone/kit/stick.js';

/** @type {PhoneModule['mount']} */
export const mount = (root, host) => stick(root, host, { x: 'x', y: 'y', label: host.t('gallery.fly') });
