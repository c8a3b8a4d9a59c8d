/** The options of a question in an editor's form: a line each, with its letter, and a mark where options can be right. */

import { h } from '../shared/dom.js';

/**
 * @param {object} about
 * @param {readonly string[]} about.texts
 * @param {readonly boolean[] | null} about.right null: none is right or wrong
 * @param {boolean} [about.isOne] exactly one is right
 * @param {number} about.most options @param {number} about.longest characters of one
 * @param {string} [about.className] of each line, besides `doc-option`
 * @param {(place: number) => (Node | string)[]} about.mark what stands before the text
 * @param {{ option: (place: number) => string, right: string, remove: string, add: string }} about.words
 * @param {(place: number, text: string) => void} about.write
 * @param {(place: number, isRight: boolean) => void} about.tick
 * @param {(place: number) => void} about.remove @param {() => void} about.add
 */
export function drawOptions(about) {
  const { texts, right, isOne, most, longest, className = '', mark, words, write, tick, remove, add } = about;
  const rows = texts.map((value, place) => {
    const text = h('input', {
      ...{ class: 'text', value, maxlength: longest, dir: 'auto' },
      'data-key': `option-${place}`,
      'aria-label': words.option(place),
    });
    text.addEventListener('input', () => write(place, text.value));
    const box = h('input', {
      type: isOne ? 'radio' : 'checkbox',
      name: 'doc-right',
      'aria-label': words.right,
    });
    box.checked = Boolean(right?.[place]);
    box.addEventListener('change', () => tick(place, box.checked));
    return h(
      'div',
      { class: `doc-option ${className}`, 'data-option': place },
      ...mark(place),
      text,
      right && h('label', { class: 'doc-right' }, box, words.right),
      h(
        'button',
        {
          type: 'button',
          class: 'icon-button',
          'aria-label': words.remove,
          'data-next': `option-${Math.min(place, texts.length - 2)}`,
          onclick: () => remove(place),
        },
        '×',
      ),
    );
  });
  const more =
    texts.length < most &&
    h(
      'button',
      { type: 'button', class: 'button', 'data-next': `option-${texts.length}`, onclick: add },
      words.add,
    );
  return h('div', { class: 'doc-options' }, ...rows, more);
}
