/** Radios that are buttons: one of a group can be reached by Tab, and arrows choose another one, as in every radio group. */

import { h } from '../shared/dom.js';

/** @type {Record<string, (at: number, last: number) => number>} */
const STEPS = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowDown: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  ArrowUp: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * @param {string} label of the group
 * @param {{ name: string, text: string, isOn: boolean, choose: () => void }[]} radios name: finds the radio after it was drawn again
 */
export function drawRadios(label, radios) {
  const reached = Math.max(
    0,
    radios.findIndex(({ isOn }) => isOn),
  );
  return h(
    'div',
    { class: 'doc-radios', role: 'radiogroup', 'aria-label': label },
    ...radios.map(({ name, text, isOn, choose }, at) =>
      h(
        'button',
        {
          type: 'button',
          role: 'radio',
          class: 'doc-radio',
          'aria-checked': String(isOn),
          tabindex: at === reached ? 0 : -1,
          'data-key': name,
          onclick: choose,
        },
        text,
      ),
    ),
  );
}

/** Chooses the radio to which a key leads. @param {KeyboardEvent} event @returns {boolean} whether the key was one for radios */
export function turnRadio(event) {
  const { target, key, ctrlKey, metaKey, altKey } = event;
  const step = STEPS[key];
  if (!step || ctrlKey || metaKey || altKey) return false;
  const radio = target instanceof Element ? target.closest('[role="radio"]') : null;
  const group = radio?.closest('[role="radiogroup"]');
  if (!radio || !group) return false;
  event.preventDefault();
  const radios = /** @type {HTMLElement[]} */ ([...group.querySelectorAll('[role="radio"]')]);
  // An arrow to the right leads to the left where lines begin at the right.
  const isTurned = getComputedStyle(group).direction === 'rtl' && /Left|Right/.test(key);
  const turned = key === 'ArrowLeft' ? STEPS['ArrowRight'] : STEPS['ArrowLeft'];
  const to =
    radios[
      (isTurned && turned ? turned : step)(
        radios.indexOf(/** @type {HTMLElement} */ (radio)),
        radios.length - 1,
      )
    ];
  to?.focus();
  to?.click();
  return true;
}
