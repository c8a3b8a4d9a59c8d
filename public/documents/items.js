/** The middle of an editor whose document is a list of items: the list, the form of the one that is chosen, and their keys. */

/** @import { Translate } from '../../lib/contract/pages.js' */
/** @import { Change, Draft } from './draft.js' */
/** @import { Entry } from './list.js' */

import { h } from '../shared/dom.js';
import { drawButton } from './button.js';
import { listenForKeys } from './keys.js';
import { createList, focusOn } from './list.js';

const FIELDS = 'button, input, textarea, select';
const FIRST = 'textarea, input.text';

/**
 * @template {object} Whole @template Item
 * @param {object} about
 * @param {Draft<Whole, Item>} about.draft
 * @param {Translate} about.t
 * @param {(item: Item) => Entry} about.entryOf
 * @param {(item: Item, remove: () => void) => HTMLElement[]} about.drawForm
 * @param {{ add: string, empty: string, removed: (n: number) => string }} about.words add: the button; empty: instead of a
 *   form; removed: says how item `n` is brought back, because nothing is asked before
 * @param {AbortSignal} about.signal ends the keys
 */
export function createItems({ draft, t, entryOf, drawForm, words, signal }) {
  const list = createList(draft, entryOf);
  const form = h('div', { class: 'doc-form' });
  const gone = h('p', { class: 'doc-gone', role: 'status' });
  listenForKeys({ draft, add, remove, signal });
  form.addEventListener('click', leadOn, { capture: true });

  function add() {
    draft.add();
    focusOn(form, FIRST);
  }

  function remove() {
    const n = draft.at + 1;
    if (!draft.current) return;
    draft.remove();
    gone.textContent = words.removed(n);
  }

  /** Whoever has chosen a type with the mouse types next: into the first field below, if nothing stands there. @param {MouseEvent} event */
  function leadOn({ target, detail }) {
    const key =
      target instanceof HTMLElement && target.role === 'radio' && detail > 0 && target.dataset['key'];
    if (!key) return;
    // The form is drawn anew by then.
    queueMicrotask(() => {
      const radio = form.querySelector(`[data-key="${key}"]`);
      const field = /** @type {(HTMLInputElement | HTMLTextAreaElement)[]} */ ([
        ...form.querySelectorAll(FIRST),
      ]).find((one) => radio && one.compareDocumentPosition(radio) & Node.DOCUMENT_POSITION_PRECEDING);
      if (field?.value === '') field.focus();
    });
  }

  function drawAll() {
    const focused = form.contains(document.activeElement) ? document.activeElement : null;
    const { key, next } = focused instanceof HTMLElement ? focused.dataset : {};
    const near = focused ? [...form.querySelectorAll(FIELDS)].indexOf(focused) : -1;
    list.draw();
    const { current } = draft;
    form.replaceChildren(
      ...(current ? [...drawForm(current, remove), drawMoves()] : [h('p', { class: 'quiet' }, words.empty)]),
    );
    // The part that had the focus is drawn anew, and people who work by keys go on from there.
    if (next ?? key) focusOn(form, `[data-key="${next ?? key}"]`);
    else if (near >= 0)
      /** @type {HTMLElement | undefined} */ ([...form.querySelectorAll(FIELDS)][near])?.focus();
  }

  function drawMoves() {
    return h(
      'div',
      { class: 'doc-row' },
      drawButton(t('documents.up'), () => draft.move(draft.at, draft.at - 1), { shortcut: 'Alt+↑' }),
      drawButton(t('documents.down'), () => draft.move(draft.at, draft.at + 1), { shortcut: 'Alt+↓' }),
      drawButton(t('documents.duplicate'), () => draft.duplicate(), { shortcut: 'Ctrl+D' }),
      drawButton(t('documents.remove'), remove, { shortcut: 'Del' }),
    );
  }

  return {
    side: h(
      'nav',
      { class: 'doc-side' },
      list.root,
      gone,
      drawButton(words.add, add, { shortcut: 'Ctrl+↵' }),
    ),
    form,
    /** Shows a change of the draft. While somebody is typing, everything but the form is drawn. @param {Change} change */
    show(change) {
      gone.textContent = '';
      if (change === 'typed') list.draw();
      else drawAll();
    },
  };
}
