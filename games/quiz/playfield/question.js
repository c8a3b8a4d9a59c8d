/** The big screen before the reveal: waiting, getting ready, the question with its options, clock and count. */

/** @import { Translate } from 'mass-mobile' */
/** @import { ScreenView, ShownQuestion } from '../types.js' */

import { h } from '../../../public/shared/dom.js';
import { LETTERS, shapeOf } from '../shared/shapes.js';
import { percent } from '../shared/wording.js';

/** Words of more letters break a line of large type, and of less large type. */
const LONG_WORD = 20;
const LONGER_WORD = 30;
const SVG = 'http://www.w3.org/2000/svg';

/** @param {ScreenView} view @param {Translate} t @returns {HTMLElement[]} */
export function drawIdle(view, t) {
  return [
    h(
      'div',
      { class: 'show-middle' },
      h('p', { class: 'show-title', dir: 'auto' }, view.title || t('quiz.title')),
      h(
        'p',
        { class: 'show-line' },
        view.of > 0 ? t('quiz.screen.questions', { count: view.of }) : t('quiz.screen.wait'),
      ),
    ),
  ];
}

/** @param {ScreenView} view @param {Translate} t @returns {HTMLElement[]} */
export function drawReady(view, t) {
  // Before the first question everybody looks up: three, two, one.
  if (view.n === 1)
    return [
      h(
        'div',
        { class: 'show-middle show-count' },
        h('p', { class: 'show-line' }, t('quiz.screen.start')),
        h('p', { class: 'show-number show-three' }),
        h('p', { class: 'show-line' }, t('quiz.screen.how')),
      ),
    ];
  return [
    h(
      'div',
      { class: 'show-middle show-count' },
      h('p', { class: 'show-line' }, t('quiz.screen.question')),
      h('p', { class: 'show-number' }, String(view.n)),
      h('p', { class: 'show-line' }, t('quiz.screen.of', { of: view.of })),
    ),
  ];
}

/** @param {ScreenView} view @param {Translate} t @returns {HTMLElement[]} */
export function drawAsked(view, t) {
  const { question, phase } = view;
  if (!question) return [];
  const isOpen = phase !== 'question';
  return [
    h(
      'div',
      {
        class: 'show-asked',
        'data-image': question.image !== '',
        'data-alone': !isOpen || question.options.length === 0,
      },
      drawText(question),
      drawImage(question),
      isOpen && drawSide(view, t),
    ),
    isOpen
      ? drawOptions(question, view.votes !== null, t)
      : h('p', { class: 'show-worth' }, worth(question, t)),
  ];
}

/** @param {ShownQuestion} question */
export function drawText({ text }) {
  return h('p', { class: 'show-text', dir: 'auto', 'data-length': lengthOf(text) }, text);
}

/** @param {ShownQuestion} question */
export function drawImage({ image, imageAlt }) {
  return image ? h('img', { class: 'show-image', src: image, alt: imageAlt }) : null;
}

/** The clock and the count at the side. @param {ScreenView} view @param {Translate} t */
function drawSide(view, t) {
  return h(
    'div',
    { class: 'show-side' },
    view.of > 1 && h('span', { class: 'show-place' }, t('quiz.place', { n: view.n, of: view.of })),
    view.spanMs > 0 && h('div', { class: 'show-clock' }, ring(), h('span', { class: 'show-seconds' })),
    h(
      'div',
      { class: 'show-came' },
      // It takes its room from the beginning, so that the picture fits when people answer.
      h('b', { class: 'show-answered' }, view.answered),
      h('span', { class: 'show-here' }, t('quiz.screen.answered', { asked: view.asked })),
    ),
  );
}

/** Draws a ring that empties. */
function ring() {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 100 100');
  for (const name of ['show-track', 'show-ring']) {
    const circle = document.createElementNS(SVG, 'circle');
    for (const [key, value] of Object.entries({ class: name, cx: '50', cy: '50', r: '44' }))
      circle.setAttribute(key, value);
    svg.append(circle);
  }
  return svg;
}

/** @param {ShownQuestion} question @param {boolean} hasVotes @param {Translate} t */
function drawOptions({ type, options }, hasVotes, t) {
  if (type === 'text' || type === 'number') return h('p', { class: 'show-how' }, t('quiz.screen.type'));
  const texts = type === 'truefalse' ? [t('quiz.true'), t('quiz.false')] : options;
  const cells = texts.map((text, place) => drawOption({ text, place, votes: hasVotes, t }));
  const how = type === 'order' ? 'quiz.screen.order' : type === 'several' ? 'quiz.screen.several' : undefined;
  return h(
    'div',
    { class: 'show-answers' },
    how && h('p', { class: 'show-how' }, t(how)),
    h('div', { class: 'show-options', 'data-count': texts.length, 'data-length': longest(texts) }, ...cells),
  );
}

/** @param {{ text: string, place: number, letter?: string, votes?: boolean, state?: string, share?: number, count?: number, t: Translate }} about */
export function drawOption({
  text,
  place,
  letter = LETTERS[place] ?? '',
  votes = false,
  state = '',
  share,
  count,
  t,
}) {
  const hasBar = votes || share !== undefined;
  return h(
    'div',
    {
      class: 'show-option',
      'data-option': place,
      'data-state': state,
      style: { '--share': String(share ?? 0) },
    },
    hasBar && h('span', { class: 'show-bar' }),
    h(
      'span',
      { class: 'show-mark' },
      h('span', { class: 'quiz-shape', 'data-shape': shapeOf(place) }),
      h('b', {}, letter),
    ),
    h('span', { class: 'show-words', dir: 'auto' }, text),
    hasBar && h('span', { class: 'show-share' }, share === undefined ? '' : percent(share, t)),
    count !== undefined && h('span', { class: 'show-votes' }, String(count)),
  );
}

/** @param {ShownQuestion} question @param {Translate} t */
function worth({ type, points }, t) {
  if (type === 'slide' || type === 'poll') return '';
  if (points === 0) return t('quiz.screen.practice');
  return points < 0 ? t('quiz.screen.trap') : t('quiz.screen.points', { points });
}

/** @param {string[]} texts */
export function longest(texts) {
  return lengthOf(texts.reduce((best, text) => (text.length > best.length ? text : best), ''));
}

/** Type is set smaller in steps, so that lines break in good places and never in the middle of a word. @param {string} text */
function lengthOf(text) {
  const word = Math.max(...text.split(/\s+/).map((one) => one.length));
  if (text.length <= 24 && word <= LONG_WORD) return 'short';
  if (text.length <= 70 && word <= LONGER_WORD) return 'middle';
  if (text.length <= 110) return 'long';
  return text.length <= 220 ? 'longer' : 'huge';
}
