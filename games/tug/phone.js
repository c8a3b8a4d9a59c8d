/** The phone of tug of war: one huge button, the rope in small above it, and a word of how it stands. */

/** @import { NoticeOf, PhoneModule } from 'mass-mobile' */
/** @import game from './game.js' */

import { h } from '../../public/shared/dom.js';
import { pad } from '../../public/phone/kit/pad.js';

/** @type {PhoneModule<typeof game>['mount']} */
export function mount(root, host) {
  const { player, t, haptics } = host;
  const line = h('p', { class: 'tug-line', role: 'status' });
  const box = h('div', { class: 'tug-phone' }, line);
  root.append(box);
  const rope = pad(box, host, { taps: 'pulls', label: t('Pull!') });
  /** @type {NoticeOf<typeof game> | null} */
  let now = null;

  /** @param {NoticeOf<typeof game>} next @returns {string} the word on the button */
  function wordOf({ phase, leftS, winner }) {
    if (phase === 'over')
      return t(winner === null ? 'A draw!' : winner === player.team ? 'You won!' : 'So close!');
    if (phase === 'ready' && leftS > 0 && leftS <= 3) return String(leftS);
    return t(phase === 'pull' ? 'Pull!' : 'Ready?');
  }

  /** @param {NoticeOf<typeof game>} next */
  function lineOf({ phase, ahead }) {
    if (phase === 'over') return '';
    if (phase !== 'pull') return t('Tap like mad!');
    if (ahead === null) return t('Neck and neck');
    return t(ahead === player.team ? 'Your side is ahead' : 'Your side is behind: faster!');
  }

  return {
    ...rope,
    input() {
      const said = rope.input?.() ?? null;
      // Taps before the rope is free are a warm-up.
      return now?.phase === 'pull' ? said : null;
    },
    notice(next) {
      const isNew = next.phase !== now?.phase;
      now = next;
      rope.write(wordOf(next));
      const text = lineOf(next);
      if (line.textContent !== text) line.textContent = text;
      const hasWon = next.phase === 'over' && next.winner === player.team && next.winner !== null;
      box.dataset['phase'] = next.phase;
      box.toggleAttribute('data-won', hasWon);
      if (isNew && next.phase === 'pull') haptics.buzz(60);
      if (isNew && hasWon) haptics.buzz([60, 60, 60, 60, 160]);
    },
  };
}
