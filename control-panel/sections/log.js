/** The log of the server, newest line first. */

import { html } from 'htm/preact';
import { timeOfDay } from '../parts/format.js';
import { log } from '../session/session.js';
import { isolate, t } from '../parts/texts.js';

/** Shows the lines of all rooms; the server saves and sends the last 200. */
export function Log() {
  return html`<div class="log">
    ${log.value.length === 0 && html`<p class="quiet">${t('panel.log.empty')}</p>`}
    <ol tabindex="0" aria-label=${t('panel.log')}>
      ${log.value.toReversed().map(
        ({ atMs, level, text, from, times }) =>
          html`<li data-level=${level}>
            <time>${timeOfDay(atMs)}</time>
            ${from && html`<span class="quiet">${from}</span>`}
            ${level !== 'info' && html`<b>${t(`panel.log.${level}`)}</b>`}
            <span>${isolate(text)}${times > 1 && html` <span class="quiet">×${times}</span>`}</span>
          </li>`,
      )}
    </ol>
  </div>`;
}
