/** The editor of packs: a list on the left, the question in the middle, phone and screen as they will look. */

/** @import { Translate } from 'mass-mobile' */
/** @import { Pack } from '../../types.js' */
/** @import { Store } from '../../../../public/documents/store.js' */
/** @import { Change } from '../../../../public/documents/draft.js' */

import { h } from '../../../../public/shared/dom.js';
import { saveResponse } from '../../../../public/shared/download.js';
import { LIMITS, unready } from '../../shared/pack.js';
import { writeJson } from '../../shared/pack-file.js';
import { drawButton } from '../../../../public/documents/button.js';
import { createHead } from '../../../../public/documents/head.js';
import { createItems } from '../../../../public/documents/items.js';
import { createSaver } from '../../../../public/documents/saver.js';
import { closeEditor, copyTitle } from '../../../../public/documents/unsaved.js';
import { askForList } from './boxes.js';
import { createPackDraft } from './draft.js';
import { drawForm } from './form.js';
import { createPreview } from './preview.js';

/** A pause in typing this long is saved. */
const SAVE_MS = 600;

/**
 * @param {object} about
 * @param {HTMLElement} about.root where the dialog is put
 * @param {Store<Pack>} about.store @param {string} about.id of the pack @param {Pack} about.pack
 * @param {Translate} about.t @param {string} about.lang
 * @param {() => void} about.closed
 */
export function openEditor({ root, store, id, pack, t, lang, closed }) {
  const draft = createPackDraft(pack, onChange);
  const life = new AbortController();
  const saver = createSaver({
    save: () => store.save(id, pack),
    onFate: (fate) => head.tell(fate),
    delayMs: SAVE_MS,
  });
  const items = createItems({
    ...{ draft, t, signal: life.signal },
    entryOf(question) {
      const problem = unready(question);
      return {
        text: question.text || t('quiz.edit.blank'),
        note: t(problem || `quiz.type.${question.type}`),
        isUnready: problem !== '',
      };
    },
    drawForm: (question) =>
      drawForm({
        ...{ question, t, store },
        change: (step, options) => draft.change(() => step(question), options),
      }),
    words: {
      add: t('quiz.edit.add'),
      empty: t('quiz.edit.empty'),
      removed: (n) => t('quiz.edit.removed', { n }),
    },
  });
  const preview = createPreview({ t, lang });
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
  const dialog = h(
    'dialog',
    { class: 'doc-editor qe', 'aria-label': t('quiz.edit') },
    head.root,
    h('div', { class: 'doc-parts' }, items.side, items.form, preview.root),
  );
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    void close();
  });
  root.append(dialog);
  dialog.showModal();
  onChange('moved');

  /** @param {Change} change */
  function onChange(change) {
    items.show(change);
    head.show(pack.title);
    preview.root.hidden = !draft.current;
    preview.show(pack, draft.at);
    if (change !== 'moved') saver.changed();
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
