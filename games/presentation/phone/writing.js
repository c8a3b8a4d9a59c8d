/** People write words for a cloud or a wall, and questions. Loaded when somebody wants to write. */

/** @import { PhoneHost, SubmissionState } from 'mass-mobile' */
/** @import game from '../game.js' */
/** @import { AudienceQuestion, ElementNow, Personal } from '../types.js' */

import { h } from '../../../public/shared/dom.js';
import { textbox } from '../../../public/phone/kit/textbox.js';

/** The longest word of a cloud, and the longest of all other texts. */
const WORD = 60;
const TEXT = 280;

/** @typedef {PhoneHost<typeof game>} Host */
/** @typedef {SubmissionState<typeof game>} Submission */

/**
 * A text box of the kit whose submissions carry more than their text.
 * @param {HTMLElement} root @param {Host} host
 * @param {object} about
 * @param {'word' | 'ask'} about.kind
 * @param {() => object} about.more the other fields of the submission
 * @param {(value: Submission['value']) => boolean} about.fits whether one that was sent before a reload belongs here
 * @param {{ label: string, lines: number, maxLength: number, placeholder: string, action: string }} about.box
 */
function textboxOf(root, host, { kind, more, fits, box }) {
  /** The kit knows nothing of this game, so it is given a host of any game. */
  const plain = /** @type {PhoneHost} */ (/** @type {unknown} */ (host));
  const own = /** @type {PhoneHost} */ ({
    ...plain,
    submit: (name, value) => plain.submit(name, { ...value, ...more() }),
    unanswered: plain.unanswered.filter(
      (one) => one.kind === kind && fits(/** @type {Submission['value']} */ (one.value)),
    ),
  });
  return textbox(root, own, { ...box, field: 'text', submit: kind });
}

/**
 * The words of a cloud, or the texts of a wall.
 * @param {HTMLElement} root @param {Host} host @param {ElementNow} first its definition is a cloud or a wall
 */
export function createWords(root, host, { id, definition }) {
  const { t } = host;
  const isCloud = definition.kind === 'cloud';
  const most = definition.kind === 'cloud' || definition.kind === 'wall' ? definition.most : 1;
  const own = h('ul', { class: 'hand-own', 'aria-label': t('talk.phone.own') });
  const left = h('p', { class: 'hint', role: 'status' });
  const box = h('div', { class: 'hand-box' });
  const part = textboxOf(box, host, {
    kind: 'word',
    more: () => ({ element: id }),
    fits: (value) => 'element' in value && value.element === id,
    box: {
      label: '',
      lines: isCloud ? 1 : 3,
      maxLength: isCloud ? WORD : TEXT,
      placeholder: t(isCloud ? 'talk.phone.word' : 'talk.phone.wall'),
      action: t('talk.phone.send'),
    },
  });
  root.replaceChildren(own, box, left);
  let shown = '';

  return {
    /** @param {Submission} submission */
    follow(submission) {
      if (submission.kind === 'word' && submission.value.element === id)
        part.submission(/** @type {SubmissionState} */ (/** @type {unknown} */ (submission)));
    },
    /** @param {ElementNow} now @param {Personal | null} mine */
    show({ phase }, mine) {
      const texts = mine?.element === id && mine.answer && 'texts' in mine.answer ? mine.answer.texts : [];
      box.hidden = phase !== 'open' || texts.length >= most;
      left.textContent = wordsLeft(t, phase, most - texts.length);
      if (shown === JSON.stringify(texts)) return;
      shown = JSON.stringify(texts);
      own.replaceChildren(...texts.map((text) => h('li', { dir: 'auto' }, text)));
    },
  };
}

/** @param {Host['t']} t @param {ElementNow['phase']} phase @param {number} count */
function wordsLeft(t, phase, count) {
  if (phase === 'waiting') return t('talk.phone.waiting');
  if (phase === 'closed') return t('talk.phone.closed');
  return count > 0 ? t('talk.phone.left', { count }) : t('talk.phone.thanks');
}

/**
 * The page of questions: a box to ask, one's own with what became of them, and those of the room with votes.
 * @param {HTMLElement} root @param {Host} host
 */
