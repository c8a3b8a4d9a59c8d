/** The element of a slide on a phone: its question, a control for its kind, and what became of the answer. */

/** @import { PhoneHost, SubmissionState } from 'mass-mobile' */
/** @import game from '../game.js' */
/** @import { Answer, AudienceQuestion, ElementNow, Personal } from '../types.js' */
/** @import * as Writing from './writing.js' */

import { h } from '../../../public/shared/dom.js';
import { controlFor } from './controls.js';

/**
 * @param {PhoneHost<typeof game>} host
 * @param {ElementNow} first
 * @param {() => void} openQuestions
 */
// eslint-disable-next-line max-lines-per-function -- one element: answer, state and outcome are drawn from the same views
export function createElement(host, first, openQuestions) {
  const { t } = host;
  const { id, definition } = first;
  const isTyped = definition.kind === 'cloud' || definition.kind === 'wall';
  const hasAnswers = ['poll', 'scale', 'rank', 'quiz'].includes(definition.kind);
  const fate = h('p', { class: 'hand-fate', role: 'status' });
  const clock = h('b', { class: 'hand-clock', hidden: true });
  const outcome = h('div', { class: 'hand-outcome', hidden: true });
  const head = h('h2', { class: 'hand-question', dir: 'auto' }, questionOf(first));
  const written = h('div', { class: 'hand-written', hidden: !isTyped });
  const control = controlFor(host, first, send);
  const body = h('div', { class: 'hand-control' }, control?.root);
  const root = h(
    'section',
    { class: 'hand-part' },
    h('div', { class: 'hand-head' }, head, clock),
    outcome,
    body,
    written,
    fate,
  );
  let now = first;
  /** The answer that was sent last or that the server has, as it is submitted. @type {string | null} */
  let value = null;
  /** @type {SubmissionState['state'] | ''} */
  let state = '';
  let problem = '';
  /** @type {ReturnType<typeof Writing.createWords> | null} */
  let words = null;
  /** @type {Personal | null} */
  let mine = null;
  // An answer that was on its way when the page was reloaded still is.
  for (const early of host.unanswered) follow(early);

  /** @param {string} next */
  function send(next) {
    if (now.phase !== 'open') return;
    value = next;
    state = 'saving';
    host.haptics.buzz(10);
    control?.mark(value);
    void host.submit('answer', { element: id, value: next });
    tell();
  }

  /** @param {SubmissionState<typeof game>} submission */
  function follow(submission) {
    words?.follow(submission);
    if (submission.kind !== 'answer' || submission.value.element !== id) return;
    // Where several are on their way the last one counts.
    if (value !== null && submission.value.value !== value) return;
    value = submission.value.value;
    ({ state, message: problem = '' } = submission);
    if (state === 'refused') value = mine?.element === id ? writtenAs(mine.answer) : null;
    control?.mark(value);
    tell();
  }

  /**
   * Takes over what the server has, unless an answer is on its way. Only what comes is news: the view that is here already may be
   * older than the answer that was saved since.
   * @param {Personal | null} next
   */
  function adopt(next) {
    if (next === mine) return;
    mine = next;
    if (!hasAnswers || mine?.element !== id || state === 'saving' || state === 'not-saved') return;
    const known = writtenAs(mine.answer);
    if (known === value) return;
    value = known;
    if (state !== 'refused') state = known === null ? '' : 'saved';
    control?.mark(value);
  }

  function tell() {
    const text = words ? '' : fateOf();
    if (fate.textContent !== text) fate.textContent = text;
    fate.dataset['state'] = now.phase === 'open' ? state : now.phase;
    root.dataset['phase'] = now.phase;
  }

  function fateOf() {
    if (now.phase === 'waiting') return t('talk.phone.waiting');
    if (state === 'saving') return t('talk.phone.saving');
    if (state === 'not-saved') return t('talk.phone.notSaved');
    if (state === 'refused') return t('talk.phone.refused', { problem });
    if (now.phase === 'closed') return t(value === null ? 'talk.phone.closedBlank' : 'talk.phone.closed');
    if (state === 'saved') return t('talk.phone.saved');
    return '';
  }

  return {
    id,
    digest: JSON.stringify(definition),
    root,
    /** True: the control is in the module that is loaded on demand. */
    isTyped,
    /** @param {typeof Writing} writing */
    write(writing) {
      if (words || !isTyped) return;
      words = writing.createWords(written, host, now);
      words.show(now, mine);
    },
    follow,
    /** @param {ElementNow} next @param {Personal | null} personal @param {{ asked: AudienceQuestion[], may: boolean }} about */
    show(next, personal, { asked, may }) {
      now = next;
      adopt(personal);
      body.inert = now.phase !== 'open';
      control?.news?.(now);
      words?.show(now, mine);
      if (now.definition.kind === 'questions') drawInvitation(body, { host, asked, may, openQuestions });
      if (now.definition.kind === 'game')
        body.replaceChildren(h('p', { class: 'hint' }, t('talk.phone.game')));
      drawOutcome(outcome, host, now, mine?.element === id ? mine.quiz : null);
      tell();
    },
    /** Draws the clock of a quiz question. */
    tick() {
      const { view, phase } = now;
      clock.hidden = view.kind !== 'quiz' || phase !== 'open';
      if (clock.hidden || view.kind !== 'quiz') return;
      const leftS = String(Math.max(0, Math.ceil((view.endsMs - host.nowMs()) / 1000)));
      if (clock.textContent !== leftS) clock.textContent = leftS;
    },
    close() {
      words = null;
    },
  };
}

