/**
 * Whether letters, digits and signs are commands in this browser. People who speak to their machine, or whose hands tremble, press them
 * by accident; WCAG 2.1.4 asks that they can be turned off. Panel, screen and remote keep it in one place.
 */

import { browserMemory } from './memory.js';

const STORED = 'mass-mobile.shortcuts';

/** @returns {boolean} true where nobody said otherwise */
export const readShortcuts = () => browserMemory.get(STORED) !== 'off';

/** @param {boolean} areOn in this browser, from now on */
export const keepShortcuts = (areOn) => browserMemory.set(STORED, areOn ? 'on' : 'off');

/** Shows on a switch of a page how it stands, and turns it. @param {HTMLElement} button @param {boolean} [turns] */
export function followShortcuts(button, turns = false) {
  if (turns) keepShortcuts(!readShortcuts());
  button.setAttribute('aria-checked', String(readShortcuts()));
}
