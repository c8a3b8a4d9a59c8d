/** The problems of a deck, each with its slide and line; a press goes there. */

/** @import { Translate } from 'mass-mobile' */
/** @import { Problem } from '../../shared/deck.js' */

import { h } from '../../../../public/shared/dom.js';

/** @param {Translate} t @param {(line: number) => void} goTo */
export function createProblems(t, goTo) {
  const list = h('ul', {});
  const root = h(
    'section',
    { class: 'te-problems', hidden: true, 'aria-label': t('talk.panel.problems') },
    h('p', { role: 'status' }, t('talk.panel.problems.kept')),
    list,
  );
  let shown = '';
  return {
    root,
    /** @param {readonly Problem[]} problems */
    show(problems) {
      const key = JSON.stringify(problems);
      if (key === shown) return;
      shown = key;
      root.hidden = problems.length === 0;
      list.replaceChildren(...problems.map((one) => drawProblem(one, t, goTo)));
    },
  };
}

/** @param {Problem} problem @param {Translate} t @param {(line: number) => void} goTo */
function drawProblem({ slide, line, text }, t, goTo) {
  const place = slide === 0 ? t('talk.panel.problem.deck') : t('talk.panel.problem.place', { slide, line });
  return h(
    'li',
    {},
    h(
      'button',
      { type: 'button', class: 'te-problem', onclick: () => goTo(Math.max(1, line)) },
      h('b', {}, place),
      ` ${text}`,
    ),
  );
}
