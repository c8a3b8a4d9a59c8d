/** The tabs of a narrow screen: which group of sections is shown. Wide screens show all of them. */

import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { Icon } from './icons.js';
import { isOperator } from '../session/may.js';
import { t } from './texts.js';

const TABS = /** @type {const} */ (['show', 'players', 'rates', 'health']);
/** The tabs of a host, who sets no rates and looks after no server. */
const OF_HOST = TABS.slice(0, 2);

export const tab = signal(/** @type {typeof TABS[number]} */ ('show'));

/** The bar of tabs at the bottom, where the thumb is. */
export function Tabs() {
  return html`<nav class="tabs" aria-label=${t('panel.tabs')}>
    ${(isOperator() ? TABS : OF_HOST).map(
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
