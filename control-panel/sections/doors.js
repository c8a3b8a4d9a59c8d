/** Opens the two sheets for the time before doors open, the look around and the way in on paper, and asks newcomers for a code. */

import { html } from 'htm/preact';
import { Icon } from '../parts/icons.js';
import { ReadyButton } from './ready.js';
import { WifiButton } from './wifi.js';
import { order, status } from '../session/session.js';
import { isolate, t } from '../parts/texts.js';

/** A section of the panel, for operators. */
export function Doors() {
  return html`<section class="section doors" data-group="show" aria-labelledby="doors-title">
    <h2 id="doors-title">${t('panel.doors')}</h2>
    <div class="doors-row"><${ReadyButton} /><${WifiButton} /><${EntryCodeToggle} /></div>
  </section>`;
}

/** Shows the code as well, for somebody whom the operator wants to let in. */
function EntryCodeToggle() {
  const code = status.value?.entryCode ?? null;
  return html`<button
    class="button lock entry-code"
    role="switch"
    aria-checked=${code !== null}
    aria-label=${t('panel.entry')}
    title=${t('panel.entry.help')}
    onClick=${() => order('entryCode', code === null)}
  >
    <${Icon} name=${code === null ? 'unlocked' : 'locked'} />
    <span
      >${code === null ? t('panel.entry.none') : t('panel.entry.code', { code: isolate(spaced(code)) })}</span
    >
  </button>`;
}

/** @param {string} code */
const spaced = (code) => `${code.slice(0, 3)}\u2009${code.slice(3)}`;
