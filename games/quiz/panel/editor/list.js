/** The list of questions in the editor. */

/** @import { Translate } from 'mass-mobile' */
/** @import { Question } from '../../types.js' */
/** @import { Draft } from './draft.js' */

import { h } from '../../../../public/shared/dom.js';
import { unready } from '../../shared/pack.js';
import { focusOn } from './focus.js';

/** @param {{ draft: Draft, t: Translate }} about */
export function createList({ draft, t }) {
  const root = h('ol', { class: 'qe-list' });

  function draw() {
    const hadFocus = root.contains(document.activeElement);
    root.replaceChildren(
      ...draft.pack.questions.map((question, place) => drawItem(question, place, draft, t)),
    );
    root.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    if (hadFocus) focusOn(root, '[aria-current] button');
  }

  return { root, draw };
}

/** @param {Question} question @param {number} place @param {Draft} draft @param {Translate} t */
function drawItem(question, place, draft, t) {
  const problem = unready(question);
  const item = h(
    'li',
    {
      class: 'qe-item',
      draggable: 'true',
      'aria-current': place === draft.at && 'true',
      'data-unready': problem !== '',
    },
    h(
      'button',
      {
        type: 'button',
        class: 'qe-pick',
        onclick: () => draft.go(place),
        title: problem ? t(problem) : null,
      },
      h('b', {}, place + 1),
      h('span', { class: 'qe-item-text', dir: 'auto' }, question.text || t('quiz.edit.blank')),
      h('span', { class: 'qe-item-type' }, problem ? t(problem) : t(`quiz.type.${question.type}`)),
    ),
  );
  item.addEventListener('dragstart', (event) => event.dataTransfer?.setData('text/plain', String(place)));
  item.addEventListener('dragover', (event) => {
    event.preventDefault();
    item.dataset['over'] = '';
  });
  item.addEventListener('dragleave', () => delete item.dataset['over']);
  item.addEventListener('drop', (event) => {
    event.preventDefault();
    draft.move(Number(event.dataTransfer?.getData('text/plain')), place);
  });
  return item;
}
