/** A host's part of a presenter's remote: where the game is, the question with its right answer and its votes, who has answered, the score. */

/** @import { HostView } from '../../lib/contract/types.js' */
/** @import { Translate } from '../../lib/contract/pages.js' */

import { h } from '../shared/dom.js';

/** @param {HTMLElement} root @param {{ t: Translate }} about `t` also has the words of the game that is on */
export function createHostStrip(root, { t }) {
  let shown = '';

  /** @param {import('../../lib/contract/types.js').Named} named */
  const nameOf = ({ text, label }) => (label === undefined ? text : t(label));

  /** @param {HostView} view @returns {(HTMLElement | false | undefined | '')[]} */
  function parts({ now, text, right = [], votes = [], answered, score = [], then }) {
    const figures = [
      ...votes,
      ...score.map(({ value, ...named }) => ({ ...named, count: value, right: false })),
    ];
    return [
      now && h('p', { class: 'quiet' }, t(now.label, now.values)),
      text && h('p', { class: 'host-text', dir: 'auto' }, text),
      right.length > 0 &&
        h('p', {}, `${t('remote.host.right')}: `, h('b', { dir: 'auto' }, right.join(' · '))),
      figures.length > 0 &&
        h(
          'ul',
          { class: 'host-figures' },
          ...figures.map((one) =>
            h(
              'li',
              {},
              h('span', { dir: 'auto', 'data-right': one.right }, nameOf(one), one.right && ' ✓'),
              h('b', {}, String(one.count)),
            ),
          ),
        ),
      answered && h('p', {}, t('remote.host.answered', { n: answered.count, of: answered.of })),
      then && h('p', { class: 'quiet', dir: 'auto' }, t('remote.host.then', { text: then })),
    ];
  }

  return {
    /** @param {HostView | null} view null: there is nothing, or it is nobody's business here */
    show(view) {
      const text = JSON.stringify(view);
      if (text === shown) return;
      shown = text;
      const drawn = view ? parts(view) : [];
      root.replaceChildren(...drawn.filter((part) => part instanceof HTMLElement));
      root.hidden = root.childElementCount === 0;
    },
  };
}
