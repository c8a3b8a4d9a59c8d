/** A poll on the screen: a bar for each option behind its words, so that long options have the whole width. */

/** @import { PlayfieldHost } from 'mass-mobile' */
/** @import game from '../game.js' */
/** @import { ElementNow, PublicDefinition } from '../types.js' */

import { h } from '../../../public/shared/dom.js';
import { colourOf, mark, number, percent, sizeOf, write } from './rows.js';

/** @param {Extract<PublicDefinition, { kind: 'poll' | 'quiz' }>} definition @param {PlayfieldHost<typeof game>} host */
export function createPoll({ options }, { lang }) {
  const rows = options.map((text, place) => {
    const share = h('span', { class: 'talk-share' });
    const count = h('span', { class: 'talk-count' });
    const root = h(
      'li',
      { class: 'talk-row', 'data-team-index': colourOf(place) },
      h('span', { class: 'talk-bar' }),
      mark(place),
      h('span', { class: 'talk-label', dir: 'auto' }, text),
      h('span', { class: 'talk-figures' }, count, share),
    );
    return { root, share, count };
  });
  const root = h(
    'ol',
    { class: 'talk-rows', 'data-size': sizeOf(options), 'data-columns': options.length > 6 ? 2 : 1 },
    ...rows.map((row) => row.root),
  );

  return {
    root,
    /** @param {ElementNow} now */
    update({ view, n }) {
      const counts = view.kind === 'poll' || view.kind === 'quiz' ? view.counts : null;
      const right = view.kind === 'quiz' ? view.right : null;
      const most = Math.max(0, ...(counts ?? []));
      rows.forEach(({ root: row, share, count }, place) => {
        const value = counts?.[place] ?? 0;
        // Shares of the people: with several choices they add up to more than the whole.
        row.style.setProperty('--share', String(counts && n > 0 ? Math.min(1, value / n) : 0));
        write(count, counts ? number(value, lang) : '');
        write(share, counts ? percent(n > 0 ? value / n : 0, lang) : '');
        row.toggleAttribute('data-most', counts !== null && most > 0 && value === most);
        if (right) row.dataset['right'] = String(right.includes(place));
        else delete row.dataset['right'];
      });
    },
  };
}
