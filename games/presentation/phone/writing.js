/** People write: a text box for any submission, and the words of a cloud or a wall. Loaded when a phone has to show them. */

/** @import { PhoneHost, SubmissionState } from 'mass-mobile' */
/** @import game from '../game.js' */
/** @import { ElementNow, Personal } from '../types.js' */

import { h } from '../../../public/shared/dom.js';
import { textbox } from '../../../public/phone/kit/textbox.js';

/** The longest word of a cloud, in characters. */
const WORD = 60;
/** The longest text of a wall and the longest question, in characters. */
export const TEXT = 280;

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
export function textboxOf(root, host, { kind, more, fits, box }) {
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
