/** The phone while no game can run: nothing is to be done, and the page comes back by itself. */

/** @import { PhoneHost } from '../../lib/contract/pages.js' */

import { h } from '../shared/dom.js';

/** @param {HTMLElement} root @param {PhoneHost} host */
export function mount(root, { t }) {
  const text = h('p', { class: 'hint' }, t('phone.plain.text'));
  root.append(h('div', { class: 'broken' }, h('p', { class: 'card-title' }, t('phone.plain.title')), text));
  return {};
}
