/** A quiz question on the screen: its options, the clock, and after the reveal what is right and who leads the talk. */

/** @import { PlayfieldHost } from 'mass-mobile' */
/** @import game from '../game.js' */
/** @import { ElementNow, PublicDefinition } from '../types.js' */

import { h } from '../../../public/shared/dom.js';
import { createPoll } from './poll.js';
import { number, write } from './rows.js';

/** In the last seconds the clock has another colour. */
const LATE_S = 5;

/** @param {Extract<PublicDefinition, { kind: 'quiz' }>} definition @param {PlayfieldHost<typeof game>} host */
export function createQuiz(definition, host) {
  const { t, lang } = host;
  const poll = createPoll(definition, host);
  const clock = h('div', { class: 'talk-clock', role: 'timer' }, h('b', {}));
  const podium = h('ol', { class: 'talk-podium' });
  const side = h('div', { class: 'talk-side' }, clock, podium);
  const root = h('div', { class: 'talk-quiz' }, poll.root, side);
  let endsMs = 0;
  let isOpen = false;

  /** @param {{ name: string, points: number }} row @param {number} place */
  const winner = ({ name, points }, place) =>
    h(
      'li',
      { class: 'talk-winner' },
      h('b', {}, `${place + 1}`),
      h('bdi', {}, name),
      h('span', {}, number(points, lang)),
    );

  return {
    root,
    /** @param {ElementNow} now */
    update(now) {
      poll.update(now);
      if (now.view.kind !== 'quiz') return;
      endsMs = now.view.endsMs;
      isOpen = now.phase === 'open';
      clock.hidden = !isOpen;
      const best = now.view.podium ?? [];
      podium.hidden = best.length === 0;
      podium.replaceChildren(h('li', { class: 'talk-lead' }, t('talk.screen.lead')), ...best.map(winner));
      side.hidden = clock.hidden && podium.hidden;
      this.draw(host.nowMs());
    },
    /** @param {number} stageMs */
    draw(stageMs) {
      if (!isOpen) return;
      const leftS = Math.min(definition.seconds, Math.max(0, (endsMs - stageMs) / 1000));
      clock.style.setProperty('--left', String(Math.min(1, leftS / definition.seconds)));
      clock.toggleAttribute('data-late', leftS <= LATE_S);
      write(/** @type {HTMLElement} */ (clock.firstElementChild), String(Math.ceil(leftS)));
    },
  };
}
