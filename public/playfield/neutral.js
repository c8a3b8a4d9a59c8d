/** The picture while there is no game to show, or its playfield is faulty: a title, and room for the QR code. */

/** @import { PlayfieldModule } from '../../lib/contract/pages.js' */

import { h } from '../shared/dom.js';

/** @param {string} title @param {string} [text] what to do about it @returns {PlayfieldModule} */
export function withTitle(title, text = '') {
  const heading = h('h2', {}, title || 'Mass Mobile');
  return {
    // A screen with something to explain has no code to show.
    join: text ? 'small' : 'large',
    mount(root) {
      root.append(h('div', { class: 'neutral' }, h('div', {}, heading, text && h('p', {}, text))));
      return { frame() {} };
    },
  };
}
