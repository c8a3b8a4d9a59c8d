/** The screen while no game can run: calm words, and the code by which people join. */

/** @import { PlayfieldHost } from '../../lib/contract/pages.js' */

import { withTitle } from './neutral.js';

export const join = 'large';

/** @param {HTMLElement} root @param {PlayfieldHost} host */
export function mount(root, host) {
  return withTitle(host.t('playfield.plain.title')).mount(root, host);
}
