/**
 * Whether letters, digits and signs are commands in this browser. People who speak to their machine, or whose hands tremble, press them
 * by accident; WCAG 2.1.4 asks that they can be turned off. Panel, screen and remote keep it in one place.
 */

const STORED = 'mass-mobile.shortcuts';

/** A browser that stores nothing keeps it here until the page is left. */
let kept = true;

/** @returns {boolean} true where nobody said otherwise */
export function readShortcuts() {
  try {
    return localStorage.getItem(STORED) !== 'off';
  } catch {
    return kept;
  }
}

/** @param {boolean} areOn in this browser, from now on */
export function keepShortcuts(areOn) {
  kept = areOn;
  try {
    localStorage.setItem(STORED, areOn ? 'on' : 'off');
  } catch {
    // It is kept above.
  }
}

/** Shows on a switch of a page how it stands, and turns it. @param {HTMLElement} button @param {boolean} [turns] */
export function followShortcuts(button, turns = false) {
  if (turns) keepShortcuts(!readShortcuts());
  button.setAttribute('aria-checked', String(readShortcuts()));
}
