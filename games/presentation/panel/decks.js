/** The decks in the control panel: choose one to give, write, copy, import, export, delete and restore them. */

/** @import { Ack, DocumentCard, PanelHost } from 'mass-mobile' */
/** @import { ImportReport, Store } from '../../../public/documents/store.js' */
/** @import { DeckDocument } from '../types.js' */
/** @import game from '../game.js' */

import { h } from '../../../public/shared/dom.js';
import { drawButton } from '../../../public/documents/button.js';
import { createStore } from '../../../public/documents/store.js';
import { openEditor } from './editor/editor.js';
import { importPdf, isPdf } from './editor/pdf.js';
import { createPictures } from './editor/pictures.js';

/** @param {PanelHost<typeof game>} host @returns {HTMLElement} */
export function createDecks(host) {
  const { t, signal, scene } = host;
  /** @type {Store<DeckDocument>} */
  const store = createStore(host, { game: 'presentation', offline: t('talk.panel.offline') });
  const pictures = createPictures(store, t);
  const list = h('ul', { class: 'tp-decks' });
  const news = h('div', { class: 'tp-told', role: 'status' });
  const file = h('input', { type: 'file', hidden: true, multiple: true });
  file.accept = [...(scene.game.content?.accept ?? []), '.pdf'].join(',');
  file.addEventListener('change', () => {
    const files = [...(file.files ?? [])];
    // The same file can be chosen again.
    file.value = '';
    void importFiles(files);
  });
  const root = h(
    'section',
    { class: 'tp-section', 'aria-label': t('talk.panel.decks') },
    h(
      'div',
      { class: 'tp-row' },
      drawButton(t('talk.panel.new'), create),
      drawButton(t('talk.panel.import'), () => file.click()),
      h('span', { class: 'quiet' }, t('talk.panel.formats')),
      file,
    ),
    news,
    list,
  );
  root.addEventListener('dragover', (event) => event.preventDefault());
  root.addEventListener('drop', (event) => {
    event.preventDefault();
    void importFiles([...(event.dataTransfer?.files ?? [])]);
  });
  void draw();

  async function draw() {
    const ack = await store.list();
    if (signal.aborted) return;
    if (!ack.ok) return say(ack.message);
    list.replaceChildren(...ack.documents.map((card) => drawDeck(card, ack.chosen === card.id)));
  }

  /** @param {DocumentCard} card @param {boolean} isChosen */
  function drawDeck({ id, title, isBuiltIn }, isChosen) {
    const exporters = scene.game.content?.exporters ?? [];
    const name = h(
      'span',
      { class: 'tp-deck-title', dir: 'auto' },
      title || t('talk.panel.untitled'),
      isBuiltIn && h('small', {}, t('talk.panel.ships')),
    );
    return h(
      'li',
      { class: 'tp-deck', 'data-chosen': isChosen },
      name,
      isChosen
        ? h('b', { class: 'tp-chosen' }, t('talk.panel.chosen'))
        : drawButton(t('talk.panel.choose'), () => act(store.choose(id))),
      isBuiltIn ? null : drawButton(t('talk.panel.edit'), () => edit(id)),
      drawButton(t(isBuiltIn ? 'talk.panel.editCopy' : 'talk.panel.copy'), () => copy(id, isBuiltIn)),
      ...exporters.map((format) => drawButton(nameOf(format), () => download(id, format))),
      isBuiltIn ? null : drawButton(t('talk.panel.remove'), () => remove(id, title)),
    );
  }

  /** The editor's word for the page to print, and the reader's language. @param {string} format */
  function nameOf(format) {
    if (format === 'HTML to print') return t('talk.panel.print');
    return format === 'ZIP with pictures' ? t('talk.panel.export.zip') : format;
  }

  async function create() {
    const ack = await store.create();
    if (!ack.ok) return say(ack.message);
    await edit(ack.id);
  }

  /** A deck that ships cannot be changed, so its copy is opened at once. @param {string} id @param {boolean} isEdited */
  async function copy(id, isEdited) {
    const ack = await store.copy(id);
    if (!ack.ok) return say(ack.message);
    await draw();
    if (isEdited) await edit(ack.id);
  }

  /** @param {string} id */
  async function edit(id) {
    const ack = await store.load(id);
    if (!ack.ok) return say(ack.message);
    openEditor({
      host,
      root: document.body,
      store,
      pictures,
      id,
      deck: ack.document,
      closed: () => void draw(),
    });
  }

  /** @param {string} id @param {string} title */
  async function remove(id, title) {
    const ack = await store.remove(id);
    if (!ack.ok) return say(ack.message);
    say(
      t('talk.panel.removed', { title }),
      ' ',
      drawButton(t('talk.panel.undo'), () => act(store.restore(id))),
    );
    await draw();
  }

  /** @param {File[]} files */
  async function importFiles(files) {
    for (const one of files) {
      if (await isPdf(one)) await importPages(one);
      else report(one.name, await store.importFile(one));
    }
    await draw();
  }

  /** @param {File} one */
  async function importPages(one) {
    const stop = new AbortController();
    const progress = h('progress', { max: 1, value: 0 });
    const line = h('span', {});
    say(
      line,
      ' ',
      progress,
      ' ',
      drawButton(t('talk.panel.cancel'), () => stop.abort()),
    );
    const ack = await importPdf(one, {
      store,
      pictures,
      t,
      signal: AbortSignal.any([stop.signal, signal]),
      onProgress(page, pages) {
        line.textContent = t('talk.panel.pdf.page', { page, of: pages });
        progress.value = page / pages;
      },
    });
    report(one.name, ack);
  }

  /** @param {string} name @param {Ack<ImportReport>} ack */
  function report(name, ack) {
    if (!ack.ok) return say(`${name}: ${ack.message}`);
    const { format = '', skipped } = ack;
    if (skipped.length === 0) return say(t('talk.panel.imported', { name, format }));
    const items = skipped.map(({ item, reason }) => h('li', {}, h('b', {}, item), ` ${reason}`));
    say(
      t('talk.panel.skipped', { name, format, count: skipped.length }),
      h('ul', { class: 'tp-skipped' }, ...items),
    );
  }

  /** @param {string} id @param {string} format */
  async function download(id, format) {
    const ack = await store.exportFile(id, format);
    if (!ack.ok) say(ack.message);
  }

  /** @param {Promise<{ ok: boolean, message?: string }>} step */
  async function act(step) {
    const ack = await step;
    say(ack.ok ? '' : (ack.message ?? ''));
    await draw();
  }

  /** @param {...(string | HTMLElement)} parts */
  function say(...parts) {
    news.replaceChildren(...parts);
  }

  return root;
}
