/** Choice: one of some. Each has a colour, a shape and a letter. */

/** @import { PhoneHost, SubmissionState } from '../../../lib/contract/pages.js' */
/** @import { Choice, ChoiceOptions, PhonePart } from './types.js' */

import { h } from '../../shared/dom.js';
import { createReport, createVoice, group, partOf, place } from './parts.js';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Colours and shapes come again after so many. */
const LOOKS = 6;
const NEXT = ['ArrowDown', 'ArrowRight'];
const PREVIOUS = ['ArrowUp', 'ArrowLeft'];
const LOOK = `
.kit-choices { display: grid; flex: 1 0 auto; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); grid-auto-rows: minmax(56px, 1fr); gap: 10px; }
.kit-option { position: relative; display: flex; align-items: center; gap: 14px; min-width: 0; padding: 10px 16px; border: 0; border-radius: 22px; background: var(--team); color: #0b0713; font-size: 1.3rem; font-weight: 700; line-height: 1.15; text-align: start; touch-action: manipulation; }
.kit-option span { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.kit-option b { display: grid; flex: none; place-items: center; width: 1.9em; aspect-ratio: 1; background: #0b0713; color: #fff; clip-path: circle(50%); }
.kit-option b[data-shape='0'] { padding-top: .45em; clip-path: polygon(50% 0, 100% 96%, 0 96%); }
.kit-option b[data-shape='1'] { clip-path: polygon(50% 0, 100% 50%, 50% 100%, 0 50%); }
.kit-option b[data-shape='3'] { clip-path: inset(8% round 12%); }
.kit-option b[data-shape='4'] { clip-path: polygon(25% 4%, 75% 4%, 100% 50%, 75% 96%, 25% 96%, 0 50%); }
.kit-option b[data-shape='5'] { clip-path: polygon(0 50%, 32% 0, 100% 0, 100% 100%, 32% 100%); }
.kit-option:active { filter: brightness(1.15); }
.kit-option[aria-checked=true] { box-shadow: inset 0 0 0 5px var(--ink), inset 0 0 0 8px var(--night); }
.kit-option[aria-checked=true]::after { content: '✓'; flex: none; width: 1.5em; border-radius: 50%; background: #0b0713; color: #fff; line-height: 1.5; text-align: center; }
[data-chosen] > .kit-option:not([aria-checked=true]) { opacity: .8; }
:root[data-scheme='light'] .kit-option { color: #fff; }
@media (forced-colors: active) { .kit-option[aria-checked=true] { outline: 4px solid Highlight; } }
`;

/**
 * Lets a player choose one of some, and change their mind. In a game of levels the choice holds; in a game of events
 * each press counts once; with `submit` each press is submitted, and counts when it is saved.
 */
export const choice = /** @type {Choice} */ (build);

/**
 * @param {HTMLElement} root
 * @param {PhoneHost} host
 * @param {ChoiceOptions & { submit?: string }} options
 * @returns {PhonePart}
 */
function build(root, host, options) {
  const { field, of, label = '', labels = of.map((one) => host.t(one)), submit, initial = null } = options;
  const isEvent = !host.hold && submit === undefined;
  const voice = createVoice(host);
  const report = createReport(host, submit, show);
  const buttons = of.map((one, place) =>
    optionButton({ place, text: labels[place] ?? one, isEvent }, () => choose(one), host),
  );
  const list = h('div', { class: 'kit-choices' }, ...buttons);
  const role = isEvent ? 'group' : 'radiogroup';
  const element = group('kit-choice', label, { role }, list, report.line);
  list.addEventListener('keydown', (event) => rove(event, buttons), { signal: host.signal });
  place(root, element, LOOK);
  mark(null);
  if (initial !== null) choose(initial);
  report.resume();

  /** @param {string} one */
  function choose(one) {
    host.haptics.buzz();
    mark(one);
    if (submit === undefined) voice.say({ [field]: one });
    else void host.submit(submit, { [field]: one });
    options.onChange?.(one);
  }

  /** @param {string | null} one */
  function mark(one) {
    if (isEvent) return;
    list.toggleAttribute('data-chosen', one !== null);
    const at = of.indexOf(one ?? '');
    buttons.forEach((button, place) => {
      button.setAttribute('aria-checked', String(place === at));
      button.tabIndex = place === Math.max(0, at) ? 0 : -1;
    });
  }

  /** @param {SubmissionState} submission */
  function show({ value, state }) {
    mark(state === 'refused' ? null : String(value[field]));
  }

  return partOf({ element, voice, submit, optional: options.optional, report, cleared: () => mark(null) });
}

/**
 * @param {{ place: number, text: string, isEvent: boolean }} about
 * @param {() => void} choose
 * @param {Pick<PhoneHost, 'signal'>} host
 */
function optionButton({ place, text, isEvent }, choose, { signal }) {
  const letter = LETTERS[place % LETTERS.length] ?? '';
  const look = place % LOOKS;
  const button = h(
    'button',
    { class: 'kit-option', type: 'button', 'data-team-index': look, 'aria-label': `${letter}: ${text}` },
    h('b', { 'data-shape': look }, letter),
    h('span', { dir: 'auto' }, text),
  );
  if (!isEvent) button.setAttribute('role', 'radio');
  // A click rather than a touch, because a player who slides off a button has thought better of it.
  button.addEventListener('click', choose, { signal });
  return button;
}

/** Arrows move the focus and choose nothing, since a press may be a vote. @param {KeyboardEvent} event @param {HTMLElement[]} buttons */
function rove(event, buttons) {
  const step = Number(NEXT.includes(event.key)) - Number(PREVIOUS.includes(event.key));
  const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (step === 0 || at < 0) return;
  event.preventDefault();
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}
