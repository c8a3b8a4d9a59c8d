/** The questions before and after: one press each, saved at once, and changed at will while they are open. */

/** @import { NoticeOf, PhoneHost, SubmissionState } from 'mass-mobile' */
/** @import game from '../game.js' */

import { h } from '../../../public/shared/dom.js';

/** @typedef {NoticeOf<typeof game>['asked'][number]} Asked */

/** @param {PhoneHost<typeof game>} host */
export function createQuestions(host) {
  const { haptics, signal, submit, t } = host;
  const list = h('div', { class: 'worm-questions' });
  const fate = h('p', { class: 'worm-fate', role: 'status' });
  const root = h('div', { class: 'worm-asking' }, list, fate);
  /** By question, as chosen here or as the server has it; null: none. @type {(number | null)[]} */
  let chosen = [];
  let shown = '';
  /** @type {Map<string, HTMLButtonElement>} */
  let buttons = new Map();

  function mark() {
    for (const [key, button] of buttons) {
      const [question, choice] = key.split(' ').map(Number);
      button.setAttribute('aria-pressed', String(chosen[Number(question)] === choice));
    }
  }

  /** @param {'before' | 'after'} when @param {number} question @param {number} choice */
  function choose(when, question, choice) {
    haptics.buzz(10);
    chosen[question] = choice;
    mark();
    void submit('answer', { question, when, choice });
  }

  /** @param {'before' | 'after'} when @param {Asked} asked */
  function draw(when, { at, text, choices }) {
    const options = choices.map((words, choice) => {
      const button = h('button', { type: 'button', class: 'worm-choice', dir: 'auto' }, words);
      button.addEventListener('click', () => choose(when, at, choice), { signal });
      buttons.set(`${at} ${choice}`, button);
      return button;
    });
    return h(
      'fieldset',
      { class: 'worm-question' },
      h('legend', { dir: 'auto' }, text),
      h('div', { class: 'worm-choices' }, ...options),
    );
  }

  return {
    root,
    /** @param {'before' | 'after'} when @param {Asked[]} asked */
    show(when, asked) {
      const key = JSON.stringify([when, asked]);
      if (key === shown) return;
      shown = key;
      chosen = [];
      buttons = new Map();
      fate.textContent = t('worm.ask');
      list.replaceChildren(...asked.map((one) => draw(when, one)));
      mark();
    },
    /** @param {(number | null)[]} answers what the server has */
    answered(answers) {
      answers.forEach((answer, at) => answer !== null && (chosen[at] = answer));
      mark();
    },
    /** @param {SubmissionState<typeof game>} submission */
    follow({ state, value, message = '' }) {
      fate.dataset['state'] = state;
      fate.textContent = t(`worm.fate.${state}`, { problem: message });
      if (state !== 'refused') return;
      chosen[value.question] = null;
      mark();
    },
  };
}
