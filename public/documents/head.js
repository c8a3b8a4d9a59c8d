/** The head of an editor of documents: the title, whether it is saved, and the ways back and out. */

/** @import { Translate } from '../../lib/contract/pages.js' */
/** @import { Fate } from './saver.js' */

import { h } from '../shared/dom.js';
import { drawButton } from './button.js';

/**
 * @param {object} about
 * @param {Translate} about.t
 * @param {string} about.label what the title is called
 * @param {number} about.longest characters of a title, at most
 * @param {(title: string) => void} about.rename
 * @param {() => void} about.undo @param {() => unknown} about.close
 * @param {readonly Node[]} [about.fields] after the title @param {readonly Node[]} [about.buttons] after Undo
 */
export function createHead({ t, label, longest, rename, undo, close, fields = [], buttons = [] }) {
  const status = h('span', { class: 'doc-fate', role: 'status' });
  const title = h('input', {
    class: 'text doc-title',
    dir: 'auto',
    maxlength: longest,
    placeholder: label,
    'aria-label': label,
  });
  title.addEventListener('input', () => rename(title.value));
  const root = h(
    'header',
    { class: 'doc-head' },
    title,
    ...fields,
    status,
    drawButton(t('documents.undo'), undo, { shortcut: 'Ctrl+Z' }),
    ...buttons,
    drawButton(t('documents.done'), close, { shortcut: 'Esc', isPrimary: true }),
  );

  return {
    root,
    /** @param {string} text the title, which undo may have changed */
    show(text) {
      if (title.value !== text) title.value = text;
    },
    /** Shows whether the edits are saved. @param {Fate} fate */
    tell({ state, message }) {
      status.dataset['state'] = state;
      status.textContent = state === 'refused' ? message : t(`documents.${state}`);
      status.title = status.textContent;
    },
    /** @param {string} text */
    say(text) {
      status.dataset['state'] = '';
      status.textContent = text;
    },
  };
}
