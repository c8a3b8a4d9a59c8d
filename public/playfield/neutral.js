/** The picture while there is no game to show, or its playfield is faulty: a title, and room for the QR code. */

/** @import { PlayfieldModule } from '../../lib/contract/pages.js' */

import { h } from '../shared/dom.js';

/** @param {string} title @returns {PlayfieldModule} */
export function withTitle(title) {
  return {
    join: 'large',
    mount(root) {
      root.append(h('div', { class: 'neutral' }, h('h1', {}, title || 'Mass Mobile')));
      return { frame() {} };
    },
  };
}
