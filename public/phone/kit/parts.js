/** The parts of the phone kit share this: their look, their place in the page, how they speak, and states of submissions. */

/** @import { PhoneHost, SubmissionState } from '../../../lib/contract/pages.js' */
/** @import { Input } from '../../../lib/contract/types.js' */
/** @import { PhonePart } from './types.js' */

import { dress, h } from '../../shared/dom.js';

/** A phone may send so many readings in one message. */
const MOST_WAITING = 16;
const LOOK = `
.kit { display: flex; flex: 1 1 0; flex-direction: column; justify-content: safe center; gap: 12px; height: calc(100% + 12px); margin: -6px; padding: 6px; overflow: hidden auto; overscroll-behavior: contain; }
:root:not([data-team-index]) .kit { --team: var(--team-2); }
.kit-part { display: flex; flex-direction: column; gap: 10px; flex: 1 0 auto; min-width: 0; }
.kit-label { margin: 0; font-size: 1.2rem; font-weight: 700; line-height: 1.2; text-align: center; text-wrap: balance; overflow-wrap: anywhere; }
.kit-live:focus-within { outline: 3px solid var(--accent); outline-offset: 3px; }
.kit-live:has(:focus:not(:focus-visible)) { outline: none; }
.kit-live input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; pointer-events: none; }
.kit-state { margin: 0; min-height: 1.35em; color: var(--ink-2); text-align: center; text-wrap: balance; }
.kit-state[data-state=saved] { color: var(--good); }
.kit-state[data-state=refused] { color: var(--bad); }
.kit-button { min-width: 56px; min-height: 56px; padding: 8px 22px; border: 2px solid transparent; border-radius: 99px; background: var(--ink); color: var(--night); font-weight: 700; touch-action: manipulation; }
.kit-button:disabled { opacity: .4; }
`;

let parts = 0;

/**
 * Puts a part into the page: below the others of the same root, in one column that scrolls when it must.
 * @param {HTMLElement} root
 * @param {HTMLElement} element of the part
 * @param {string} rules of the part
 */
export function place(root, element, rules) {
  dress(LOOK);
  dress(rules);
  const last = root.lastElementChild;
  if (last?.classList.contains('kit')) return last.append(element);
  // A pad stands alone until another part comes.
  root.append(h('div', { class: 'kit' }, last?.classList.contains('kit-pad') && last, element));
}

/**
 * Makes a group with its label above, which names it for screen readers.
 * @param {string} className
 * @param {string} label '': none
 * @param {Record<string, unknown>} props
 * @param {...(Node | false | null)} children
 */
export function group(className, label, props, ...children) {
  const id = `kit-${++parts}`;
  const head = label !== '' && h('p', { class: 'kit-label', id, dir: 'auto' }, label);
  const named = head ? { 'aria-labelledby': id } : {};
  return h('div', { role: 'group', ...named, ...props, class: `kit-part ${className}` }, head, ...children);
}

/**
 * Listens until the game is unmounted.
 * @param {HTMLElement} target
 * @param {Pick<PhoneHost, 'signal'>} host
 * @param {{ [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void }} listeners
 */
export function listen(target, { signal }, listeners) {
  for (const [name, listener] of Object.entries(listeners))
    target.addEventListener(name, /** @type {EventListener} */ (listener), { signal });
}

/** @type {Record<string, readonly [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };

/** @param {KeyboardEvent} event @returns {readonly [right: number, up: number] | undefined} the way of an arrow key, which is then taken */
export function arrowOf(event) {
  const way = ARROWS[event.key];
  if (way) event.preventDefault();
  return way;
}

/**
 * Holds what a part says: in a game of levels its value for as long as it holds, in a game of events each value once.
 * @param {Pick<PhoneHost, 'hold' | 'changed'>} host
 * @param {{ isLatest?: boolean }} [options] isLatest: of events that wait for their turn only the last one counts
 */
export function createVoice({ hold, changed }, { isLatest = false } = {}) {
  /** @type {Input | null} */
  let value = null;
  /** @type {Input[]} */
  let waiting = [];
  return {
    /** @returns {Input | null} */
    value: () => (hold ? value : (waiting[0] ?? null)),
    /** @param {Input} next */
    say(next) {
      value = next;
      waiting = isLatest ? [next] : [...waiting, next].slice(-MOST_WAITING);
      changed();
    },
    /** @returns {Input | Input[] | null} */
    input() {
      if (hold) return value;
      const said = waiting;
      waiting = [];
      return said.length > 1 ? said : (said[0] ?? null);
    },
    forget() {
      value = null;
      waiting = [];
    },
  };
}

/**
 * Makes the line that says what became of a submission, also of one that was sent before a reload.
 * @param {PhoneHost} host
 * @param {string | undefined} kind undefined: this part submits nothing
 * @param {(submission: SubmissionState) => void} show draws the part in this state
 */
export function createReport({ t, unanswered }, kind, show) {
  const line = h('p', { class: 'kit-state', role: 'status', hidden: kind === undefined });
  /** @param {SubmissionState} submission */
  function tell(submission) {
    if (submission.kind !== kind) return;
    const { state, message } = submission;
    line.dataset['state'] = state;
    line.textContent = state === 'refused' ? (message ?? '') : t(`kit.${state}`);
    show(submission);
  }
  return {
    line,
    tell,
    /** Takes up what was sent before a reload. Call it when the part can be drawn. */
    resume: () => unanswered.forEach(tell),
    clear() {
      line.textContent = '';
      delete line.dataset['state'];
    },
  };
}

/**
 * Makes what the page knows of a part.
 * @param {object} of
 * @param {HTMLElement} of.element
 * @param {ReturnType<typeof createVoice>} of.voice
 * @param {ReturnType<typeof createReport>} [of.report]
 * @param {() => void} of.cleared draws it as it was at first; the voice forgets all, also what this says
 * @returns {PhonePart}
 */
export function partOf({ element, voice, report, cleared }) {
  return {
    element,
    value: voice.value,
    input: voice.input,
    submission: report?.tell ?? (() => {}),
    cleared() {
      report?.clear();
      cleared();
      voice.forget();
    },
  };
}
