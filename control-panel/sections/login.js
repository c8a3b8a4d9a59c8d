/** The door of the panel: asks for the operator key, and says why it did not open. */

import { useSignal } from '@preact/signals';
import { html } from 'htm/preact';
import { useEffect } from 'preact/hooks';
import { link, login, refusal } from '../session/session.js';
import { t } from '../parts/texts.js';

/** Is shown instead of the panel while there is no session. */
export function Login() {
  const isJoining = link.value === 'joining';
  const { code = '', message = '' } = refusal.value ?? {};
  if (code.startsWith('link-') || code === 'role-wrong') return html`<${LinkOver} message=${message} />`;
  return html`<main class="login">
    <form class="login-card" onSubmit=${onSubmit}>
      <h1><${Mark} /> ${t('panel.login.title')}</h1>
      <p class="quiet">${t('panel.login.help')}</p>
      <input
        class="visually-hidden"
        name="username"
        value="operator"
        autocomplete="username"
        tabindex="-1"
        aria-hidden="true"
        readonly
      />
      <label class="stacked">
        <span>${t('panel.login.key')}</span>
        <input
          class="text"
          type="password"
          name="key"
          required
          autofocus
          autocomplete="current-password"
          autocapitalize="off"
          spellcheck=${false}
          aria-describedby="login-problem"
        />
      </label>
      <p id="login-problem" class="login-problem" role="alert"><${Problem} /></p>
      <button class="button primary" aria-busy=${isJoining}>
        ${t(isJoining && !refusal.value ? 'panel.login.joining' : 'panel.login.enter')}
      </button>
    </form>
  </main>`;
}

/** Is shown to people who came by a link that is over: they have no key, so none is asked for. @param {{ message: string }} props */
function LinkOver({ message }) {
  return html`<main class="login">
    <div class="login-card link-over">
      <h1><${Mark} /> ${t('panel.link.over')}</h1>
      <p role="alert">${message}</p>
      <p class="quiet">${t('panel.link.over.help')}</p>
      <button class="button" onClick=${() => (refusal.value = null)}>${t('panel.link.over.key')}</button>
    </div>
  </main>`;
}

/** The mark of the show: two lights, one for each side. */
export function Mark() {
  return html`<svg class="mark" viewBox="0 0 20 20" aria-hidden="true">
    <circle class="mark-left" cx="6" cy="8" r="4" />
    <circle class="mark-right" cx="14" cy="12" r="4" />
  </svg>`;
}

function Problem() {
  const nowMs = useSignal(Date.now());
  const { code, message, retryAtMs } = refusal.value ?? {};
  useEffect(() => {
    if (retryAtMs === undefined) return undefined;
    const timer = setInterval(() => (nowMs.value = Date.now()), 250);
    return () => clearInterval(timer);
  }, [retryAtMs]);
  if (code === undefined) return null;
  if (retryAtMs === undefined) return code === 'key-wrong' ? t('panel.login.wrong') : message;
  const count = Math.max(1, Math.ceil((retryAtMs - nowMs.value) / 1000));
  return t('panel.login.wait', { count });
}

/** @param {SubmitEvent} event */
function onSubmit(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const key = String(new FormData(form).get('key') ?? '').trim();
  // Selected, so that the next paste replaces a wrong key.
  /** @type {HTMLInputElement} */ (form.elements.namedItem('key')).select();
  // People paste the whole printed link as often as the key in it.
  if (key) login(new URLSearchParams(key.split('#')[1] ?? '').get('key') ?? key);
}
