/** Says over the picture that the room is paused, so that nobody takes a stage that stands still for a fault. */

/** @import { Translate } from '../../lib/contract/pages.js' */

import { h } from '../shared/dom.js';

/** @param {HTMLElement} game the element of the picture @param {Translate} t */
export function createPause(game, t) {
  const title = h('b', {});
  const text = h('span', {});
  const veil = h(
    'div',
    { class: 'paused', role: 'status', hidden: true },
    h('i', { class: 'paused-bars', 'aria-hidden': 'true' }),
    title,
    text,
  );
  game.after(veil);

  function speak() {
    title.textContent = t('playfield.paused');
    text.textContent = t('playfield.paused.text');
  }
  speak();

  return {
    /** The language is another one. */
    speak,
    /** @param {boolean} isPaused */
    show(isPaused) {
      veil.hidden = !isPaused;
      game.toggleAttribute('data-paused', isPaused);
    },
  };
}
