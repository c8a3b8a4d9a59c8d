/** The language of the screens, which is the room's, and that of this panel, which is this browser's. */

import { html } from 'htm/preact';
import { chooseLanguage } from '../../public/shared/i18n.js';
import { LANGUAGES } from '../../public/shared/languages.js';
import { may } from '../session/may.js';
import { order, status } from '../session/session.js';
import { lang, t } from '../parts/texts.js';

/** Two rows of the menu. */
export function Languages() {
  return html`${
      may('language') &&
      html`<${Pick}
        title=${t('panel.language.screens')}
        value=${status.value?.language ?? ''}
        own=${t('panel.language.browser')}
        onPick=${(/** @type {string} */ tag) => order('language', tag)}
      />`
    } <${Pick} title=${t('panel.language.panel')} value=${lang.slice(0, 2)} onPick=${speak} />`;
}

/**
 * @param {{ title: string, value: string, own?: string, onPick: (tag: string) => void }} props `own`: what no choice is called
 */
function Pick({ title, value, own, onPick }) {
  return html`<label class="language">
    <span>${title}</span>
    <select
      class="room-select"
      value=${value}
      onChange=${(/** @type {any} */ event) => onPick(event.currentTarget.value)}
    >
      ${own && html`<option value="" selected=${value === ''}>${own}</option>`}
      ${Object.entries(LANGUAGES).map(
        ([tag, name]) =>
          html`<option key=${tag} value=${tag} lang=${tag} selected=${tag === value}>${name}</option>`,
      )}
    </select>
  </label>`;
}

/** Loads the panel again, whose show goes on meanwhile. @param {string} tag */
function speak(tag) {
  chooseLanguage(tag);
  const address = new URL(location.href);
  address.searchParams.delete('lang');
  history.replaceState(history.state, '', address);
  location.reload();
}
