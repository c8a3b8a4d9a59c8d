/** The editor of decks: slides as forms or as Markdown, and the one that is edited as hall and phones see it beside them. */

/** @import { PanelHost } from 'mass-mobile' */
/** @import { Store } from '../../../../public/documents/store.js' */
/** @import { DeckDocument } from '../../types.js' */
/** @import { SavePictures } from './writer.js' */
/** @import { Pictures } from './pictures.js' */
/** @import game from '../../game.js' */

import { h } from '../../../../public/shared/dom.js';
import { saveResponse } from '../../../../public/shared/download.js';
import { browserMemory } from '../../../../public/shared/memory.js';
import { createSaver } from '../../../../public/documents/saver.js';
import { closeEditor, copyTitle } from '../../../../public/documents/unsaved.js';
import { LIMITS, checkDeck, parseDeck } from '../../shared/deck.js';
import { createHead } from './head.js';
import { createMarkdown } from './markdown.js';
import { createForms } from './forms.js';
import { createPreview } from './preview.js';

/** A pause in typing this long is saved. */
const SAVE_MS = 700;
/** A pause in typing this long is drawn. */
const DRAW_MS = 120;
/** Whether this browser writes decks as Markdown: whoever likes it, does so in the next one as well. */
const REMEMBERED = 'talk:markdown';

/**
 * @param {object} about
 * @param {PanelHost<typeof game>} about.host
 * @param {HTMLElement} about.root where the dialog is put
 * @param {Store<DeckDocument>} about.store @param {Pictures} about.pictures
 * @param {string} about.id of the deck @param {DeckDocument} about.deck
 * @param {number} about.at the slide to begin with, from 0
 * @param {() => void} about.closed
 */
// eslint-disable-next-line max-lines-per-function -- one window: its parts and its keys share one draft
export function openEditor({ host, root, store, pictures, id, deck, at, closed }) {
  const { t } = host;
  const saver = createSaver({ save, onFate: (fate) => head.tell(fate), delayMs: SAVE_MS });
  let isMarkdown = browserMemory.get(REMEMBERED) === 'yes';
  const head = createHead({
    ...{ t, deck, onChange: changed, undo: () => writer.undo(), print, close },
    turn,
  });
  const preview = createPreview({ host });
  const body = h('div', {});
  const dialog = h(
    'dialog',
    { class: 'doc-editor te', 'aria-label': t('talk.panel.editor') },
    head.root,
    body,
  );
  let writer = write(at);
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
  writer.focus();
  draw();

  /** @param {number} slide */
  function write(slide) {
    const create = isMarkdown ? createMarkdown : createForms;
    const next = create({ t, deck, at: slide, onInput: changed, onMove: later, savePictures });
    body.className = isMarkdown ? 'te-body' : 'doc-parts';
    body.replaceChildren(...next.parts, preview.root);
    head.showWriting(isMarkdown);
    return next;
  }

  /** Goes on in the other way to write. */
  function turn() {
    isMarkdown = !isMarkdown;
    browserMemory.set(REMEMBERED, isMarkdown ? 'yes' : undefined);
    writer.stop();
    writer = write(writer.slide());
    writer.focus();
    draw();
  }

  /** A deck with a problem is not sent: the last good one stays on. */
  async function save() {
    const problem = checkDeck(deck);
    if (problem === '') return store.save(id, deck);
    const slide = parseDeck(deck.markdown).problems[0]?.slide ?? 0;
    return {
      ok: /** @type {const} */ (false),
      code: 'document-bad',
      message:
        isMarkdown || slide === 0
          ? t('talk.panel.unsavedProblem', { problem })
          : t('talk.form.unready', { slide }),
    };
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
    writer.mark(read.problems);
    const at = Math.min(writer.slide(), Math.max(0, read.slides.length - 1));
    head.count(t('talk.panel.slides', { n: read.slides.length === 0 ? 0 : at + 1, of: read.slides.length }));
    preview.show(deck, read.slides, at);
  }

  /** @type {SavePictures} */
  async function savePictures(files, put) {
    for (const file of files) {
      head.say(t('talk.panel.picture.saving', { name: file.name }));
      const ack = await pictures.save(file);
      head.say(ack.ok ? '' : ack.message);
      const alt = file.name.replace(/\.\w+$/, '').replace(/[[\]()]/g, ' ');
      if (ack.ok) put({ alt, url: ack.url });
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
    writer.stop();
    preview.close();
    dialog.close();
    dialog.remove();
    closed();
  }
}
