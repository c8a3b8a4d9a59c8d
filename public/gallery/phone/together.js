/** @import { PhoneModule } from '../../../lib/contract/pages.js' */
import { choice } from '../../phone/kit/choice.js';
import { slider } from '../../phone/kit/slider.js';
import { together } from '../../phone/kit/together.js';

/** @type {PhoneModule['mount']} */
export const mount = (root, host) =>
  together(
    choice(root, host, { field: 'meal', of: ['soup', 'salad'], label: host.t('gallery.meal') }),
    slider(root, host, {
      field: 'hunger',
      from: 0,
      to: 10,
      step: 1,
      ends: [host.t('little'), host.t('much')],
    }),
  );