export function createAsking(root, host) {
  const { t, signal } = host;
  const anonymous = h('input', { type: 'checkbox' });
  const box = h('div', { class: 'hand-box' });
  const part = textboxOf(box, host, {
    kind: 'ask',
    more: () => ({ anonymous: anonymous.checked }),
    fits: () => true,
    box: {
      label: t('talk.phone.ask.label'),
      lines: 3,
      maxLength: TEXT,
      placeholder: '',
      action: t('talk.phone.ask'),
    },
  });
  const how = h(
    'label',
    { class: 'hand-flag' },
    anonymous,
    t('talk.phone.anonymous', { name: host.player.name }),
  );
  const form = h('section', { class: 'hand-ask' }, box, how);
  const own = h('ul', { class: 'hand-asked' });
  const ownPart = h('section', { hidden: true }, h('h2', {}, t('talk.phone.asked.own')), own);
  const list = h('ul', { class: 'hand-asked' });
  const none = h('p', { class: 'hint' }, t('talk.phone.asked.none'));
  root.replaceChildren(form, ownPart, h('section', {}, h('h2', {}, t('talk.phone.asked.room')), none, list));
  /** Rows by question, so that a vote does not lose the focus. @type {Map<string, ReturnType<typeof drawQuestion>>} */
  let rows = new Map();
  /** Votes that are on their way, by question. @type {Map<string, boolean>} */
  const votes = new Map();
  let shown = '';

  /** @param {string} id @param {boolean} up */
  async function vote(id, up) {
    votes.set(id, up);
    rows.get(id)?.mark(up);
    host.haptics.buzz(10);
    await host.submit('vote', { question: id, up });
    if (votes.get(id) === up) votes.delete(id);
  }

  return {
    /** @param {Submission} submission */
    follow(submission) {
      if (submission.kind === 'ask')
        part.submission(/** @type {SubmissionState} */ (/** @type {unknown} */ (submission)));
    },
    /** @param {AudienceQuestion[]} questions @param {Personal | null} mine @param {{ ask: boolean, anonymous: boolean }} may */
    show(questions, mine, may) {
      form.hidden = !may.ask;
      how.hidden = !may.anonymous;
      if (how.hidden) anonymous.checked = false;
      none.hidden = questions.length > 0;
      const { asked = [], votes: given = [] } = mine ?? {};
      ownPart.hidden = asked.length === 0;
      if (shown !== JSON.stringify(asked)) {
        shown = JSON.stringify(asked);
        own.replaceChildren(...asked.map((one) => drawOwn(one, t)));
      }
      const next = new Map(
        questions.map((one) => [one.id, rows.get(one.id) ?? drawQuestion(one.id, { t, signal, vote })]),
      );
      const order = [...next.values()].map((row) => row.root);
      if (order.some((row, at) => list.children[at] !== row) || order.length !== list.childElementCount) {
        const focused = document.activeElement;
        list.replaceChildren(...order);
        if (focused instanceof HTMLElement && list.contains(focused)) focused.focus();
      }
      rows = next;
      const isOwn = new Set(asked.map(({ id }) => id));
      for (const one of questions)
        rows.get(one.id)?.show(one, votes.get(one.id) ?? given.includes(one.id), isOwn.has(one.id));
    },
  };
}

/** @param {Personal['asked'][number]} asked @param {Host['t']} t */
function drawOwn({ text, state }, t) {
  return h(
    'li',
    { class: 'hand-one', 'data-state': state },
    h('span', { dir: 'auto' }, text),
    h('small', {}, t(STATES[state])),
  );
}

/** The keys of the strings that say what became of a question. @type {Record<Personal['asked'][number]['state'], string>} */
const STATES = {
  pending: 'talk.phone.state.pending',
  published: 'talk.phone.state.published',
  answered: 'talk.phone.state.answered',
  archived: 'talk.phone.state.archived',
  rejected: 'talk.phone.state.rejected',
};

/** @param {string} id @param {{ t: Host['t'], signal: AbortSignal, vote: (id: string, up: boolean) => unknown }} about */
function drawQuestion(id, { t, signal, vote }) {
  const text = h('span', { dir: 'auto' });
  const from = h('small', { dir: 'auto' });
  const count = h('b');
  const up = h('button', { type: 'button', class: 'hand-up' }, h('i', { 'aria-hidden': 'true' }, '▲'), count);
  const mark = (/** @type {boolean} */ isGiven) => up.setAttribute('aria-pressed', String(isGiven));
  up.addEventListener('click', () => void vote(id, up.getAttribute('aria-pressed') !== 'true'), { signal });
  return {
    root: h('li', { class: 'hand-one' }, h('div', {}, text, from), up),
    mark,
    /** @param {AudienceQuestion} question @param {boolean} isGiven @param {boolean} isOwn */
    show(question, isGiven, isOwn) {
      const { votes, isPinned, isAnswered, name } = question;
      if (text.textContent !== question.text) text.textContent = question.text;
      const what = isAnswered ? t('talk.phone.state.answered') : isPinned ? t('talk.phone.pinned') : '';
      const line = [name, what].filter((one) => one !== '').join(' · ');
      if (from.textContent !== line) from.textContent = line;
      count.textContent = String(votes);
      up.setAttribute('aria-label', t('talk.phone.vote', { count: votes, question: question.text }));
      // Nobody lifts their own question, and an answered one needs no more votes.
      up.disabled = isOwn || isAnswered;
      mark(isGiven);
    },
  };
}
