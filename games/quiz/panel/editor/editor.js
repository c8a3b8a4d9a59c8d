/** The editor of packs: a list on the left, the question in the middle, phone and screen as they will look. */

/** @import { Translate } from 'mass-mobile' */
/** @import { Pack } from '../../types.js' */
/** @import { Store } from '../../../../public/documents/store.js' */
/** @import { Change } from './draft.js' */

import { h } from '../../../../public/shared/dom.js';
import { saveResponse } from '../../../../public/shared/download.js';
import { LIMITS } from '../../shared/pack.js';
import { writeJson } from '../../shared/pack-file.js';
import { drawButton } from '../../../../public/documents/button.js';
import { createHead } from '../../../../public/documents/head.js';
import { createSaver } from '../../../../public/documents/saver.js';
import { closeEditor, copyTitle } from '../../../../public/documents/unsaved.js';
import { askForList } from './boxes.js';
import { Draft } from './draft.js';
import { focusOn } from './focus.js';
import { drawForm } from './form.js';
import { listenForKeys } from './keys.js';
import { createList } from './list.js';
import { createPreview } from './preview.js';

/** A pause in typing this long is saved. */
const SAVE_MS = 600;
const FIELDS = 'button, input, textarea, select';

/**
 * @param {object} about
 * @param {HTMLElement} about.root where the dialog is put
 * @param {Store<Pack>} about.store @param {string} about.id of the pack @param {Pack} about.pack
 * @param {Translate} about.t @param {string} about.lang
 * @param {() => void} about.closed
 */
// eslint-disable-next-line max-lines-per-function -- one window: its parts and its keys share one draft
export function openEditor({ root, store, id, pack, t, lang, closed }) {
  const draft = new Draft(pack, onChange);
  const saver = createSaver({
    save: () => store.save(id, pack),
    onFate: (fate) => head.tell(fate),
    delayMs: SAVE_MS,
  });
  const list = createList({ draft, t });
  const form = h('div', { class: 'qe-form' });
  const preview = createPreview({ t, lang });
  const add = () => (draft.add(), focusOn(form, 'textarea'));
  // Nothing is asked before a question is deleted, because it can be brought back: this says how.
  const gone = h('p', { class: 'qe-gone', role: 'status' });
  const remove = () => {
    const n = draft.at + 1;
    if (!draft.question) return;
    draft.remove();
    gone.textContent = t('quiz.edit.removed', { n });
  };
  const head = createHead({
    t,
    label: t('quiz.edit.title'),
    longest: LIMITS.title,
    rename: (title) => draft.change((one) => void (one.title = title), { typed: true }),
    undo: () => draft.undo(),
    close,
    buttons: [
      drawButton(t('quiz.edit.paste'), () => askForList(dialog, t, (questions) => draft.insert(questions))),
    ],
  });
  const side = h(
    'nav',
    { class: 'qe-side' },
    list.root,
    gone,
    drawButton(t('quiz.edit.add'), add, { shortcut: 'Ctrl+↵' }),
  );
  const dialog = h(
    'dialog',
    { class: 'doc-editor qe', 'aria-label': t('quiz.edit') },
    head.root,
    h('div', { class: 'qe-body' }, side, form, preview.root),
  );
  const life = new AbortController();
  listenForKeys({ draft, add, remove, signal: life.signal });
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    void close();
  });
  root.append(dialog);
  dialog.showModal();
  draw();

  /** @param {Change} change */
  function onChange(change) {
    gone.textContent = '';
    if (change === 'typed') drawAround();
    else draw();
    if (change !== 'moved') saver.changed();
  }

  function draw() {
    const focused = form.contains(document.activeElement) ? document.activeElement : null;
    const { key, next } = focused instanceof HTMLElement ? focused.dataset : {};
    const near = focused ? [...form.querySelectorAll(FIELDS)].indexOf(focused) : -1;
    drawAround();
    const { question } = draft;
    form.replaceChildren(
      ...(question
        ? drawForm({
            question,
            t,
            store,
            change: (step, options) => draft.change(() => step(question), options),
            remove,
            move: (by) => draft.move(draft.at, draft.at + by),
            copy: () => draft.duplicate(),
          })
        : [h('p', { class: 'quiet' }, t('quiz.edit.empty'))]),
    );
    // The part that had the focus is drawn anew, and people who work by keys go on from there.
    if (next ?? key) focusOn(form, `[data-key="${next ?? key}"]`);
    else if (near >= 0)
      /** @type {HTMLElement | undefined} */ ([...form.querySelectorAll(FIELDS)][near])?.focus();
  }

  /** Draws everything but the form, in which somebody may be typing. */
  function drawAround() {
    list.draw();
    head.show(pack.title);
    preview.root.hidden = !draft.question;
    preview.show(pack, draft.at);
  }

  function close() {
    return closeEditor(dialog, {
      ...{ t, saver, leave },
      saveCopy: () => store.create({ ...pack, title: copyTitle(pack.title, LIMITS.title) }),
      download: () => saveResponse(new Response(writeJson(pack)), `${pack.title || 'quiz'}.json`),
      onRefused: (message) => head.tell({ state: 'refused', message }),
    });
  }

  function leave() {
    saver.discard();
    life.abort();
    preview.close();
    dialog.close();
    dialog.remove();
    closed();
  }
}
