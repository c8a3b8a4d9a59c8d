/** Boxes over an editor of documents, above all the one that asks what becomes of edits that could not be saved. */

import { h } from '../shared/dom.js';
import { drawButton } from './button.js';

/** The document is another one by now, or gone: trying to save it again is of no use. */
const TAKEN = new Set(['document-changed', 'document-unknown', 'document-fixed']);

/**
 * Asks what becomes of edits that could not be saved.
 * @param {HTMLElement} root
 * @param {{ name: string, text: (key: string) => string }} about name: the prefix of the classes that give the box its look; text:
 *   the sentences `title`, `changed`, `copy` and so on
 * @param {{ code: string, message: string }} refusal why it was not saved
 * @param {{ retry: () => unknown, saveCopy: () => unknown, download: () => unknown, discard: () => unknown }} ways all but
 *   `download` close the box first
 */
export function askAboutUnsaved(
  root,
  { name, text },
  { code, message },
  { retry, saveCopy, download, discard },
) {
  const then = (/** @type {() => unknown} */ run) => () => {
    box.close();
    return run();
  };
  const box = openBox(root, { title: text('title'), name }, [
    h('p', { class: `${name}-why`, role: 'alert' }, code === 'document-changed' ? text('changed') : message),
    h(
      'div',
      { class: `${name}-ways` },
      TAKEN.has(code)
        ? drawButton(text('copy'), then(saveCopy), { isPrimary: true })
        : drawButton(text('retry'), then(retry), { isPrimary: true }),
      drawButton(text('stay'), () => box.close(), { shortcut: 'Esc' }),
      drawButton(text('file'), download),
      drawButton(text('discard'), then(discard)),
    ),
  ]);
  box.classList.add(`${name}-unsaved`);
}

/** Opens a box over an editor. @param {HTMLElement} root @param {{ title: string, name: string }} about @param {HTMLElement[]} parts */
export function openBox(root, { title, name }, parts) {
  const box = h(
    'dialog',
    { class: `${name}-box`, 'aria-label': title },
    h('p', { class: `${name}-box-title` }, title),
    ...parts,
  );
  box.addEventListener('close', () => box.remove());
  root.append(box);
  box.showModal();
  return box;
}
