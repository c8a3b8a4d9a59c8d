/** Buttons of panels and editors of documents; the control panel gives them their look. */

import { h } from '../shared/dom.js';

/**
 * @param {string} text
 * @param {() => unknown} run
 * @param {{ shortcut?: string, isPrimary?: boolean }} [options] shortcut: shown on the button, handled elsewhere
 */
export function drawButton(text, run, { shortcut, isPrimary = false } = {}) {
  return h(
    'button',
    { type: 'button', class: isPrimary ? 'button primary' : 'button', onclick: () => void run() },
    text,
    shortcut && h('kbd', {}, shortcut),
  );
}
