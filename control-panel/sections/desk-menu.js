/** The part of the menu that is about this desk: shortcuts, the lab, the panel on another device. */

import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { useRef } from 'preact/hooks';
import { copy } from '../parts/copy.js';
import { Icon } from '../parts/icons.js';
import { QrCode } from '../parts/qr-code.js';
import { controlLink, order, status } from '../session/session.js';
import { hasLab, hasShortcuts, isLight } from '../session/preferences.js';
import { t } from '../parts/texts.js';

/** The link of the panel, and its QR code. @type {import('@preact/signals').Signal<{ url: string, qr: string } | null>} */
const shown = signal(null);

/** Is remembered on this machine. */
export function DeskMenu() {
  const sheet = useRef(/** @type {HTMLElement | null} */ (null));
  const open = async () => {
    const room = status.value?.rooms[0];
    const url = controlLink(room?.url ?? location.href);
    const ack = await order('qr', url);
    if (!ack.ok) return;
    shown.value = { url, qr: ack.qr };
    sheet.current?.showPopover();
  };
  return html`<${Switch}
      preference=${hasShortcuts}
      title=${t('panel.shortcuts')}
      help=${t('panel.shortcuts.help')}
    />
    <${Switch} preference=${isLight} title=${t('panel.light')} help=${t('panel.light.help')} />
    <${Switch} preference=${hasLab} title=${t('panel.lab')} help=${t('panel.lab.help')} />
    <button class="button" onClick=${open}>${t('panel.control')} …</button>
    <div class="menu remotes control-link" popover ref=${sheet} aria-label=${t('panel.control')}>
      ${shown.value && html`<${ControlLink} ...${shown.value} />`}
    </div>`;
}

/** @param {{ url: string, qr: string }} props */
function ControlLink({ url, qr }) {
  return html`<section class="remote-link">
    <h2>${t('panel.control')}</h2>
    <${QrCode} svg=${qr} alt=${t('panel.remote.qr')} />
    <p class="quiet">${t('panel.control.help')}</p>
    <button class="button" onClick=${() => copy(url)}>
      <${Icon} name="copy" /><span>${t('panel.remote.copy')}</span>
    </button>
  </section>`;
}

/** @param {{ preference: import('@preact/signals').Signal<boolean>, title: string, help: string }} props */
function Switch({ preference, title, help }) {
  return html`<label class="language" title=${help}>
      <span>${title}</span>
      <input
        type="checkbox"
        role="switch"
        class="switch"
        aria-description=${help}
        checked=${preference.value}
        onChange=${(/** @type {any} */ event) => (preference.value = event.currentTarget.checked)}
      />
    </label>
    <p class="quiet">${help}</p>`;
}
