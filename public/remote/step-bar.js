/** The bar at the bottom of a presenter's remote: back, the next step by its name, dark screens. */

/** @import { Steps } from '../../lib/contract/types.js' */
/** @import { Translate } from '../../lib/contract/pages.js' */

import { h } from '../shared/dom.js';

/** @param {HTMLElement} root @param {{ t: Translate, press: (way: 'next' | 'back') => unknown, dark: () => void }} about */
export function createStepBar(root, { t, press, dark }) {
  const back = h('button', { type: 'button', class: 'quiet-button', onclick: () => press('back') });
  const go = h('button', { type: 'button', class: 'go', onclick: () => press('next') });
  const darken = h('button', { type: 'button', class: 'quiet-button', onclick: dark });
  root.append(back, go, darken);
  let isShown = false;

  return {
    /** @param {boolean} isPresenter */
    fit(isPresenter) {
      isShown = isPresenter;
      // A button without a word has no name: of a game that has just begun, the first step may be on its way.
      root.hidden = !isShown || go.textContent === '';
    },
    /** @param {Steps} steps */
    show({ next, back: before, isBlank }) {
      back.textContent = t('playfield.key.back');
      back.disabled = !before;
      go.textContent = next ? t(next.label, next.values) : t('playfield.key.next');
      go.disabled = !next;
      go.dataset['step'] = next?.label ?? '';
      darken.textContent = t('playfield.key.dark');
      darken.setAttribute('aria-pressed', String(isBlank));
      root.hidden = !isShown;
    },
  };
}
