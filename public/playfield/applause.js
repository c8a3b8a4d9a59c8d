/** Shows the emoji of phones in any game: they rise in the free part of the dock, where nothing is to be read. */

import { createReactions } from './reactions.js';

/** Height of an emoji as a share of the dock's. */
const SIZE = 0.36;

/** @param {HTMLElement} dock with room between the address and the counts */
export function createApplause(dock) {
  const stillness = matchMedia('(prefers-reduced-motion: reduce)');
  let reactions = create();
  let isPaused = false;
  let reacts = false;
  const observer = new ResizeObserver(() => reactions.resize());
  observer.observe(reactions.layer);

  function create() {
    return createReactions(dock, { name: 'applause', calm: stillness.matches, size: SIZE });
  }
  function begin() {
    observer.disconnect();
    reactions.layer.remove();
    reactions = create();
    observer.observe(reactions.layer);
  }
  stillness.addEventListener('change', begin);

  return {
    /** Lets emoji that are on their way go at once when the room is paused, the screens are dark, or the operator wants none. @param {{ isPaused?: boolean, reacts?: boolean }} change */
    allow(change) {
      ({ isPaused = isPaused, reacts = reacts } = change);
      const isHidden = isPaused || !reacts;
      if (isHidden && !reactions.layer.hidden) begin();
      reactions.layer.hidden = isHidden;
    },
    /** @param {unknown} counts since the last time, by the place in `REACTIONS` */
    add(counts) {
      if (Array.isArray(counts) && !reactions.layer.hidden) reactions.add(counts);
    },
    /** @param {number} nowMs of the page */
    draw: (nowMs) => reactions.draw(nowMs),
  };
}
