/** Textbox: a text field for a player, with a count of the characters left. */

/** @import { PhoneHost, SubmissionState } from '../../../lib/contract/pages.js' */
/** @import { PhonePart, Textbox, TextboxOptions } from './types.js' */

import { h } from '../../shared/dom.js';
import { createReport, createVoice, group, listen, partOf, place } from './parts.js';

/** The count is shown when this many characters or fewer are left. */
const NEAR_END = 20;
const LOOK = `
.kit-textbox { flex: 0 0 auto; }
.kit-textbox form { display: grid; grid-template-columns: minmax(0, 1fr); gap: 10px; }
.kit-textbox textarea { display: block; width: 100%; min-height: 56px; padding: 14px 18px; border: 2px solid var(--ink-3); border-radius: var(--radius); background: var(--night); color: var(--ink); font-size: 1.25rem; line-height: 1.3; resize: none; field-sizing: content; max-height: 40vh; -webkit-user-select: text; user-select: text; }
.kit-textbox textarea::placeholder { color: var(--ink-3); }
.kit-row { display: flex; flex-wrap: wrap; align-items: center; justify-content: end; gap: 14px; }
.kit-left { flex: 1; color: var(--ink-2); }
`;

/**
 * Lets a player write. With `submit` a button sends the text by the durable lane, and a line says what became of it;
 * without, the text is a level that holds while it stands there, or an event that a button sends once.
 */
export const textbox = /** @type {Textbox} */ (build);

/**
 * @param {HTMLElement} root
 * @param {PhoneHost} host
 * @param {TextboxOptions & { submit?: string }} options
 * @returns {PhonePart}
 */
function build(root, host, options) {
  const { field, label = '', maxLength = 200, lines = 1, placeholder = '', submit, keeps = false } = options;
  const { t } = host;
  const isSent = submit !== undefined || !host.hold;
  const voice = createVoice(host);
  const report = createReport(host, submit, show);
  const about = { rows: lines, placeholder, 'aria-label': label || placeholder || t(field), dir: 'auto' };
  const key = lines === 1 && isSent ? 'send' : 'enter';
  const box = h('textarea', { ...about, enterkeyhint: key, autocomplete: 'off' });
  const left = h('span', { class: 'kit-left', role: 'status' });
  const send = h(
    'button',
    { class: 'kit-button', type: 'submit', hidden: !isSent },
    options.action ?? t('kit.send'),
  );
  const row = h('div', { class: 'kit-row' }, left, send);
  const form = h('form', {}, box, row);
  const element = group('kit-textbox', label, {}, form, report.line);
  /** The text that is on its way, or was the last one. */
  let sent = '';

  const read = () => box.value.trim();

  /** Takes what was typed, pasted or dictated. */
  function take() {
    const fitting = cut(box.value, maxLength);
    const isCut = fitting !== box.value;
    if (isCut) {
      const caret = box.selectionStart;
      box.value = fitting;
      box.setSelectionRange(caret, caret);
    }
    const room = maxLength - [...fitting].length;
    const near = room <= NEAR_END ? t('kit.left', { count: room }) : '';
    left.textContent = isCut ? t('kit.full', { count: maxLength }) : near;
    send.disabled = read() === '';
    if (!isSent) voice.say({ [field]: read() });
  }

  function submitText() {
    const text = read();
    if (text === '') return;
    sent = text;
    if (submit !== undefined) return void host.submit(submit, { [field]: text });
    voice.say({ [field]: text });
    empty();
  }

  function empty() {
    box.value = '';
    left.textContent = '';
    send.disabled = true;
  }

  /** @param {SubmissionState} submission */
  function show({ state, value }) {
    const text = String(value[field]);
    // A refused text is put back for correction, unless the player has started another one.
    if (state === 'refused' && read() === '') box.value = text;
    if (state === 'saved' && !keeps && read() === text) empty();
    send.disabled = read() === '' || (read() === text && state !== 'refused' && text === sent);
  }

  listen(box, host, {
    // A syllable that is being composed must not be touched.
    input: (event) => (/** @type {InputEvent} */ (event).isComposing ? undefined : take()),
    compositionend: take,
    keydown(event) {
      const { key, shiftKey, ctrlKey, metaKey, isComposing } = event;
      const isMeant = ctrlKey || metaKey || (lines === 1 && !shiftKey);
      if (key !== 'Enter' || !isSent || isComposing || !isMeant) return;
      event.preventDefault();
      form.requestSubmit();
    },
  });
  listen(form, host, {
    submit(event) {
      event.preventDefault();
      submitText();
    },
  });
  place(root, element, LOOK);
  empty();
  report.resume();

  return partOf({ element, voice, report, cleared: empty });
}

/**
 * Cuts a text to a number of characters (code points, as JSON Schema counts them), never inside an emoji or a letter
 * with its accents where the browser can tell.
 * @param {string} text @param {number} most
 */
export function cut(text, most) {
  if ([...text].length <= most) return text;
  const letters = Intl.Segmenter
    ? [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
    : [...text];
  let length = 0;
  return letters
    .slice(
      0,
      letters.findIndex((letter) => (length += [...letter].length) > most),
    )
    .join('');
}
