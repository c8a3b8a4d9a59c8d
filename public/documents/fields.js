/** Fields of an editor's form. Each gives what was typed at once; a number that is out of range is not given. */

import { h } from '../shared/dom.js';

/**
 * @param {string} label @param {string} value @param {(value: string) => void} onInput
 * @param {{ most?: number, rows?: number, placeholder?: string }} [options] rows: more than one makes it an area
 */
export function drawText(label, value, onInput, { most, rows = 1, placeholder } = {}) {
  const input = h(rows > 1 ? 'textarea' : 'input', {
    class: 'text',
    dir: 'auto',
    maxlength: most,
    rows: rows > 1 && rows,
    placeholder,
  });
  input.value = value;
  input.addEventListener('input', () => onInput(input.value));
  return h('label', { class: 'stacked' }, label, input);
}

/** @param {string} label @param {number} value @param {(value: number) => void} onInput @param {{ least: number, most: number }} [limits] of whole numbers */
export function drawNumber(label, value, onInput, limits) {
  const input = h('input', {
    class: 'number',
    type: 'number',
    value,
    step: limits ? 1 : 'any',
    min: limits?.least,
    max: limits?.most,
  });
  // A figure that is typed takes the place of the one that is there.
  input.addEventListener('focus', () => input.select());
  input.addEventListener('input', () => {
    // Half typed or out of range: the last good number stays until there is more.
    if (input.checkValidity() && input.value !== '') onInput(Number(input.value));
  });
  return h('label', { class: 'stacked' }, label, input);
}

/** @param {string} label @param {boolean} value @param {(value: boolean) => void} onInput */
export function drawFlag(label, value, onInput) {
  const input = h('input', { type: 'checkbox' });
  input.checked = value;
  input.addEventListener('change', () => onInput(input.checked));
  return h('label', { class: 'doc-flag' }, input, label);
}
