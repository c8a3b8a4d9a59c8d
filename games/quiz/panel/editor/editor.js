/** The editor of packs: a list on the left, the question in the middle, phone and screen as they will look. */

/** @import { Translate } from 'mass-mobile' */
/** @import { Pack } from '../../types.js' */
/** @import { Store } from '../../../../public/documents/store.js' */
/** @import { Change } from './draft.js' */
/** @import { Fate } from '../../../../public/documents/saver.js' */

import { h } from '../../../../public/shared/dom.js';
import { saveResponse } from '../../../../public/shared/download.js';
import { LIMITS } from '../../shared/pack.js';
import { writeJson } from '../../shared/pack-file.js';
import { drawButton } from '../../../../public/documents/button.js';
import { createSaver } from '../../../../public/documents/saver.js';
import { askAboutUnsaved } from '../../../../public/documents/unsaved.js';
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
    rename: (title) => draft.change((one) => void (one.title = title), { typed: true }),
    undo: () => draft.undo(),
    paste: () => askForList(dialog, t, (questions) => draft.insert(questions)),
    close,
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
    { class: 'qe', 'aria-label': t('quiz.edit') },
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
    // The part that had the focus is drawn anew, and whoever works by keys goes on from there.
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

  /** Closes the editor once everything is saved. If that is refused, nothing is lost without a question. */
  async function close() {
    const ack = await saver.flush();
    if (ack.ok) return leave();
    if (dialog.querySelector('.qe-unsaved')) return;
    const download = () => saveResponse(new Response(writeJson(pack)), `${pack.title || 'quiz'}.json`);
    const about = { name: 'qe', text: (/** @type {string} */ key) => t(`quiz.unsaved.${key}`) };
    askAboutUnsaved(dialog, about, ack, { retry: close, saveCopy, download, discard: leave });
  }

  async function saveCopy() {
    const title = t('quiz.unsaved.copyTitle', { title: pack.title }).slice(0, LIMITS.title);
    const ack = await store.create({ ...pack, title });
    if (ack.ok) leave();
    else head.tell({ state: 'refused', message: ack.message });
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

/** @param {{ t: Translate, rename: (title: string) => void, undo: () => void, paste: () => void, close: () => unknown }} about */
function createHead({ t, rename, undo, paste, close }) {
  const status = h('span', { class: 'qe-fate', role: 'status' });
  const title = h('input', {
    class: 'text qe-title',
    maxlength: LIMITS.title,
    placeholder: t('quiz.edit.title'),
    'aria-label': t('quiz.edit.title'),
  });
  title.addEventListener('input', () => rename(title.value));
  const root = h(
    'header',
    { class: 'qe-head' },
    title,
    status,
    drawButton(t('quiz.edit.undo'), undo, { shortcut: 'Ctrl+Z' }),
    drawButton(t('quiz.edit.paste'), paste),
    drawButton(t('quiz.edit.close'), close, { shortcut: 'Esc' }),
  );
  return {
    root,
    /** @param {string} text */
    show(text) {
      if (title.value !== text) title.value = text;
    },
    /** Shows whether the edits are saved. @param {Fate} fate */
    tell({ state, message }) {
      status.dataset['state'] = state;
      status.textContent = state === 'refused' ? message : t(`quiz.edit.${state}`);
    },
  };
}
