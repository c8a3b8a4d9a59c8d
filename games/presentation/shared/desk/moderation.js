/** The list of those who moderate: texts that wait for approval, and the questions of the room with what may be done. */

/** @import { Translate } from 'mass-mobile' */
/** @import { ModeratedQuestion, PanelView } from '../../types.js' */

import { h } from '../../../../public/shared/dom.js';

/** @typedef {'approve' | 'reject' | 'pin' | 'answered' | 'archive' | 'edit'} Act */
/** @typedef {(action: Act | 'archiveAll', args: { id?: string, text?: string, on?: boolean }) => unknown} Run */
/** @typedef {{ t: Translate, run: Run, signal: AbortSignal }} Means */

/** These are on or off; a press asks for the opposite of what the row shows. @type {ReadonlySet<Act>} */
const TOGGLES = new Set(['pin', 'answered']);
/** Which buttons a question has, by its state. @type {Record<ModeratedQuestion['state'], Act[]>} */
const ACTS = {
  pending: ['approve', 'reject', 'edit'],
  published: ['pin', 'answered', 'archive'],
  answered: ['pin', 'answered', 'archive'],
  archived: ['approve'],
  rejected: ['approve'],
};
/** The keys of the strings. @type {Record<Act, string>} */
const NAMES = {
  approve: 'talk.desk.approve',
  reject: 'talk.desk.reject',
  pin: 'talk.desk.pin',
  answered: 'talk.desk.answered',
  archive: 'talk.desk.archive',
  edit: 'talk.desk.edit',
};
/** @type {Record<ModeratedQuestion['state'], string>} */
const STATES = {
  pending: 'talk.desk.state.pending',
  published: 'talk.desk.state.published',
  answered: 'talk.desk.state.answered',
  archived: 'talk.desk.state.archived',
  rejected: 'talk.desk.state.rejected',
};

/** A second press within this time is meant: a moderator's phone has no dialog. */
const SURE_MS = 4000;

/** @param {Means} means */
export function createModeration(means) {
  const { t } = means;
  const aside = createAside(means);
  const waitingHead = h('h2', {});
  const waiting = h('ul', { class: 'desk-list' });
  const waitingPart = h(
    'section',
    { hidden: true, 'aria-label': t('talk.desk.waiting') },
    waitingHead,
    waiting,
  );
  const questions = h('ul', { class: 'desk-list' });
  const none = h('p', { class: 'desk-none' }, t('talk.desk.none'));
  const asked = h(
    'section',
    { 'aria-label': t('talk.desk.questions') },
    h('h2', {}, t('talk.desk.questions')),
    none,
    questions,
    aside,
  );
  const root = h('div', { class: 'desk-moderation' }, waitingPart, asked);
  /** Rows by id, so that nobody loses the button under their finger. @type {Map<string, Row>} */
  let texts = new Map();
  /** @type {Map<string, Row>} */
  let rows = new Map();

  return {
    root,
    /** @param {Pick<PanelView, 'waiting' | 'waitingCount' | 'questions'>} view */
    show(view) {
      waitingPart.hidden = view.waitingCount === 0;
      const head = `${t('talk.desk.waiting')} · ${view.waitingCount}`;
      if (waitingHead.textContent !== head) waitingHead.textContent = head;
      texts = put(waiting, view.waiting, texts, (one) => createRow(one.id, means));
      for (const one of view.waiting)
        texts
          .get(one.id)
          ?.show({ ...one, note: one.name, acts: ['approve', 'reject'], state: 'pending', pressed: [] });
      none.hidden = view.questions.length > 0;
      aside.hidden = view.questions.filter(({ isPinned, isAnswered }) => !isPinned && !isAnswered).length < 2;
      rows = put(questions, view.questions, rows, (one) => createRow(one.id, means));
      for (const one of view.questions) rows.get(one.id)?.show(describe(one, t));
    },
  };
}

/** The button that puts all questions aside, when it is pressed twice. @param {Means} means */
function createAside({ t, run, signal }) {
  let isAsked = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const button = h('button', { type: 'button', class: 'button desk-aside', onclick: press });

  /** @param {boolean} isAsking */
  function ask(isAsking) {
    isAsked = isAsking;
    button.textContent = t(isAsked ? 'talk.desk.archiveAll.sure' : 'talk.desk.archiveAll');
  }
  function press() {
    clearTimeout(timer);
    if (isAsked) run('archiveAll', {});
    else timer = setTimeout(ask, SURE_MS, false);
    ask(!isAsked);
  }
  ask(false);
  signal.addEventListener('abort', () => clearTimeout(timer));
  return button;
}

