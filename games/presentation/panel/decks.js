/** The decks in the control panel. A PDF is read in the page; every other file goes to the server. */

/** @import { PanelHost } from 'mass-mobile' */
/** @import { Store } from '../../../public/documents/store.js' */
/** @import { DeckDocument } from '../types.js' */
/** @import game from '../game.js' */

import { h } from '../../../public/shared/dom.js';
import { drawButton } from '../../../public/documents/button.js';
import { createShelf } from '../../../public/documents/shelf.js';
import { createStore } from '../../../public/documents/store.js';
import { openEditor } from './editor/editor.js';
import { importPdf, isPdf } from './editor/pdf.js';
import { createPictures } from './editor/pictures.js';

/** @param {PanelHost<typeof game>} host @param {(id: string) => number} placeIn the slide of a deck that the room sees, from 0 @returns {HTMLElement} */
export function createDecks(host, placeIn) {
  const { t, signal } = host;
  /** @type {Store<DeckDocument>} */
  const store = createStore(host);
  const pictures = createPictures(store, t);

  /** @param {File} file @param {(...parts: (string | Node)[]) => void} say */
  async function importPages(file, say) {
    const stop = new AbortController();
    const progress = h('progress', { max: 1, value: 0 });
    const line = h('span', {});
    say(
      line,
      ' ',
      progress,
      ' ',
      drawButton(t('panel.cancel'), () => stop.abort()),
    );
    return importPdf(file, {
      store,
      pictures,
      t,
      signal: AbortSignal.any([stop.signal, signal]),
      onProgress(page, pages) {
        line.textContent = t('talk.panel.pdf.page', { page, of: pages });
        progress.value = page / pages;
      },
    });
  }

  return createShelf(host, store, {
    title: t('talk.panel.decks'),
    create: t('talk.panel.new'),
    formats: t('talk.panel.formats'),
    accept: ['.pdf'],
    importFile: async (file, say) => ((await isPdf(file)) ? importPages(file, say) : store.importFile(file)),
    open(id, deck, closed) {
      openEditor({ host, root: document.body, store, pictures, id, deck, at: placeIn(id), closed });
    },
    nameOf(format) {
      if (format === 'HTML to print') return t('talk.panel.print');
      return format === 'ZIP with pictures' ? t('talk.panel.export.zip') : format;
    },
  });
}
