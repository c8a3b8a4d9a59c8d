/** People ask: a box for a question, and those of the room. Loaded when somebody opens that page. */

/** @import { SubmissionState } from 'mass-mobile' */
/** @import { AudienceQuestion, Personal } from '../types.js' */
/** @import { Host, Submission } from './writing.js' */

import { h } from '../../../public/shared/dom.js';
import { TEXT, textboxOf } from './writing.js';

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
