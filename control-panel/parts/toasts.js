/** Short messages over the panel: refusals of the server, and things that are done. */

import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { Icon } from './icons.js';
import { t } from './texts.js';

/** @typedef {{ id: number, kind: 'problem' | 'done', text: string }} Toast */

/** Long enough to read a sentence twice. */
const SHOW_MS = { problem: 8000, done: 3000 };
const MAX_TOASTS = 4;

const toasts = signal(/** @type {Toast[]} */ ([]));
let lastId = 0;

/** @param {string} text */
export const showProblem = (text) => show('problem', text);
/** @param {string} text */
export const showDone = (text) => show('done', text);

/** Shows the newest at the bottom; screen readers read them out as they come. */
export function Toasts() {
  return html`<div class="toasts" role="status" aria-live="polite">
    ${toasts.value.map(
      ({ id, kind, text }) =>
        html`<div key=${id} class="toast" data-kind=${kind}>
          <${Icon} name=${kind === 'problem' ? 'warn' : 'done'} />
          <span>${text}</span>
          <button class="icon-button" aria-label=${t('panel.dismiss')} onClick=${() => dismiss(id)}>
            <${Icon} name="close" />
          </button>
        </div>`,
    )}
  </div>`;
}

/** The same sentence again replaces the old one: holding a key must not fill the screen. */
function show(/** @type {Toast['kind']} */ kind, /** @type {string} */ text) {
  const id = ++lastId;
  toasts.value = [...toasts.value.filter((toast) => toast.text !== text), { id, kind, text }].slice(
    -MAX_TOASTS,
  );
  setTimeout(() => dismiss(id), SHOW_MS[kind]);
}

/** @param {number} id */
function dismiss(id) {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}
