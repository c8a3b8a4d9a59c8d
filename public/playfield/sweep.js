/** From one game to the next on the screen: a band of light, with the picture before ahead of it and the next one behind it. */

import { h } from '../shared/dom.js';

const SWEEP_MS = 450;

/** @typedef {{ element: HTMLElement, remove: () => void }} Last the last picture of the game before, as it stood */

/** Puts what a game has drawn beside the stage, where it stays until the next one has taken its place. @param {HTMLElement} root @param {HTMLLinkElement | null} style @returns {Last} */
export function setAside(root, style) {
  const element = /** @type {HTMLElement} */ (root.cloneNode(false));
  element.removeAttribute('id');
  element.classList.add('stage-before');
  element.inert = true;
  // The dock of the next game may have another height.
  element.style.height = `${root.clientHeight}px`;
  element.append(...root.childNodes);
  root.after(element);
  return {
    element,
    remove() {
      element.remove();
      style?.remove();
    },
  };
}

/**
 * Brings in another game behind a band of the sides' light, in less than half a second. Both pictures are cut along the band, so that
 * the hall never sees an empty stage, and no text through another one.
 * @param {HTMLElement} root @param {Last} last
 */
export function sweep(root, last) {
  const band = h('i', { class: 'sweep', 'aria-hidden': 'true' });
  const timing = { duration: SWEEP_MS, easing: 'cubic-bezier(0.5, 0, 0.2, 1)' };
  root.after(band);
  root.animate([{ clipPath: 'inset(0 100% 0 0)' }, { clipPath: 'inset(0 0 0 0)' }], timing);
  last.element.animate([{ clipPath: 'inset(0 0 0 0)' }, { clipPath: 'inset(0 0 0 100%)' }], timing);
  const moves = [{ transform: 'translateX(-100%)' }, { transform: 'translateX(100vw)' }];
  const over = () => {
    band.remove();
    last.remove();
  };
  band.animate(moves, timing).finished.then(over, over);
}
