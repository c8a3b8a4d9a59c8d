/** Boxes over the editor: one to paste a list, one that asks what becomes of edits that could not be saved. */

/** @import { Translate } from 'mass-mobile' */
/** @import { Question } from '../../types.js' */

import { h } from '../../../../public/shared/dom.js';
import { drawButton } from '../button.js';
import { readPasted } from './paste.js';

/** The pack is another one by now, or gone: trying to save it again is of no use. */
const TAKEN = new Set(['document-changed', 'document-unknown', 'document-fixed']);

/** @param {HTMLElement} root @param {Translate} t @param {(questions: Question[]) => void} add */
export function askForList(root, t, add) {
  const area = h('textarea', { class: 'text qe-paste', rows: 14, placeholder: t('quiz.edit.paste.how') });
  const take = () => {
    box.close();
    add(readPasted(area.value));
  };
  const box = openBox(root, t('quiz.edit.paste'), [
    area,
    h(
      'div',
      { class: 'qe-row' },
      drawButton(t('quiz.edit.cancel'), () => box.close()),
      drawButton(t('quiz.edit.take'), take, { isPrimary: true }),
    ),
  ]);
}

/**
 * @param {HTMLElement} root
 * @param {Translate} t
 * @param {{ code: string, message: string }} refusal why it was not saved
 * @param {{ retry: () => unknown, saveCopy: () => unknown, download: () => unknown, discard: () => unknown }} ways all but
 *   `download` close the box first
 */
export function askAboutUnsaved(root, t, { code, message }, { retry, saveCopy, download, discard }) {
  const then = (/** @type {() => unknown} */ run) => () => {
    box.close();
    return run();
  };
  const box = openBox(root, t('quiz.unsaved'), [
    h(
      'p',
      { class: 'qe-why', role: 'alert' },
      code === 'document-changed' ? t('quiz.unsaved.changed') : message,
    ),
    h(
      'div',
      { class: 'qe-ways' },
      TAKEN.has(code)
        ? drawButton(t('quiz.unsaved.copy'), then(saveCopy), { isPrimary: true })
        : drawButton(t('quiz.unsaved.retry'), then(retry), { isPrimary: true }),
      drawButton(t('quiz.unsaved.stay'), () => box.close(), { shortcut: 'Esc' }),
      drawButton(t('quiz.unsaved.file'), download),
      drawButton(t('quiz.unsaved.discard'), then(discard)),
    ),
  ]);
  box.classList.add('qe-unsaved');
}

/** @param {HTMLElement} root @param {string} title @param {HTMLElement[]} parts */
function openBox(root, title, parts) {
  const box = h(
    'dialog',
    { class: 'qe-box', 'aria-label': title },
    h('p', { class: 'qe-box-title' }, title),
    ...parts,
  );
  box.addEventListener('close', () => box.remove());
  root.append(box);
  box.showModal();
  return box;
}
