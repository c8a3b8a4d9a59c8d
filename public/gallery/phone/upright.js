/** @import { PhoneModule } from '../../../lib/contract/pages.js' */
import { slider } from '../../phone/kit/slider.js';

/** @type {PhoneModule['mount']} */
export const mount = (root, host) =>
  slider(root, host, { field: 'y', neutral: 0, backS: 2, upright: true, ends: ['−', '+'] });
