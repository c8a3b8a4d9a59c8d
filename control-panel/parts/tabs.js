/** The tabs of a narrow screen: which group of sections is shown. Wide screens show all of them. */

import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { Icon } from './icons.js';
import { t } from './texts.js';

const TABS = /** @type {const} */ (['show', 'players', 'rates', 'health']);

export const tab = signal(/** @type {typeof TABS[number]} */ ('show'));

/** The bar of tabs at the bottom, where the thumb is. */
export function Tabs() {
  return html`<nav class="tabs" aria-label=${t('panel.tabs')}>
    ${TABS.map(
      (id) =>
        html`<button
          key=${id}
          aria-current=${tab.value === id ? 'page' : undefined}
          onClick=${() => (tab.value = id)}
        >
          <${Icon} name=${id} /><span>${t(`panel.tab.${id}`)}</span>
        </button>`,
    )}
  </nav>`;
}
