/** @import { PlayfieldModule } from 'mass-mobile' */
/** @import game from './game.js' */

import { h } from '../../public/shared/dom.js';

/** @type {PlayfieldModule<typeof game>['mount']} */
export function mount(root, { t, audio }) {
  const story = h('p', { class: 'relay-story', dir: 'auto' });
  const waiting = h('p', { class: 'relay-waiting' });
  root.append(h('div', { class: 'relay' }, story, waiting));
  let shown = '';
  return {
    frame({ start, words, count, waiting: number }, { fresh }) {
      if (!fresh) return;
      waiting.textContent = number > 0 ? t('Words that wait: {number}', { number }) : '';
      if (shown === `${start} ${count}`) return;
      if (shown !== '') audio.play('tap');
      shown = `${start} ${count}`;
      // The fewer words, the larger they are.
      story.style.setProperty('--size', String(Math.max(5, 15 - words.length / 5)));
      const text = count > words.length ? '… ' : `${start} `;
      story.replaceChildren(
        text,
        ...words.flatMap((word, at) => [
          h('b', { class: at === words.length - 1 && 'relay-new' }, word),
          ' ',
        ]),
        '…',
      );
    },
  };
}
