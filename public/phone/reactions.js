/** Emoji for any game: a button in the bar, which no game covers, and a row that it opens below the bar. */

/** @import { Haptics, Translate } from '../../lib/contract/pages.js' */

import { h } from '../shared/dom.js';
import { REACTIONS, REACTION_RATE } from '../shared/reactions.js';

/** So many of one reaction fly up at once. */
const MOST_GHOSTS = 4;

/**
 * @param {object} about
 * @param {(key: string, values?: Record<string, string>) => string} about.t
 * @param {Haptics} about.haptics
 * @param {(place: number) => void} about.send is called no more often than the server takes it
 */
export function createReactions({ t, haptics, send }) {
  const row = h('div', {
    id: 'faces',
    class: 'faces',
    role: 'group',
    'aria-label': t('phone.react'),
    hidden: true,
  });
  const button = h(
    'button',
    {
      class: 'react',
      type: 'button',
      'aria-label': t('phone.react'),
      'aria-controls': 'faces',
      'aria-expanded': 'false',
    },
    REACTIONS[1],
  );
  row.append(...REACTIONS.map((face, place) => faceButton(face, place)));
  document.body.append(row);
  /** As at the server, so that what is lost is lost without a message. */
  let saved = Number(REACTION_RATE.burst);
  let atMs = performance.now();

  /** @param {string} face @param {number} place */
  function faceButton(face, place) {
    const one = h(
      'button',
      { type: 'button', class: 'face', 'aria-label': t('phone.react.with', { face }) },
      face,
    );
    one.addEventListener('click', () => {
      haptics.buzz(8);
      if (maySend()) send(place);
      const ghost = h('i', { class: 'face-ghost', 'aria-hidden': 'true' }, face);
      ghost.addEventListener('animationend', () => ghost.remove());
      if (one.childElementCount < MOST_GHOSTS) one.append(ghost);
    });
    return one;
  }

  function maySend() {
    const nowMs = performance.now();
    // A little less than the server takes: its clock and the network are not even.
    saved = Math.min(REACTION_RATE.burst - 1, saved + ((nowMs - atMs) / 1000) * REACTION_RATE.perS * 0.9);
    atMs = nowMs;
    if (saved < 1) return false;
    saved -= 1;
    return true;
  }

  /** @param {boolean} isOpen */
  function open(isOpen) {
    row.hidden = !isOpen;
    button.setAttribute('aria-expanded', String(isOpen));
  }
  button.addEventListener('click', () => open(row.hidden === true));
  // A finger anywhere else is for the game, and closes the row on its way.
  addEventListener('pointerdown', ({ target }) => {
    if (!row.hidden && target instanceof Node && !row.contains(target) && !button.contains(target))
      open(false);
  });
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || row.hidden) return;
    open(false);
    button.focus();
  });

  return {
    button,
    /** @param {boolean} isOn */
    show(isOn) {
      button.hidden = !isOn;
      if (!isOn) open(false);
    },
  };
}
