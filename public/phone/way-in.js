/** Asks for what lets a phone in when the same attempt would be refused again: another room, or the code on the screen. */

/** @import { Translate } from '../../lib/contract/pages.js' */

import { h } from '../shared/dom.js';

/** A room's code has six characters; a person may paste more. */
const MAX_LENGTH = 20;
const DIGITS = 6;
/** Keyboards of phones write Arabic and Persian digits too, whose last four bits are their values. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;

/**
 * @param {string} reason a code of lib/errors.js
 * @param {object} about
 * @param {Translate} about.t
 * @param {(code: string) => void} about.enter tries again with this code
 */
export function createWayIn(reason, { t, enter }) {
  return reason === 'room-unknown' ? askRoom(t) : askCode(t, enter);
}

/** @param {Translate} t */
function askRoom(t) {
  const field = createField(t('phone.room.code'), { autocapitalize: 'characters', enterkeyhint: 'go' });

  function join() {
    const wanted = field.value.trim().toUpperCase();
    if (wanted === '') field.focus();
    else location.assign(`/r/${encodeURIComponent(wanted)}`);
  }

  const main = h('a', { class: 'way-in-main', href: '/' }, t('phone.room.main'));
  return createForm({ field, button: t('phone.room.join'), onSubmit: join }, main);
}

/** @param {Translate} t @param {(code: string) => void} enter */
function askCode(t, enter) {
  const field = createField(t('phone.code.digits'), {
    inputmode: 'numeric',
    dir: 'ltr',
    oninput: enterWhole,
  });
  const digits = () =>
    field.value.replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 15)).replace(/\D/g, '');

  function enterWhole() {
    if (digits().length === DIGITS) enter(digits());
  }

  function join() {
    if (digits() === '') field.focus();
    else enter(digits());
  }

  return createForm({ field, button: t('phone.code.join'), onSubmit: join });
}

/** @param {string} label @param {Record<string, unknown>} more attributes */
function createField(label, more) {
  const attributes = { placeholder: label, maxlength: MAX_LENGTH, autocomplete: 'off', spellcheck: 'false' };
  return h('input', { class: 'sheet-name', 'aria-label': label, ...attributes, ...more });
}

/** @param {{ field: HTMLElement, button: string, onSubmit: () => void }} parts @param {...Node} more */
function createForm({ field, button, onSubmit }, ...more) {
  /** @param {Event} event */
  function onsubmit(event) {
    event.preventDefault();
    onSubmit();
  }
  const submit = h('button', { class: 'card-button', type: 'submit' }, button);
  return h('form', { class: 'way-in', onsubmit }, field, submit, ...more);
}
