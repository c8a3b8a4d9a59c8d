/** Offers another code or the main room when the room in the address of a phone does not exist. */

/** @import { Translate } from '../../lib/contract/pages.js' */

import { h } from '../shared/dom.js';

/** A code has six characters; a person may paste more. */
const MAX_LENGTH = 20;

/** @param {{ t: Translate, go: (path: string) => void }} options `go`: loads another address */
export function createOtherRoom({ t, go }) {
  const code = h('input', {
    class: 'sheet-name',
    'aria-label': t('phone.room.code'),
    placeholder: t('phone.room.code'),
    maxlength: MAX_LENGTH,
    autocapitalize: 'characters',
    autocomplete: 'off',
    spellcheck: 'false',
    enterkeyhint: 'go',
  });

  /** @param {Event} event */
  function join(event) {
    event.preventDefault();
    const wanted = code.value.trim().toUpperCase();
    if (wanted === '') code.focus();
    else go(`/r/${encodeURIComponent(wanted)}`);
  }

  return h(
    'form',
    { class: 'other-room', onsubmit: join },
    code,
    h('button', { class: 'card-button', type: 'submit' }, t('phone.room.join')),
    h('a', { class: 'other-room-main', href: '/' }, t('phone.room.main')),
  );
}
