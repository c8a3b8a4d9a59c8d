/** The big screen at the reveal: how the audience answered, which answer is right, and why. */

/** @import { Translate } from 'mass-mobile' */
/** @import { Reveal, ScreenView, ShownQuestion } from '../types.js' */

import { h } from '../../../public/shared/dom.js';
import { percent, number } from '../shared/wording.js';
import { drawImage, drawOption, drawText, longest } from './question.js';

/** @param {ScreenView} view @param {Translate} t @returns {HTMLElement[]} */
export function drawReveal(view, t) {
  const { question, reveal } = view;
  if (!question || !reveal) return [];
  return [
    h(
      'div',
      { class: 'show-asked', 'data-image': question.image !== '', 'data-alone': false },
      drawText(question),
      drawImage(question),
      h('div', { class: 'show-side' }, h('p', { class: 'show-verdict' }, ...verdict(question, reveal, t))),
    ),
    h(
      'div',
      { class: 'show-answers' },
      drawSolution(question, reveal, t),
      reveal.explanation !== '' && h('p', { class: 'show-why', dir: 'auto' }, reveal.explanation),
    ),
  ];
}

/** Moves the bars of votes that still come in, as in 2012. @param {HTMLElement} page @param {number[]} counts @param {Translate} t */
export function updateVotes(page, counts, t) {
  const total = Math.max(
    1,
    counts.reduce((sum, count) => sum + count, 0),
  );
  page.querySelectorAll('.show-option').forEach((option, place) => {
    const share = (counts[place] ?? 0) / total;
    /** @type {HTMLElement} */ (option).style.setProperty('--share', String(share));
    const text = option.querySelector('.show-share');
    if (text) text.textContent = percent(share, t);
  });
}

/** @param {ShownQuestion} question @param {Reveal} reveal @param {Translate} t */
function verdict({ type }, { answered, right }, t) {
  if (answered === 0) return [t('quiz.screen.nobody')];
  if (type === 'poll') return [h('b', {}, number(answered)), t('quiz.screen.votes', { count: answered })];
  return [h('b', {}, percent(right / answered, t)), t('quiz.screen.right')];
}

/** @param {ShownQuestion} question @param {Reveal} reveal @param {Translate} t */
function drawSolution(question, reveal, t) {
  if (question.type === 'number') return drawFigures(reveal);
  if (question.type === 'text') return drawWritten(reveal, t);
  if (question.type === 'order') return drawOrder(question, reveal, t);
  const texts = question.type === 'truefalse' ? [t('quiz.true'), t('quiz.false')] : question.options;
  const cells = texts.map((text, place) => {
    const count = reveal.counts[place] ?? 0;
    // Shares of those who answered. With several right answers they add up to more than the whole.
    const share = reveal.answered === 0 ? 0 : count / reveal.answered;
    const state = question.type === 'poll' ? '' : reveal.correct[place] ? 'right' : 'wrong';
    return drawOption({ text, place, state, share, count, t });
  });
  return h(
    'div',
    { class: 'show-options', 'data-count': texts.length, 'data-length': longest(texts) },
    ...cells,
  );
}

/** The answer, and below it what people wrote instead. @param {Reveal} reveal @param {Translate} t */
function drawWritten({ solution, said = [] }, t) {
  return h(
    'div',
    { class: 'show-written' },
    h('div', { class: 'show-solution' }, ...solution.map(big)),
    said.length > 0 && h('p', { class: 'show-how' }, t('quiz.screen.said')),
    said.length > 0 &&
      h(
        'p',
        { class: 'show-said' },
        ...said.map(({ text, count }) => h('span', {}, h('bdi', {}, text), h('b', {}, number(count)))),
      ),
  );
}

/** @param {string} text */
function big(text) {
  return h('b', { dir: 'auto' }, text);
}

/** @param {ShownQuestion} question @param {Reveal} reveal @param {Translate} t */
function drawOrder({ options }, { solution }, t) {
  const cells = solution.map((text, at) =>
    drawOption({ text, place: Math.max(0, options.indexOf(text)), letter: `${at + 1}`, state: 'right', t }),
  );
  return h('div', { class: 'show-options show-order', 'data-count': 2, 'data-length': 'middle' }, ...cells);
}

/** The guesses as columns, with the right number in the middle. @param {Reveal} reveal */
function drawFigures({ solution, bins }) {
  const most = Math.max(1, ...(bins?.counts ?? []));
  const columns = (bins?.counts ?? []).map((count) =>
    h(
      'span',
      { class: 'show-column', style: { '--share': String(count / most) } },
      count > 0 ? h('b', {}, count) : null,
    ),
  );
  return h(
    'div',
    { class: 'show-figures' },
    h('div', { class: 'show-solution' }, ...solution.map(big)),
    h('div', { class: 'show-columns' }, ...columns, h('i', { class: 'show-needle' })),
    bins && h('div', { class: 'show-scale' }, h('span', {}, rough(bins.from)), h('span', {}, rough(bins.to))),
  );
}

/** A number without too many digits; years have no comma. @param {number} value */
function rough(value) {
  const short = Number(value.toPrecision(4));
  return Math.abs(short) < 10_000 ? String(short) : number(short);
}
