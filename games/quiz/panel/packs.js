/** The packs in the control panel: choose one to play, write, copy, import, export, delete and restore them. */

/** @import { DocumentCard, PanelHost, Translate } from 'mass-mobile' */
/** @import { Store } from '../../../public/documents/store.js' */
/** @import { Pack } from '../types.js' */
/** @import game from '../game.js' */

import { h } from '../../../public/shared/dom.js';
import { drawButton } from '../../../public/documents/button.js';
import { openEditor } from './editor/editor.js';
import { drawReport } from './import-report.js';
import { createStore } from '../../../public/documents/store.js';

/** @param {PanelHost<typeof game>} host @returns {HTMLElement} */
export function createPacks({ t, lang, signal, ...host }) {
  /** @type {Store<Pack>} */
  const store = createStore(host, { game: 'quiz', offline: t('quiz.offline') });
  const list = h('ul', { class: 'qp-packs' });
  const news = h('div', { class: 'qp-told', role: 'status' });
  const root = drawSection({ t, create, importFiles, news, list });
  void draw();

  async function draw() {
    const ack = await store.list();
    if (signal.aborted) return;
    if (!ack.ok) return say(ack.message);
    list.replaceChildren(
      ...ack.documents.map((card) => drawPack(card, actionsOf(card, ack.chosen === card.id))),
    );
  }

  /** @param {DocumentCard} card @param {boolean} isChosen @returns {Actions} */
  function actionsOf({ id, title, isBuiltIn }, isChosen) {
    return {
      t,
      isChosen,
      choose: () => act(store.choose(id)),
      edit: isBuiltIn ? null : () => edit(id),
      copy: () => act(store.copy(id)),
      download: (format) => download(id, format),
      remove: isBuiltIn ? null : () => remove(id, title),
    };
  }

  async function create() {
    const ack = await store.create();
    if (!ack.ok) return say(ack.message);
    await edit(ack.id);
  }

  /** @param {string} id */
  async function edit(id) {
    const ack = await store.load(id);
    if (!ack.ok) return say(ack.message);
    openEditor({ root: document.body, store, id, pack: ack.document, t, lang, closed: () => void draw() });
  }

  /** @param {string} id @param {string} title */
  async function remove(id, title) {
    const ack = await store.remove(id);
    if (!ack.ok) return say(ack.message);
    const undo = drawButton(t('quiz.edit.undo'), () => act(store.restore(id)));
    say(t('quiz.packs.removed', { title }), ' ', undo);
    await draw();
  }

  /** @param {File[]} files */
  async function importFiles(files) {
    for (const one of files) {
      const ack = await store.importFile(one);
      if (ack.ok) say(...drawReport(ack, t));
      else say(`${one.name}: ${ack.message}`);
    }
    await draw();
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

/** @param {{ t: Translate, create: () => unknown, importFiles: (files: File[]) => unknown, news: HTMLElement, list: HTMLElement }} about */
function drawSection({ t, create, importFiles, news, list }) {
  const file = h('input', { type: 'file', hidden: true, accept: '.xlsx,.csv,.gift,.txt,.json' });
  file.addEventListener('change', () => {
    const files = [...(file.files ?? [])];
    // The same file can be chosen again.
    file.value = '';
    void importFiles(files);
  });
  const root = h(
    'section',
    { class: 'qp-section', 'aria-label': t('quiz.packs') },
    h(
      'div',
      { class: 'qp-row' },
      drawButton(t('quiz.packs.new'), create),
      drawButton(t('quiz.packs.import'), () => file.click()),
      h('span', { class: 'quiet' }, t('quiz.packs.formats')),
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
  return root;
}

/**
 * @typedef {object} Actions what may be done with a pack; null: not with this one
 * @property {Translate} t
 * @property {boolean} isChosen
 * @property {() => unknown} choose
 * @property {(() => unknown) | null} edit
 * @property {() => unknown} copy
 * @property {(format: string) => unknown} download
 * @property {(() => unknown) | null} remove
 */

/** @param {DocumentCard} card @param {Actions} actions */
function drawPack({ title, isBuiltIn }, { t, isChosen, choose, edit, copy, download, remove }) {
  return h(
    'li',
    { class: 'qp-pack', 'data-chosen': isChosen },
    h(
      'span',
      { class: 'qp-pack-title', dir: 'auto' },
      title || t('quiz.edit.blank'),
      isBuiltIn && h('small', {}, t('quiz.packs.ships')),
    ),
    isChosen
      ? h('b', { class: 'qp-chosen' }, t('quiz.packs.chosen'))
      : drawButton(t('quiz.packs.choose'), choose),
    edit && drawButton(t('quiz.packs.edit'), edit),
    drawButton(t('quiz.packs.copy'), copy),
    drawButton(t('quiz.packs.json'), () => download('JSON')),
    drawButton(t('quiz.packs.gift'), () => download('GIFT')),
    remove && drawButton(t('quiz.packs.remove'), remove),
  );
}