/** @param {Answer | null} answer @returns {string | null} as it is submitted */
function writtenAs(answer) {
  if (!answer || 'texts' in answer) return null;
  if ('choices' in answer) return answer.choices.join(',');
  if ('order' in answer) return answer.order.join(',');
  return answer.values.map((one) => one ?? '').join(',');
}

/** A slide of questions shows how many there are, and the way to them. @param {HTMLElement} body @param {{ host: PhoneHost<typeof game>, asked: AudienceQuestion[], may: boolean, openQuestions: () => void }} about */
function drawInvitation(body, { host: { t, signal }, asked, may, openQuestions }) {
  body.inert = false;
  const key = `${asked.length} ${may}`;
  if (body.dataset['key'] === key) return;
  body.dataset['key'] = key;
  const button = h(
    'button',
    { type: 'button', class: 'hand-send' },
    t(may ? 'talk.phone.ask' : 'talk.phone.questions'),
  );
  button.addEventListener('click', openQuestions, { signal });
  body.replaceChildren(h('p', { class: 'hint' }, t('talk.phone.asked', { count: asked.length })), button);
}

/** @param {HTMLElement} box @param {PhoneHost<typeof game>} host @param {ElementNow} now @param {Personal['quiz']} quiz */
function drawOutcome(box, { t }, now, quiz) {
  const isRevealed = now.view.kind === 'quiz' && now.view.right !== null;
  box.hidden = !isRevealed;
  const key = JSON.stringify([isRevealed, quiz]);
  if (!isRevealed || box.dataset['key'] === key) return;
  box.dataset['key'] = key;
  box.dataset['right'] = String(quiz?.right ?? '');
  if (!quiz) return box.replaceChildren(h('b', {}, t('talk.phone.quiz.none')));
  const { right, points, total, place, of } = quiz;
  box.replaceChildren(
    h('b', {}, t(right ? 'talk.phone.quiz.right' : 'talk.phone.quiz.wrong')),
    h('span', { class: 'hand-points' }, t('talk.phone.quiz.points', { points })),
    place > 0 ? h('span', {}, t('talk.phone.quiz.total', { total, place, of })) : '',
  );
}

/** @param {ElementNow} element @returns {string} '' for a game */
export function questionOf({ definition }) {
  return 'question' in definition ? definition.question : '';
}
