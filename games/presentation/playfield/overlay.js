/** Layers over any slide: the pinned question, the laser pointer, black, and what to do while there is no deck. */

/** @import { PlayfieldHost } from 'mass-mobile' */
/** @import game from '../game.js' */
/** @import { View } from '../types.js' */

import { h } from '../../../public/shared/dom.js';

/** @param {PlayfieldHost<typeof game>} host */
export function createOverlay({ t }) {
  const words = h('span', { class: 'talk-words', dir: 'auto' });
  const name = h('bdi', { class: 'talk-name' });
  const votes = h('b', { class: 'talk-votes' });
  const pinned = h('aside', { class: 'talk-pinned', hidden: true }, votes, words, name);
  const laser = h('i', { class: 'talk-laser', hidden: true });
  const frame = h('div', { class: 'talk-frame' }, pinned, laser);
  const welcome = h(
    'div',
    { class: 'talk-welcome', hidden: true },
    h('h1', {}, t('talk.screen.welcome')),
    h('p', {}, t('talk.screen.noDeck')),
  );
  const blank = h('div', { class: 'talk-blank' });
  let shown = '';

  /** @param {View['pinned']} question */
  function pin(question) {
    const key = JSON.stringify(question);
    if (key === shown) return;
    shown = key;
    pinned.hidden = question === null;
    if (!question) return;
    words.textContent = question.text;
    pinned.dataset['size'] = question.text.length > 130 ? 'small' : 'large';
    name.textContent = question.name;
    votes.textContent = question.votes > 0 ? String(question.votes) : '?';
  }

  return {
    roots: [frame, welcome, blank],
    /** @param {boolean} isEmpty there is no slide to show */
    welcome(isEmpty) {
      welcome.hidden = !isEmpty;
    },
    /** @param {View} view */
    update({ pinned: question, blank: isBlank, element }) {
      // On a slide of questions the pinned one stands in its list already.
      pin(element?.definition.kind === 'questions' ? null : question);
      blank.toggleAttribute('data-on', isBlank);
    },
    /** @param {View['laser']} spot */
    point(spot) {
      laser.hidden = spot === null;
      if (!spot) return;
      laser.style.setProperty('left', `${spot.x * 100}%`);
      laser.style.setProperty('top', `${spot.y * 100}%`);
    },
  };
}
