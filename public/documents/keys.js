/** The keys of an editor with a list of items and a form. */

/** @import { Draft } from './draft.js' */

import { turnRadio } from './radios.js';

/**
 * Listens at the window, because a part that is drawn again loses the focus, and its keys would go nowhere.
 * @param {{ draft: Pick<Draft<object, unknown>, 'at' | 'go' | 'move' | 'duplicate' | 'undo'>, add: () => void, remove: () => void, signal: AbortSignal }} about
 */
export function listenForKeys({ draft, add, remove, signal }) {
  /** Keys that act always, and keys that act unless somebody is typing. @type {Record<string, () => void>} */
  const always = {
    'control Enter': add,
    'control d': () => draft.duplicate(),
    'alt ArrowUp': () => draft.move(draft.at, draft.at - 1),
    'alt ArrowDown': () => draft.move(draft.at, draft.at + 1),
    PageUp: () => draft.go(draft.at - 1),
    PageDown: () => draft.go(draft.at + 1),
  };
  /** @type {Record<string, () => void>} */
  const unlessTyping = {
    'control z': () => draft.undo(),
    ArrowUp: () => draft.go(draft.at - 1),
    ArrowDown: () => draft.go(draft.at + 1),
    Delete: remove,
  };

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    // Keys of the game and of the panel must not act behind the editor.
    event.stopPropagation();
    const { target, key } = event;
    if (target instanceof Element && target.closest('.doc-box')) return;
    if (turnRadio(event)) return;
    const isTyping = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    const name = `${event.ctrlKey || event.metaKey ? 'control ' : event.altKey ? 'alt ' : ''}${key}`;
    // In the form Delete is a slip: it deletes where the items are listed, or where nothing has the focus.
    const isInForm =
      key === 'Delete' && target instanceof Element && target.closest('.doc-form, aside, .doc-head');
    const run = always[name] ?? (isTyping || isInForm ? undefined : unlessTyping[name]);
    if (!run) return;
    event.preventDefault();
    run();
  }

  addEventListener('keydown', onKey, { capture: true, signal });
}
