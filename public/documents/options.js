/** The options of a question in an editor's form: a line each, with its letter, and a mark where options can be right. */

/** @import { Translate } from '../../lib/contract/pages.js' */

import { h } from '../shared/dom.js';

const LETTERS = 'ABCDEFGHIJKL';

/**
 * @param {object} about
 * @param {readonly string[]} about.texts
 * @param {readonly boolean[] | null} about.right null: none is right or wrong
 * @param {boolean} [about.isOne] exactly one is right
 * @param {number} about.most options @param {number} about.longest characters of one
 * @param {string} [about.className] of each line, besides `doc-option`
 * @param {(place: number) => Node} [about.mark] what stands before its letter
 * @param {Translate} about.t
 * @param {(place: number, text: string) => void} about.write
 * @param {(place: number, isRight: boolean) => void} about.tick
 * @param {(place: number) => void} about.remove @param {() => void} about.add
 */
export function drawOptions(about) {
  const { texts, right, isOne, most, longest, className = '', mark, t, write, tick, remove, add } = about;
  const rows = texts.map((value, place) => {
    const text = h('input', {
      ...{ class: 'text', value, maxlength: longest, dir: 'auto' },
      'data-key': `option-${place}`,
      'aria-label': t('documents.option', { letter: LETTERS[place] ?? '' }),
    });
    text.addEventListener('input', () => write(place, text.value));
    const box = h('input', {
      type: isOne ? 'radio' : 'checkbox',
      name: 'doc-right',
      'aria-label': t('documents.right'),
    });
    box.checked = Boolean(right?.[place]);
    box.addEventListener('change', () => tick(place, box.checked));
    return h(
      'div',
      { class: `doc-option ${className}`, 'data-option': place },
      mark?.(place),
      h('b', {}, LETTERS[place]),
      text,
      right && h('label', { class: 'doc-right' }, box, t('documents.right')),
      h(
        'button',
        {
          type: 'button',
          class: 'icon-button',
          'aria-label': t('documents.option.remove'),
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
      t('documents.option.add'),
    );
  return h('div', { class: 'doc-options' }, ...rows, more);
}
