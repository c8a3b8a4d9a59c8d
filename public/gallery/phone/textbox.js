/** @import { PhoneModule } from '../../../lib/contract/pages.js' */
import { textbox } from '../../phone/kit/textbox.js';

/** @type {PhoneModule['mount']} */
export const mount = (root, host) =>
  textbox(root, host, { field: 'text', submit: 'question', maxLength: 60, label: host.t('gallery.ask') });
