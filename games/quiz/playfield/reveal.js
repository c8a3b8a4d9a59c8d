/** The big screen at the reveal: how the crowd answered, what is right, and why. */

/** @import { Translate } from '../../../lib/contract/pages.js' */

import { h } from '../../../public/shared/dom.js';
import { drawImage, drawOption, drawText, longest } from './question.js';

/** @param {any} view @param {Translate} t @returns {HTMLElement[]} */
export function drawReveal(view, t) {
  const { question, reveal } = view;
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
      reveal.explanation && h('p', { class: 'show-why', dir: 'auto' }, reveal.explanation),
    ),
  ];
}

/** Votes that still come, as in 2012. @param {HTMLElement} page @param {number[]} counts */
export function updateVotes(page, counts) {
  const total = Math.max(
    1,
    counts.reduce((sum, count) => sum + count, 0),
  );
  page.querySelectorAll('.show-option').forEach((option, place) => {
    const share = (counts[place] ?? 0) / total;
    /** @type {HTMLElement} */ (option).style.setProperty('--share', String(share));
    const text = option.querySelector('.show-share');
    if (text) text.textContent = `${Math.round(100 * share)} %`;
  });
}

/** @param {any} question @param {any} reveal @param {Translate} t */
function verdict({ type }, { answered, right }, t) {
  if (answered === 0) return [t('quiz.screen.nobody')];
  if (type === 'poll')
    return [h('b', {}, answered.toLocaleString()), t('quiz.screen.voices', { count: answered })];
  return [h('b', {}, `${Math.round((100 * right) / answered)} %`), t('quiz.screen.right')];
}

/** @param {any} question @param {any} reveal @param {Translate} t */
function drawSolution(question, reveal, t) {
  if (question.type === 'number') return drawFigures(reveal);
  if (question.type === 'text') return h('div', { class: 'show-solution' }, ...reveal.solution.map(big));
  if (question.type === 'order') return drawOrder(question, reveal);
  const texts = question.type === 'truefalse' ? [t('quiz.true'), t('quiz.false')] : question.options;
  const marks = question.type === 'truefalse' ? ['✓', '✗'] : [];
  const cells = texts.map((/** @type {string} */ text, /** @type {number} */ place) => {
    const count = reveal.counts[place] ?? 0;
    // Of those who answered: with several right they add up to more than all.
    const share = reveal.answered === 0 ? 0 : count / reveal.answered;
    const state = question.type === 'poll' ? '' : reveal.correct[place] ? 'right' : 'wrong';
    return drawOption({ text, place, ...(marks[place] && { letter: marks[place] }), state, share, count });
  });
  return h(
    'div',
    { class: 'show-options', 'data-count': texts.length, 'data-length': longest(texts) },
    ...cells,
  );
}

/** @param {string} text */
function big(text) {
  return h('b', { dir: 'auto' }, text);
}

/** @param {any} question @param {any} reveal */
function drawOrder({ options }, { solution }) {
  const cells = solution.map((/** @type {string} */ text, /** @type {number} */ at) =>
    drawOption({ text, place: Math.max(0, options.indexOf(text)), letter: `${at + 1}`, state: 'right' }),
  );
  return h('div', { class: 'show-options show-order', 'data-count': 2, 'data-length': 'middle' }, ...cells);
}

/** The crowd's figures as columns, the right one in the middle of them. @param {any} reveal */
function drawFigures({ solution, bins }) {
  const most = Math.max(1, ...(bins?.counts ?? []));
  const columns = (bins?.counts ?? []).map((/** @type {number} */ count) =>
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

/** Years without a comma. @param {number} value */
function rough(value) {
  const short = Number(value.toPrecision(4));
  return Math.abs(short) < 10_000 ? String(short) : short.toLocaleString();
}
