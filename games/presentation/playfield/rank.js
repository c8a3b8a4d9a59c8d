/** A ranking on the screen: bars that move to their places. */

/** @import { PlayfieldHost } from 'mass-mobile' */
/** @import game from '../game.js' */
/** @import { ElementNow, PublicDefinition } from '../types.js' */

import { h } from '../../../public/shared/dom.js';
import { createRow } from '../../../public/playfield/bars.js';
import { number, sizeOf, write } from './rows.js';

/** @param {Extract<PublicDefinition, { kind: 'rank' }>} definition @param {PlayfieldHost<typeof game>} host */
export function createRank({ options }, { lang }) {
  const rows = options.map((text, place) => {
    const rank = h('span', { class: 'talk-place' });
    const score = h('span');
    const root = createRow(text, place, [score], rank);
    root.style.setProperty('--row', String(place));
    return { root, rank, score };
  });
  const root = h(
    'ol',
    {
      class: 'bars talk-ranks',
      'data-size': sizeOf(options),
      style: { '--rows': String(options.length) },
    },
    ...rows.map((row) => row.root),
  );

  return {
    root,
    /** @param {ElementNow} now */
    update({ view, n }) {
      const items = view.kind === 'rank' && n > 0 ? view.items : null;
      // Options that share a place stand in the order of the deck.
      const order = options
        .map((_, place) => place)
        .sort((a, b) => (items?.[a]?.place ?? a) - (items?.[b]?.place ?? b) || a - b);
      order.forEach((place, row) => {
        const part = rows[place];
        const item = items?.[place];
        if (!part) return;
        part.root.style.setProperty('--row', String(row));
        part.root.style.setProperty('--share', String(item ? item.score / options.length : 0));
        part.root.toggleAttribute('data-most', item?.place === 1);
        write(part.rank, item ? `${item.place}.` : '');
        write(part.score, item ? number(item.score, lang, 1) : '');
      });
    },
  };
}
