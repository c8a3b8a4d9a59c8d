/** The list of items in an editor: the questions of a pack, the slides of a deck. */

/** @import { Draft } from './draft.js' */

import { h } from '../shared/dom.js';

/** An item as the list shows it. @typedef {{ text: string, note: string, isUnready: boolean }} Entry */

/**
 * @template {object} Whole @template Item
 * @param {Draft<Whole, Item>} draft
 * @param {(item: Item) => Entry} entryOf note: in small letters below it; isUnready: something is missing, which the note says
 */
export function createList(draft, entryOf) {
  const root = h('ol', { class: 'doc-items' });

  function draw() {
    const hadFocus = root.contains(document.activeElement);
    root.replaceChildren(...draft.items.map((item, place) => drawItem(entryOf(item), place, draft)));
    root.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    if (hadFocus) focusOn(root, '[aria-current] button');
  }

  return { root, draw };
}

/** Focus that survives a part being drawn again. @param {HTMLElement} within @param {string} selector */
export function focusOn(within, selector) {
  /** @type {HTMLElement | null} */ (within.querySelector(selector))?.focus();
}

/** @param {Entry} entry @param {number} place @param {Pick<Draft<object, unknown>, 'at' | 'go' | 'move'>} draft */
function drawItem({ text, note, isUnready }, place, draft) {
  const item = h(
    'li',
    {
      class: 'doc-item',
      draggable: 'true',
      'aria-current': place === draft.at && 'true',
      'data-unready': isUnready,
    },
    h(
      'button',
      { type: 'button', class: 'doc-pick', onclick: () => draft.go(place), title: isUnready ? note : null },
      h('b', {}, place + 1),
      h('span', { class: 'doc-item-text', dir: 'auto' }, text),
      h('span', { class: 'doc-item-note' }, note),
    ),
  );
  item.addEventListener('dragstart', (event) => event.dataTransfer?.setData('text/plain', String(place)));
  item.addEventListener('dragover', (event) => {
    event.preventDefault();
    item.dataset['over'] = '';
  });
  item.addEventListener('dragleave', () => delete item.dataset['over']);
  item.addEventListener('drop', (event) => {
    event.preventDefault();
    draft.move(Number(event.dataTransfer?.getData('text/plain')), place);
  });
  return item;
}
