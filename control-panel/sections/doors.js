/** Opens the two sheets for the time before doors open: the look around, and the way in on paper. */

import { html } from 'htm/preact';
import { ReadyButton } from './ready.js';
import { WifiButton } from './wifi.js';
import { t } from '../parts/texts.js';

/** A section of the panel, for operators. */
export function Doors() {
  return html`<section class="section doors" data-group="show" aria-labelledby="doors-title">
    <h2 id="doors-title">${t('panel.doors')}</h2>
    <div class="doors-row"><${ReadyButton} /><${WifiButton} /></div>
  </section>`;
}
