/** The packs in the control panel: choose one to play, write, copy, import, export, delete and take that back. */

/** @import { DocumentCard, PanelHost } from 'mass-mobile' */
/** @import game from '../game.js' */

import { h } from '../../../public/shared/dom.js';
import { openEditor } from './editor.js';
import { createStore } from './store.js';

/** @param {PanelHost<typeof game>} host @returns {HTMLElement} */
export function createPacks(host) {
  const { t, lang, signal } = host;
  const store = createStore(host);
  const list = h('ul', { class: 'qp-packs' });
  const told = h('div', { class: 'qp-told', role: 'status' });
  const file = h('input', { type: 'file', hidden: true, accept: '.xlsx,.csv,.gift,.txt,.json' });
  file.addEventListener('change', () => void importFiles([...(file.files ?? [])]));
  const root = h(
    'section',
    { class: 'qp-section', 'aria-label': t('quiz.packs') },
    h(
      'div',
      { class: 'qp-row' },
      button('quiz.packs.new', create),
      button('quiz.packs.import', () => file.click()),
      h('span', { class: 'quiet' }, t('quiz.packs.formats')),
      file,
    ),
    told,
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
    list.replaceChildren(...ack.documents.map((card) => drawPack(card, ack.chosen === card.id)));
  }

  /** @param {DocumentCard} card @param {boolean} isChosen */
  function drawPack({ id, title, isBuiltIn }, isChosen) {
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
        : button('quiz.packs.choose', () => act(store.choose(id))),
      !isBuiltIn && button('quiz.packs.edit', () => edit(id)),
      button('quiz.packs.copy', () => act(store.copy(id))),
      button('quiz.packs.json', () => download(id, 'JSON')),
      button('quiz.packs.gift', () => download(id, 'GIFT')),
      !isBuiltIn && button('quiz.packs.remove', () => remove(id, title)),
    );
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
    told.replaceChildren(
      t('quiz.packs.removed', { title }),
      ' ',
      button('quiz.edit.undo', () => act(store.restore(id))),
    );
    await draw();
  }

  /** @param {File[]} files */
  async function importFiles(files) {
    file.value = '';
    for (const one of files) {
      const ack = await store.importFile(one);
      if (!ack.ok) say(`${one.name}: ${ack.message}`);
      else tellImport(ack);
    }
    await draw();
  }

  /** @param {{ format?: string, skipped: { item: string, reason: string }[] }} imported */
  function tellImport({ format = '', skipped }) {
    say(
      t(skipped.length === 0 ? 'quiz.packs.imported' : 'quiz.packs.skipped', {
        format,
        count: skipped.length,
      }),
    );
    if (skipped.length === 0) return;
    const items = skipped.map(({ item, reason }) => h('li', {}, h('b', {}, item), ` ${reason}`));
    told.append(h('ul', { class: 'qp-skipped' }, ...items));
  }

  /** @param {string} id @param {string} format */
  async function download(id, format) {
    const ack = await store.exportFile(id, format);
    if (!ack.ok) say(ack.message);
  }

  /** @param {Promise<{ ok: boolean, message?: string }>} step */
  async function act(step) {
    const ack = await step;
    if (ack.ok) told.replaceChildren();
    else say(ack.message ?? '');
    await draw();
  }

  /** @param {string} text */
  function say(text) {
    told.replaceChildren(text);
  }

  /** @param {string} key @param {() => unknown} run */
  function button(key, run) {
    return h('button', { type: 'button', class: 'button', onclick: () => void run() }, t(key));
  }

  return root;
}
