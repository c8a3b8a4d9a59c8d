/** The questions of the audience on the screen: the pinned one large, the others by their votes. */

/** @import { PlayfieldHost } from 'mass-mobile' */
/** @import game from '../game.js' */
/** @import { AudienceQuestion, ElementNow, View } from '../types.js' */

import { h } from '../../../public/shared/dom.js';

/** @param {unknown} _definition @param {PlayfieldHost<typeof game>} host */
export function createQuestions(_definition, { t, lang }) {
  const root = h('ol', { class: 'talk-questions' });

  /** @param {AudienceQuestion} question */
  const row = ({ text, name, votes, isPinned, isAnswered }) =>
    h(
      'li',
      { class: 'talk-asked', 'data-pinned': isPinned, 'data-answered': isAnswered },
      h(
        'b',
        { class: 'talk-votes', 'aria-label': t('talk.screen.votes', { count: votes }) },
        votes.toLocaleString(lang),
      ),
      h('span', { class: 'talk-words', dir: 'auto' }, text),
      name && h('bdi', { class: 'talk-name' }, name),
    );

  return {
    root,
    /** @param {ElementNow} _now @param {View} view */
    update(_now, { questions }) {
      const list = questions ?? [];
      root.dataset['size'] = list.length <= 3 ? 'large' : list.length <= 6 ? 'middle' : 'small';
      root.replaceChildren(
        ...(list.length > 0
          ? list.map(row)
          : [h('li', { class: 'talk-none' }, t('talk.screen.noQuestions'))]),
      );
    },
  };
}
