/** The log of the server, newest line first. */

import { html } from 'htm/preact';
import { timeOfDay } from '../parts/format.js';
import { log } from '../session/session.js';
import { isolate, t } from '../parts/texts.js';

/** Shows the lines of all rooms; the server saves and sends the last 200. */
export function Log() {
  return html`<section class="section log" data-group="health" aria-labelledby="log-title">
    <h2 id="log-title">${t('panel.log')}</h2>
    ${log.value.length === 0 && html`<p class="quiet">${t('panel.log.empty')}</p>`}
    <ol tabindex="0" aria-labelledby="log-title">
      ${log.value.toReversed().map(
        ({ atMs, level, text }) =>
          html`<li data-level=${level}>
            <time>${timeOfDay(atMs)}</time>
            ${level !== 'info' && html`<b>${t(`panel.log.${level}`)}</b>`}
            <span>${isolate(text)}</span>
          </li>`,
      )}
    </ol>
  </section>`;
}
