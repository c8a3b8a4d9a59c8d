/** "Are you sure?" and other short questions, asked in one dialog at a time. */

import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from './texts.js';

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {string} [text]
 * @property {string} yes the text of the confirming button: the deed, never "OK"
 * @property {boolean} [harmful] the deed cannot be undone
 * @property {string} [field] asks for a short text under this label
 */

const asked = signal(
  /** @type {{ question: Question, answer: (value: string | null) => void } | null} */ (null),
);

/**
 * @param {Question} question
 * @returns {Promise<boolean>}
 */
export async function confirmed(question) {
  return (await answerTo(question)) !== null;
}

/**
 * @param {Question & { field: string }} question
 * @returns {Promise<string | null>} null when the operator changed their mind
 */
export const askText = (question) => answerTo(question);

/** Tells whether a question waits: keys are its answers then. */
export const isAsking = () => asked.value !== null;

/** Shows the waiting question, if there is one. */
export function Dialog() {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const open = asked.value;
  useEffect(() => {
    if (open) dialog.current?.showModal();
  }, [open]);
  if (!open) return null;
  const { title, text, yes, harmful, field } = open.question;
  return html`<dialog
    ref=${dialog}
    class="dialog"
    aria-labelledby="dialog-title"
    onClose=${() => settle(null)}
  >
    <form method="dialog" onSubmit=${onSubmit}>
      <h2 id="dialog-title">${title}</h2>
      ${text && html`<p>${text}</p>`}
      ${
        field &&
        html`<label class="stacked">
          <span>${field}</span
          ><input name="answer" class="text" maxlength="60" required autocomplete="off" autofocus />
        </label>`
      }
      <div class="dialog-buttons">
        <button type="button" class="button" autofocus=${!field} onClick=${() => settle(null)}>
          ${t('panel.cancel')}
        </button>
        <button class=${harmful ? 'button harmful' : 'button primary'}>${yes}</button>
      </div>
    </form>
  </dialog>`;
}

/** @param {Question} question @returns {Promise<string | null>} */
function answerTo(question) {
  settle(null);
  return new Promise((resolve) => (asked.value = { question, answer: resolve }));
}

/** @param {SubmitEvent} event */
function onSubmit(event) {
  event.preventDefault();
  const answer = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get('answer');
  settle(String(answer ?? '').trim());
}

/** @param {string | null} value */
function settle(value) {
  const open = asked.value;
  asked.value = null;
  open?.answer(value);
}
