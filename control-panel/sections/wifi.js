/** The wifi of the hall and the sheet that is printed: name and password are typed here, and stay with operators. */

import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { Icon } from '../parts/icons.js';
import { QrCode } from '../parts/qr-code.js';
import { Sheet } from '../parts/sheet.js';
import { ask, order, status } from '../session/session.js';
import { lang, t } from '../parts/texts.js';

/** @import { JoinSheet, Wifi } from '../../lib/contract/wifi.js' */

const NAME_LENGTH = 32;
const PASSWORD_LENGTH = 64;

const isOpen = signal(false);
const sheet = signal(/** @type {JoinSheet | null} */ (null));

/** Opens the sheet. */
export function WifiButton() {
  return html`<button class="button" onClick=${() => (isOpen.value = true)}>
    <${Icon} name="show" /><span>${t('panel.wifi.open')}</span>
  </button>`;
}

/** The sheet over the panel, of which there is one. */
export function WifiSheet() {
  if (!isOpen.value) return null;
  return html`<${Sheet} name="wifi" title=${t('panel.wifi')} refresh=${refresh} onClose=${close}>
    <p class="quiet">${t('panel.wifi.help')}</p>
    ${sheet.value && html`<${Form} ...${sheet.value} />`}
  <//>`;
}

function close() {
  isOpen.value = false;
  sheet.value = null;
}

async function refresh() {
  const ack = await ask('joinSheet');
  if (ack.ok) sheet.value = ack;
}

/** @param {JoinSheet} props */
function Form({ wifi, wifiQr }) {
  const set = async (/** @type {Partial<Wifi>} */ changes) => {
    const ack = await order('wifi', changes);
    // A refused name or password stays in its field, to be corrected.
    if (ack.ok) await refresh();
  };
  const save = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const [name, password] = [String(form.get('name')).trim(), String(form.get('password'))];
    void set({ name, password, ...(name === '' && { onScreen: false }) });
  };
  return html`<div class="wifi-body">
    <form class="link-form" onSubmit=${save}>
      <label>
        <span>${t('panel.wifi.name')}</span>
        <input
          class="text"
          name="name"
          dir="auto"
          maxlength=${NAME_LENGTH}
          value=${wifi.name}
          autocomplete="off"
        />
      </label>
      <label>
        <span>${t('panel.wifi.password')}</span>
        <input
          class="text"
          name="password"
          dir="ltr"
          maxlength=${PASSWORD_LENGTH}
          value=${wifi.password}
          placeholder=${t('panel.wifi.none')}
          autocomplete="off"
          spellcheck="false"
        />
      </label>
      <button class="button">${t('panel.wifi.save')}</button>
      <${Switch}
        title=${t('panel.wifi.hidden')}
        is=${wifi.hidden}
        onTurn=${(/** @type {boolean} */ hidden) => set({ hidden })}
      />
      <${Switch}
        title=${t('panel.wifi.screen')}
        is=${wifi.onScreen}
        disabled=${wifi.name === ''}
        onTurn=${(/** @type {boolean} */ onScreen) => set({ onScreen })}
      />
      <p class="quiet">${t('panel.wifi.screen.help')}</p>
    </form>
    ${wifiQr && html`<${QrCode} svg=${wifiQr} alt=${t('playfield.wifi.qr')} />`}
    <${PrintLink} />
  </div>`;
}

/** @param {{ title: string, is: boolean, disabled?: boolean, onTurn: (is: boolean) => void }} props */
function Switch({ title, is, disabled = false, onTurn }) {
  return html`<label class="wifi-switch">
    <span>${title}</span>
    <input
      type="checkbox"
      role="switch"
      class="switch"
      checked=${is}
      disabled=${disabled}
      onChange=${(/** @type {any} */ event) => onTurn(event.currentTarget.checked)}
    />
  </label>`;
}

/**
 * The page has the operator's key from this browser, so that no address has it. The link is a part of its own, because it follows
 * the status, and the fields above must not be drawn again while somebody types.
 */
function PrintLink() {
  const room = status.value?.roomId ?? 'main';
  const address = `/join-sheet?${new URLSearchParams({ room, words: lang.slice(0, 2) })}`;
  return html`<a class="button primary" href=${address} target="_blank">
    <${Icon} name="open" /><span>${t('panel.wifi.print')}</span>
  </a>`;
}
