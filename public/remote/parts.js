/** The two parts of a moderator's remote, the game and the people, and the buttons that lead from one to the other. */

/** @import { RemoteRole } from '../../lib/contract/wire.js' */
/** @import { Translate } from '../../lib/contract/pages.js' */

import { h } from '../shared/dom.js';
import { createPeople } from './people.js';

/**
 * @param {object} about
 * @param {HTMLElement} about.bar the buttons stand here
 * @param {HTMLElement} about.game
 * @param {HTMLElement} about.people
 * @param {Translate} about.t
 * @param {Parameters<typeof createPeople>[1]['ask']} about.ask
 * @param {Parameters<typeof createPeople>[1]['order']} about.order
 */
export function createParts({ bar, game, people, t, ask, order }) {
  const list = createPeople(people, { t, ask, order });
  const count = h('span', { class: 'part-count' });
  const buttons = {
    game: h('button', { type: 'button', onclick: () => show('game') }, t('remote.part.game')),
    people: h(
      'button',
      { type: 'button', onclick: () => show('people') },
      t('remote.part.people'),
      ' ',
      count,
    ),
  };
  const nav = h('nav', { class: 'parts' }, buttons.game, buttons.people);
  bar.after(nav);

  /** @param {'game' | 'people'} part */
  function show(part) {
    for (const [name, button] of Object.entries(buttons))
      button.setAttribute('aria-pressed', String(name === part));
    game.hidden = part !== 'game';
    list.show(part === 'people');
  }

  return {
    /**
     * The people are a moderator's; a presenter has the game alone.
     * @param {RemoteRole | null} role null: nobody @param {boolean} [isIdle] the game has nothing for moderators
     */
    setRole(role, isIdle = false) {
      const isFirst = nav.hidden || game.hidden === people.hidden;
      nav.hidden = role !== 'moderator';
      if (nav.hidden) show('game');
      else if (isFirst) show(isIdle ? 'people' : 'game');
    },
    /** @param {number} waiting names */
    setWaiting(waiting) {
      count.textContent = waiting > 0 ? String(waiting) : '';
    },
  };
}
