/** The options of a question, to be tapped. Each has a colour, a shape and a letter, as the screen's bars have. */

/** @import { PhoneHost } from '../../../lib/contract/pages.js' */

import { dress, h } from '../../shared/dom.js';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Colours and shapes come again after so many. */
const LOOKS = 6;
const NEXT = ['ArrowDown', 'ArrowRight'];
const PREVIOUS = ['ArrowUp', 'ArrowLeft'];
const LOOK = `
.kit-options { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: 10px; }
.kit-option { --share: 0; position: relative; display: flex; flex-wrap: wrap; align-items: center; justify-content: end; gap: 4px 14px; min-width: 0; min-height: clamp(60px, 11vh, 96px); padding: 10px 16px; overflow: hidden; border: 0; border-radius: 20px; background: var(--team); color: #0b0713; font-size: 1.2rem; font-weight: 700; line-height: 1.15; text-align: start; touch-action: manipulation; }
.kit-option[data-team-index='0'] { --team: var(--hue-1); }
.kit-option[data-team-index='1'] { --team: var(--hue-2); }
:root[data-scheme='light'] .kit-option { color: #fff; }
.kit-option:active { filter: brightness(1.15); }
.kit-option b { display: grid; flex: none; place-items: center; width: 1.9em; aspect-ratio: 1; background: #0b0713; color: #fff; clip-path: circle(50%); }
.kit-option b[data-shape='0'] { padding-top: .45em; clip-path: polygon(50% 0, 100% 96%, 0 96%); }
.kit-option b[data-shape='1'] { clip-path: polygon(50% 0, 100% 50%, 50% 100%, 0 50%); }
.kit-option b[data-shape='3'] { clip-path: inset(8% round 12%); }
.kit-option b[data-shape='4'] { clip-path: polygon(25% 4%, 75% 4%, 100% 50%, 75% 96%, 25% 96%, 0 50%); }
.kit-option b[data-shape='5'] { clip-path: polygon(0 50%, 32% 0, 100% 0, 100% 100%, 32% 100%); }
.kit-words { flex: 1 1 5em; min-width: 0; overflow-wrap: anywhere; }
.kit-share { font-variant-numeric: tabular-nums; }
.kit-share:empty { display: none; }
.kit-option:has(.kit-share:not(:empty)) { background: linear-gradient(to right, var(--team) calc(100% * var(--share)), color-mix(in srgb, var(--team), #0b0713 45%) 0); color: #fff; text-shadow: 0 0 3px #0b0713, 0 0 3px #0b0713; }
.kit-option[aria-checked='true'] { box-shadow: inset 0 0 0 5px var(--ink), inset 0 0 0 8px var(--night); }
.kit-option:is([aria-checked='true'], [data-right='true'])::after { content: '✓'; flex: none; width: 1.5em; border-radius: 50%; background: #0b0713; color: #fff; line-height: 1.5; text-align: center; }
.kit-option[data-right='true']::after { background: var(--good); color: #0b0713; text-shadow: none; }
.kit-option[data-right='false'], [data-chosen] > .kit-option:not([aria-checked='true'], [data-right='true']) { opacity: .75; }
.kit-option[data-right='false'][aria-checked='true']::after { content: '✗'; background: var(--bad); }
.kit-option[aria-disabled='true'] { opacity: .45; }
@media (forced-colors: active) { .kit-option[aria-checked='true'] { outline: 4px solid Highlight; } }
`;

/**
 * Makes the options of a question. They choose nothing by themselves: a tap says which one it was, and `mark` shows
 * what is chosen.
 * @param {Pick<PhoneHost, 'signal'>} host
 * @param {object} about
 * @param {readonly string[]} about.texts
 * @param {number} about.most so many can be chosen; 1: they are radio buttons; 0: each press counts, and none stays chosen
 * @param {string} [about.label] names the list for screen readers; default: its parent does
 * @param {(place: number) => void} tap
 */
export function createOptions({ signal }, { texts, most, label }, tap) {
  dress(LOOK);
  const role = most === 0 ? undefined : most === 1 ? 'radio' : 'checkbox';
  const options = texts.map((text, place) => createOption(text, place, role));
  const buttons = options.map(({ root }) => root);
  const named = label !== undefined && { role: most === 1 ? 'radiogroup' : 'group', 'aria-label': label };
  const root = h('div', { class: 'kit-options', ...named }, ...buttons);
  // A click rather than a touch, because a player who slides off a button has thought better of it.
  buttons.forEach((button, place) => button.addEventListener('click', () => tap(place), { signal }));
  if (most <= 1) rove(root, buttons, signal);
  mark([]);

  /** @param {Iterable<number>} places that are chosen */
  function mark(places) {
    const chosen = new Set(places);
    const first = [...chosen][0] ?? 0;
    root.toggleAttribute('data-chosen', chosen.size > 0);
    buttons.forEach((button, place) => {
      if (role) button.setAttribute('aria-checked', String(chosen.has(place)));
      button.tabIndex = most !== 1 || place === first ? 0 : -1;
      // Those that are one too many stay in reach of the keyboard, and say that they cannot be had.
      if (most > 1) button.setAttribute('aria-disabled', String(chosen.size >= most && !chosen.has(place)));
    });
  }

  return { root, mark, result: options.map((option) => option.result) };
}

/** @param {string} text @param {number} place @param {'radio' | 'checkbox' | undefined} role */
function createOption(text, place, role) {
  const letter = LETTERS[place % LETTERS.length] ?? '';
  const look = place % LOOKS;
  const share = h('span', { class: 'kit-share' });
  const name = `${letter}: ${text}`;
  const root = h(
    'button',
    { class: 'kit-option', type: 'button', role, 'data-team-index': look, 'aria-label': name },
    h('b', { 'data-shape': look }, letter),
    h('span', { class: 'kit-words', dir: 'auto' }, text),
    share,
  );
  return {
    root,
    /** @param {number | null} part of all answers, 0 to 1; null: not to be seen @param {boolean | null} isRight null: nothing is right or wrong */
    result(part, isRight) {
      const percent = part === null ? '' : `${Math.round(100 * part)} %`;
      if (share.textContent !== percent) share.textContent = percent;
      root.style.setProperty('--share', String(part ?? 0));
      root.dataset['right'] = String(isRight ?? '');
      root.setAttribute('aria-label', `${name}${isRight ? ' ✓' : ''}${percent && `, ${percent}`}`);
    },
  };
}

/**
 * Has the arrows move the focus within a group of buttons. They choose nothing, since a press may be a vote.
 * @param {HTMLElement} group @param {readonly HTMLElement[]} buttons @param {AbortSignal} signal
 */
export function rove(group, buttons, signal) {
  group.addEventListener(
    'keydown',
    (event) => {
      const step = Number(NEXT.includes(event.key)) - Number(PREVIOUS.includes(event.key));
      const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
      if (step === 0 || at < 0) return;
      event.preventDefault();
      buttons[(at + step + buttons.length) % buttons.length]?.focus();
    },
    { signal },
  );
}
