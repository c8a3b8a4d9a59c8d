/** Lists a game's documents in its panel: choose one to play; create, edit, copy, import, export, delete and restore them. */

/** @import { PanelHost } from '../../lib/contract/pages.js' */
/** @import { DocumentCard } from '../../lib/contract/types.js' */
/** @import { Ack } from '../../lib/contract/wire.js' */
/** @import { ImportReport, Store } from './store.js' */

import { addStyle, h } from '../shared/dom.js';
import { drawButton } from './button.js';
import { inOrder } from './order.js';

/**
 * @template Document
 * @typedef {object} Kind of documents
 * @property {string} title of the list
 * @property {string} create the text of the button that makes a blank one
 * @property {string} formats a sentence: the files that can be imported
 * @property {(id: string, document: Document, closed: () => void) => void} open opens the editor
 * @property {readonly string[]} [accept] extensions of files that `importFile` takes besides those of the game's importers
 * @property {(file: File, say: (...parts: (string | Node)[]) => void) => Promise<Ack<ImportReport>>} [importFile] may say
 *   how far it is; without it the server imports each
 * @property {(format: string) => string} [nameOf] an exporter in the reader's language
 */

/**
 * @template Document
 * @param {Pick<PanelHost, 'scene' | 'signal' | 'lang' | 't' | 'onDocuments'>} host @param {Store<Document>} store @param {Kind<Document>} kind
 * @returns {HTMLElement}
 */
// eslint-disable-next-line max-lines-per-function -- one list, with all that a host may do to a document
export function createShelf({ scene, signal, lang, t, onDocuments }, store, kind) {
  const { title, accept = [], importFile = store.importFile, nameOf = (format) => format } = kind;
  const { content } = scene.game;
  addStyle('/public/documents/documents.css', { signal });
  const list = h('ul', { class: 'doc-list' });
  const news = h('div', { class: 'doc-news', role: 'status' });
  const file = h('input', { type: 'file', hidden: true, multiple: true });
  file.accept = [...(content?.accept ?? []), ...accept].join(',');
  file.addEventListener('change', () => {
    const files = [...(file.files ?? [])];
    // The same file can be chosen again.
    file.value = '';
    void importFiles(files);
  });
  const root = h(
    'section',
    { class: 'doc-shelf', 'aria-label': title },
    h(
      'div',
      { class: 'doc-row' },
      drawButton(kind.create, create),
      drawButton(t('documents.import'), () => file.click()),
      h('span', { class: 'quiet' }, kind.formats),
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
  let shown = '';
  void draw();
  onDocuments(() => void draw());

  async function draw() {
    const ack = await store.list();
    if (signal.aborted) return;
    if (!ack.ok) return say(ack.message);
    const text = JSON.stringify([ack.documents, ack.chosen]);
    if (text === shown) return;
    shown = text;
    list.replaceChildren(
      ...inOrder(ack.documents, lang).map((card) => drawCard(card, ack.chosen === card.id)),
    );
  }

  /** @param {DocumentCard} card @param {boolean} isChosen */
  function drawCard({ id, title: name, isBuiltIn }, isChosen) {
    return h(
      'li',
      { class: 'doc-card', 'data-chosen': isChosen },
      h(
        'span',
        { class: 'doc-name' },
        h('bdi', {}, name || t('documents.untitled')),
        isBuiltIn && h('small', {}, t('documents.ships')),
      ),
      isChosen
        ? h('b', { class: 'doc-chosen' }, t('documents.chosen'))
        : drawButton(t('documents.choose'), () => act(store.choose(id))),
      !isBuiltIn && drawButton(t('documents.edit'), () => edit(id)),
      drawButton(t(isBuiltIn ? 'documents.editCopy' : 'documents.copy'), () => copy(id, isBuiltIn)),
      ...(content?.exporters ?? []).map((format) => drawButton(nameOf(format), () => download(id, format))),
      !isBuiltIn && drawButton(t('documents.remove'), () => remove(id, name)),
    );
  }

  async function create() {
    const ack = await store.create();
    if (!ack.ok) return say(ack.message);
    await edit(ack.id);
  }

  /** A document that ships cannot be changed, so its copy is opened at once. @param {string} id @param {boolean} isEdited */
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
    kind.open(id, ack.document, () => void closed(id));
  }

  /** Where nothing is chosen, this is what is going to be played. @param {string} id */
  async function closed(id) {
    const ack = await store.list();
    if (ack.ok && ack.chosen === null) await store.choose(id);
    await draw();
  }

  /** @param {string} id @param {string} name */
  async function remove(id, name) {
    const ack = await store.remove(id);
    if (!ack.ok) return say(ack.message);
    const undo = drawButton(t('documents.undo'), () => act(store.restore(id)));
    say(t('documents.removed', { title: name }), ' ', undo);
    await draw();
  }

  /** @param {File[]} files */
  async function importFiles(files) {
    /** Each file keeps its own, however many are dropped at once. @type {HTMLElement[]} */
    const reports = [];
    const sayMore = (/** @type {(string | Node)[]} */ ...parts) => say(...reports, ...parts);
    for (const one of files) {
      const reading = t('documents.importing', { name: one.name });
      sayMore(h('progress', { 'aria-label': reading }), reading);
      const ack = await importFile(one, sayMore);
      if (signal.aborted) return;
      reports.push(h('div', { class: 'doc-report' }, ...reportOf(one.name, ack)));
      sayMore();
    }
    await draw();
  }

  /** @param {string} name @param {Ack<ImportReport>} ack @returns {(string | Node)[]} */
  function reportOf(name, ack) {
    if (!ack.ok) return [`${name}: ${ack.message}`];
    const { format = '', skipped } = ack;
    if (skipped.length === 0) return [t('documents.imported', { name, format })];
    const items = skipped.map(({ item, reason }) => h('li', {}, h('b', {}, item), ` ${reason}`));
    return [
      t('documents.skipped', { name, format, count: skipped.length }),
      h('ul', { class: 'doc-skipped' }, ...items),
    ];
  }

  /** @param {string} id @param {string} format */
  async function download(id, format) {
    const ack = await store.exportFile(id, format);
    if (!ack.ok) say(ack.message);
  }

  /** @param {Promise<Ack>} step */
  async function act(step) {
    const ack = await step;
    say(ack.ok ? '' : ack.message);
    await draw();
  }

  /** @param {...(string | Node)} parts */
  function say(...parts) {
    news.replaceChildren(...parts);
  }

  return root;
}
