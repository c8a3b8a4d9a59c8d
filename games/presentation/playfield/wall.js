/** A wall of texts on the screen: cards in columns, the newest first; what does not fit any more has left the wall. */

/** @import { PlayfieldHost } from 'mass-mobile' */
/** @import game from '../game.js' */
/** @import { ElementNow } from '../types.js' */

import { h } from '../../../public/shared/dom.js';

/** @param {unknown} _definition @param {PlayfieldHost<typeof game>} host */
export function createWall(_definition, { calm }) {
  const root = h('ol', { class: 'talk-wall' });
  /** Cards that are there, by the id of their text. @type {Map<string, HTMLElement>} */
  const cards = new Map();

  return {
    root,
    /** @param {ElementNow} now */
    update({ view }) {
      const texts = view.kind === 'wall' ? (view.texts ?? []) : [];
      const known = new Set(texts.map(({ id }) => id));
      for (const id of cards.keys()) if (!known.has(id)) cards.delete(id);
      const list = texts.map(({ id, text, name }) => {
        const card = cards.get(id) ?? makeCard(text, name, !calm);
        cards.set(id, card);
        return card;
      });
      root.replaceChildren(...list);
      const letters = texts.reduce((sum, { text }) => sum + Math.max(24, text.length), 0);
      root.dataset['size'] =
        letters < 220 ? 'large' : letters < 900 ? 'middle' : letters < 2400 ? 'small' : 'tiny';
    },
  };
}

/** @param {string} text @param {string} name @param {boolean} moves */
function makeCard(text, name, moves) {
  return h(
    'li',
    { class: 'talk-card', 'data-new': moves },
    h('span', { class: 'talk-words', dir: 'auto' }, text),
    name && h('bdi', { class: 'talk-name' }, name),
  );
}
