/** Boxes over an editor of documents, above all the one that asks what becomes of edits that could not be saved. */

/** @import { Translate } from '../../lib/contract/pages.js' */
/** @import { Ack } from '../../lib/contract/wire.js' */
/** @import { createSaver } from './saver.js' */

import { h } from '../shared/dom.js';
import { drawButton } from './button.js';

/** The document is another one by now, or gone: trying to save it again is of no use. */
const TAKEN = new Set(['document-changed', 'document-unknown', 'document-fixed']);

/**
 * Leaves an editor once everything is saved. If that is refused, nothing is lost without a question.
 * @param {HTMLElement} dialog of the editor
 * @param {object} editor
 * @param {Translate} editor.t @param {ReturnType<typeof createSaver>} editor.saver
 * @param {() => Promise<Ack>} editor.saveCopy saves all of it as another document
 * @param {() => unknown} editor.download @param {() => void} editor.leave
 * @param {(message: string) => void} editor.onRefused the copy could not be saved either
 */
export async function closeEditor(dialog, editor) {
  const { t, saver, saveCopy, download, leave, onRefused } = editor;
  const ack = await saver.flush();
  if (ack.ok) return leave();
  if (dialog.querySelector('.doc-unsaved')) return;
  const then = (/** @type {() => unknown} */ run) => () => {
    box.close();
    return run();
  };
  const copy = async () => {
    const copied = await saveCopy();
    if (copied.ok) leave();
    else onRefused(copied.message);
  };
  const why = ack.code === 'document-changed' ? t('documents.unsaved.changed') : ack.message;
  const again = () => closeEditor(dialog, editor);
  const box = openBox(dialog, t('documents.unsaved.title'), [
    h('p', { class: 'doc-why', role: 'alert' }, why),
    h(
      'div',
      { class: 'doc-ways' },
      TAKEN.has(ack.code)
        ? drawButton(t('documents.unsaved.copy'), then(copy), { isPrimary: true })
        : drawButton(t('documents.unsaved.retry'), then(again), { isPrimary: true }),
      drawButton(t('documents.unsaved.stay'), () => box.close(), { shortcut: 'Esc' }),
      drawButton(t('documents.unsaved.file'), download),
      drawButton(t('documents.unsaved.discard'), then(leave)),
    ),
  ]);
  box.classList.add('doc-unsaved');
}

/**
 * Names a copy of a document.
 * @param {string} title @param {number} longest characters of a title, at most @returns {string}
 */
export function copyTitle(title, longest) {
  const sign = ' (2)';
  return title.slice(0, longest - sign.length) + sign;
}

/** Opens a box over an editor. @param {HTMLElement} root @param {string} title @param {HTMLElement[]} parts */
export function openBox(root, title, parts) {
  const box = h(
    'dialog',
    { class: 'doc-box', 'aria-label': title },
    h('p', { class: 'doc-box-title' }, title),
    ...parts,
  );
  box.addEventListener('close', () => box.remove());
  root.append(box);
  box.showModal();
  return box;
}
