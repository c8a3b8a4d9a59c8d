/** The editor of decks: Markdown on the left, the slide under the cursor as hall and phones see it on the right. */

/** @import { PanelHost } from 'mass-mobile' */
/** @import { Store } from '../../../../public/documents/store.js' */
/** @import { DeckDocument } from '../../types.js' */
/** @import { Pictures } from './pictures.js' */
/** @import game from '../../game.js' */

import { h } from '../../../../public/shared/dom.js';
import { saveResponse } from '../../../../public/shared/download.js';
import { createSaver } from '../../../../public/documents/saver.js';
import { closeEditor, copyTitle } from '../../../../public/documents/unsaved.js';
import { LIMITS, checkDeck, parseDeck } from '../../shared/deck.js';
import { createHead } from './head.js';
import { createPreview } from './preview.js';
import { createProblems } from './problems.js';
import { createText } from './text.js';
import { createToolbar } from './toolbar.js';

/** A pause in typing this long is saved. */
const SAVE_MS = 700;
/** A pause in typing this long is drawn. */
const DRAW_MS = 120;

/**
 * @param {object} about
 * @param {PanelHost<typeof game>} about.host
 * @param {HTMLElement} about.root where the dialog is put
 * @param {Store<DeckDocument>} about.store @param {Pictures} about.pictures
 * @param {string} about.id of the deck @param {DeckDocument} about.deck
 * @param {() => void} about.closed
 */
// eslint-disable-next-line max-lines-per-function -- one window: its parts and its keys share one draft
export function openEditor({ host, root, store, pictures, id, deck, closed }) {
  const { t } = host;
  const saver = createSaver({ save, onFate: (fate) => head.tell(fate), delayMs: SAVE_MS });
  const text = createText({
    t,
    value: deck.markdown,
    onInput: typed,
    onMove: () => later(),
    onFiles: putPictures,
  });
  const head = createHead({ t, deck, onChange: changed, undo: text.undo, print, close });
  const toolbar = createToolbar({ t, text, onFiles: putPictures });
  const problems = createProblems(t, (line) => text.goTo(line));
  const preview = createPreview({ host });
  const dialog = h(
    'dialog',
    { class: 'doc-editor te', 'aria-label': t('talk.panel.editor') },
    head.root,
    h(
      'div',
      { class: 'te-body' },
      h('div', { class: 'te-write' }, toolbar, text.root, problems.root),
      preview.root,
    ),
  );
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    void close();
  });
  // Keys of the game and of the panel must not act behind the editor.
  dialog.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    void saver.flush();
  });
  root.append(dialog);
  dialog.showModal();
  text.focus();
  draw();

  /** A deck with a problem is not sent: the last good one stays on. */
  async function save() {
    const problem = checkDeck(deck);
    if (problem === '') return store.save(id, deck);
    return {
      ok: /** @type {const} */ (false),
      code: 'document-bad',
      message: t('talk.panel.unsavedProblem', { problem }),
    };
  }

  /** @param {string} markdown */
  function typed(markdown) {
    deck.markdown = markdown;
    changed();
  }

  function changed() {
    saver.changed();
    later();
  }

  function later() {
    clearTimeout(timer);
    timer = setTimeout(draw, DRAW_MS);
  }

  function draw() {
    const read = parseDeck(deck.markdown);
    text.mark(read.problems);
    problems.show(read.problems);
    const at = Math.min(text.slide(), Math.max(0, read.slides.length - 1));
    head.count(t('talk.panel.slides', { n: read.slides.length === 0 ? 0 : at + 1, of: read.slides.length }));
    preview.show(deck, read.slides, at);
  }

  /** Stores pictures and puts them where the cursor is. @param {File[]} files */
  async function putPictures(files) {
    for (const file of files) {
      head.say(t('talk.panel.picture.saving', { name: file.name }));
      const ack = await pictures.save(file);
      head.say(ack.ok ? '' : ack.message);
      const alt = file.name.replace(/\.\w+$/, '').replace(/[[\]()]/g, ' ');
      if (ack.ok) text.insert(`![${alt}](${ack.url})\n`);
    }
  }

  /** Saves the deck, and downloads it as a page to print: a new window could not ask for it with the key of the panel. */
  async function print() {
    const saved = await saver.flush();
    const ack = saved.ok ? await store.exportFile(id, 'HTML to print') : saved;
    if (!ack.ok) head.say(ack.message);
  }

  function close() {
    return closeEditor(dialog, {
      ...{ t, saver, leave },
      saveCopy: () => store.create({ ...deck, title: copyTitle(deck.title, LIMITS.title) }),
      download: () => saveResponse(new Response(deck.markdown), `${deck.title || 'talk'}.md`),
      onRefused: (message) => head.tell({ state: 'refused', message }),
    });
  }

  function leave() {
    clearTimeout(timer);
    saver.discard();
    preview.close();
    dialog.close();
    dialog.remove();
    closed();
  }
}