/** How many things wait for somebody: for the badge of a tab. @param {Pick<PanelView, 'waitingCount' | 'questions'>} view */
export const countWaiting = ({ waitingCount, questions }) =>
  waitingCount + questions.filter(({ state }) => state === 'pending').length;

/** @typedef {ReturnType<typeof createRow>} Row */
/** @typedef {{ text: string, note: string, acts: Act[], state: ModeratedQuestion['state'], pressed: Act[] }} Described */

/** @param {ModeratedQuestion} question @param {Translate} t @returns {Described} */
function describe({ text, name, votes, state, isPinned, isAnswered }, t) {
  const parts = [t('talk.desk.votes', { count: votes }), name || t('talk.desk.anonymous'), t(STATES[state])];
  const pressed = /** @type {Act[]} */ ([isPinned && 'pin', isAnswered && 'answered'].filter(Boolean));
  return { text, note: parts.join(' · '), acts: ACTS[state], state, pressed };
}

/**
 * Puts one row for each item into a list; rows that stay are the same elements.
 * @template {{ id: string }} Item
 * @param {HTMLElement} list @param {Item[]} items @param {Map<string, Row>} rows @param {(item: Item) => Row} make
 */
function put(list, items, rows, make) {
  const next = new Map(items.map((item) => [item.id, rows.get(item.id) ?? make(item)]));
  const order = [...next.values()].map(({ root }) => root);
  const isSame =
    order.length === list.childElementCount && order.every((row, at) => list.children[at] === row);
  if (isSame) return next;
  const focused = document.activeElement;
  list.replaceChildren(...order);
  if (focused instanceof HTMLElement && list.contains(focused)) focused.focus();
  return next;
}

/** @param {string} id @param {Means} means */
function createRow(id, { t, run, signal }) {
  const words = h('p', { class: 'desk-text', dir: 'auto' });
  const note = h('small', { dir: 'auto' });
  const buttons = h('div', { class: 'desk-acts' });
  const field = h('textarea', {
    class: 'text desk-edit',
    rows: 2,
    hidden: true,
    dir: 'auto',
    'aria-label': t('talk.desk.edit'),
  });
  const root = h('li', { class: 'desk-one' }, words, field, note, buttons);
  let shown = '';
  /** @type {Described | null} */
  let now = null;

  /** @param {Act} act */
  function press(act) {
    if (TOGGLES.has(act)) return void run(act, { id, on: !now?.pressed.includes(act) });
    if (act !== 'edit') return void run(act, { id });
    if (field.hidden) field.value = now?.text ?? '';
    else if (field.value.trim() !== '' && field.value.trim() !== now?.text)
      run('edit', { id, text: field.value.trim() });
    field.hidden = !field.hidden;
    words.hidden = !field.hidden;
    if (!field.hidden) field.focus();
  }
  field.addEventListener(
    'keydown',
    (event) => {
      // Keys of the game must not act while somebody types here.
      event.stopPropagation();
      if (event.key !== 'Enter' || event.shiftKey) return;
      event.preventDefault();
      press('edit');
    },
    { signal },
  );

  return {
    root,
    /** @param {Described} described */
    show(described) {
      const key = JSON.stringify(described);
      if (key === shown) return;
      shown = key;
      now = described;
      words.textContent = described.text;
      note.textContent = described.note;
      root.dataset['state'] = described.state;
      const had = [...buttons.children].indexOf(/** @type {Element} */ (document.activeElement));
      buttons.replaceChildren(...described.acts.map((act) => actButton(act, described)));
      if (had >= 0)
        /** @type {HTMLElement | undefined} */ (buttons.children[had] ?? buttons.firstElementChild)?.focus();
    },
  };

  /** @param {Act} act @param {Described} described */
  function actButton(act, { pressed, text }) {
    const label = t(NAMES[act]);
    return h(
      'button',
      {
        type: 'button',
        class: 'button desk-act',
        'data-act': act,
        'aria-label': `${label}: ${text.slice(0, 60)}`,
        'aria-pressed': TOGGLES.has(act) ? String(pressed.includes(act)) : null,
        onclick: () => press(act),
      },
      label,
    );
  }
}
