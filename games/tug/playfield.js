/** Tug of war on the big screen: the rope with its knot, how hard each side pulls, the clock, and the word of the moment. */

/** @import { PlayfieldModule, ViewOf } from 'mass-mobile' */
/** @import game from './game.js' */

import { h } from '../../public/shared/dom.js';

export const smooth = ['rope'];

/** Taps a second of each head that fill the bar: few thumbs are faster. */
const FULL_EFFORT = 8;
/** The clock ticks aloud in the last seconds. */
const TICKING_S = 5;
const SIDES = /** @type {const} */ (['left', 'right']);
const SHAPES = { left: '◀', right: '▶' };

/** @type {PlayfieldModule<typeof game>['mount']} */
export function mount(root, { t, audio, calm }) {
  const parts = build(t);
  root.append(parts.page);
  const sound = createSound(audio);
  let word = '';

  /** @param {ViewOf<typeof game>} view */
  function wordOf({ phase, leftS, winner }) {
    if (phase === 'over') return winner ? t('playfield.wins', { team: t(`team.${winner}`) }) : t('A draw!');
    if (phase === 'ready') return leftS > 3 ? t('Ready?') : String(Math.max(1, Math.ceil(leftS)));
    return phase === 'pull' && leftS > 0 ? t('Pull!') : t('Ready?');
  }

  return {
    frame(view, { fresh, nowMs }) {
      const { page, side } = parts;
      page.style.setProperty('--rope', String(view.rope));
      const strain = Math.min(1, (view.effort.left + view.effort.right) / FULL_EFFORT / 2);
      const isShaking = !calm && view.phase === 'pull';
      page.style.setProperty('--shake', isShaking ? String(strain * Math.sin(nowMs / 23)) : '0');
      if (!fresh) return;
      for (const one of SIDES) {
        const share = view.phase === 'pull' ? Math.min(1, view.effort[one] / FULL_EFFORT) : 0;
        side[one].style.setProperty('--effort', String(share));
        side[one].toggleAttribute('data-won', view.winner === one);
        side[one].toggleAttribute('data-lost', view.winner !== null && view.winner !== one);
      }
      page.dataset['phase'] = view.phase;
      page.dataset['winner'] = view.winner ?? '';
      const isTimed = view.phase === 'pull';
      parts.clock.textContent = isTimed ? String(Math.ceil(view.leftS)) : '';
      page.toggleAttribute('data-hurry', isTimed && view.leftS <= TICKING_S);
      const next = wordOf(view);
      if (next !== word) parts.word.replaceChildren(h('span', {}, next));
      word = next;
      sound(view);
    },
  };
}

/** @param {import('mass-mobile').Translate} t */
function build(t) {
  const sideOf = (/** @type {'left' | 'right'} */ one, /** @type {number} */ index) =>
    h(
      'div',
      { class: 'tug-side', 'data-side': one, 'data-team-index': index },
      h('p', { class: 'tug-name' }, h('i', { 'aria-hidden': 'true' }, SHAPES[one]), ` ${t(`team.${one}`)} `),
      h('div', { class: 'tug-effort' }, h('i', {})),
    );
  const side = { left: sideOf('left', 0), right: sideOf('right', 1) };
  const word = h('p', { class: 'tug-word', role: 'status' });
  const clock = h('p', { class: 'tug-clock' });
  const page = h(
    'div',
    // The rope is a place in the world: left stays left.
    { class: 'tug', dir: 'ltr' },
    h('div', { class: 'tug-head' }, side.left, clock, side.right),
    h('div', { class: 'tug-middle' }, word, h('p', { class: 'tug-how' }, t('Tap like mad!'))),
    h(
      'div',
      { class: 'tug-field' },
      h('i', { class: 'tug-goal', 'data-team-index': 0 }),
      h('i', { class: 'tug-goal', 'data-team-index': 1 }),
      h('i', { class: 'tug-centre' }),
      h('div', { class: 'tug-rope' }, h('i', { class: 'tug-knot' })),
    ),
  );
  return { page, side, word, clock };
}

/** Plays each moment once. A reloaded screen does not replay the past. @param {import('mass-mobile').PlayfieldAudio} audio */
function createSound(audio) {
  /** @type {ViewOf<typeof game> | null} */
  let last = null;
  return (/** @type {ViewOf<typeof game>} */ view) => {
    const was = last;
    last = view;
    if (!was) return;
    const isNew = was.phase !== view.phase;
    if (isNew && view.phase === 'over') return audio.play('win');
    if (isNew && view.phase === 'pull') return audio.play('hit', { pitch: 1.6 });
    const isSecond = Math.ceil(was.leftS) !== Math.ceil(view.leftS);
    if (view.phase === 'ready' && isSecond && view.leftS <= 3) return audio.play('hit', { volume: 0.7 });
    if (view.phase !== 'pull') return;
    if (isSecond && view.leftS <= TICKING_S) audio.play('tick');
    // The rope groans when the lead changes, and each side is heard from its own place.
    if (Math.sign(was.rope) !== Math.sign(view.rope) && view.rope !== 0) audio.play('wall');
    const [side, pull] =
      view.effort.left > view.effort.right ? ['left', view.effort.left] : ['right', view.effort.right];
    if (isSecond && Number(pull) > 1)
      audio.play('tap', {
        pan: side === 'left' ? -0.6 : 0.6,
        volume: 0.5,
        pitch: 0.6 + Number(pull) / FULL_EFFORT,
      });
  };
}
