/** The packs in the control panel. */

/** @import { PanelHost } from 'mass-mobile' */
/** @import { Store } from '../../../public/documents/store.js' */
/** @import { Pack } from '../types.js' */
/** @import game from '../game.js' */

import { createShelf } from '../../../public/documents/shelf.js';
import { createStore } from '../../../public/documents/store.js';
import { openEditor } from './editor/editor.js';

/** @param {PanelHost<typeof game>} host @returns {HTMLElement} */
export function createPacks(host) {
  const { t, lang } = host;
  /** @type {Store<Pack>} */
  const store = createStore(host);
  return createShelf(host, store, {
    title: t('quiz.packs'),
    create: t('quiz.packs.new'),
    formats: t('quiz.packs.formats'),
    open: (id, pack, closed) => openEditor({ root: document.body, store, id, pack, t, lang, closed }),
  });
}
