/** Buttons of the quiz's panel. */

import { h } from '../../../public/shared/dom.js';

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
