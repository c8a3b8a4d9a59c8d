/** The quiz on the big screen: one picture for each phase, drawn again when it changes; counts and clock change with every frame. */

/** @import { PlayfieldModule } from 'mass-mobile' */
/** @import { ScreenView } from './types.js' */
/** @import game from './game.js' */

import { h } from '../../public/shared/dom.js';
import { countUp, drawBoard } from './playfield/board.js';
import { createConfetti } from './playfield/confetti.js';
import { fit } from './playfield/fit.js';
import { drawPodium } from './playfield/podium.js';
import { drawAsked, drawIdle, drawReady } from './playfield/question.js';
import { drawReveal, updateVotes } from './playfield/reveal.js';

/** The clock ticks aloud in the last seconds. */
const TICKING_MS = 5000;
/** Length of the clock's ring, in the units of its drawing. */
const ROUND = 2 * Math.PI * 44;

/** @type {PlayfieldModule<typeof game>['mount']} */
// eslint-disable-next-line max-lines-per-function -- one screen: each phase draws a part of it
export function mount(root, host) {
  const { audio, t } = host;
  const confetti = createConfetti(root, host.calm);
  const page = h('div', { class: 'quizshow' });
  root.append(page);
  let shown = '';
  let lastSecond = 0;
  let answered = 0;
  /** When the picture came, by the clock of the frames; -1: with the next one. */
  let drawnMs = -1;
  /** @type {ReturnType<typeof parts>} */
  let live = parts(page);

  /** @param {ScreenView} view */
  function draw(view) {
    page.dataset['phase'] = view.phase;
    page.replaceChildren(...picture(view));
    // A picture takes its place only once it has loaded.
    page.querySelector('img')?.addEventListener('load', () => fit(page));
    live = parts(page);
    lastSecond = 0;
    drawnMs = -1;
    answered = view.answered;
    if (view.phase === 'reveal') audio.play('point', { volume: 0.5 });
    if (view.phase === 'ready') audio.play('hit', { volume: 0.6 });
    if (view.phase === 'podium') audio.play('win');
    confetti.run((view.podium?.top.length ?? 0) > 0);
    // Clock and counts take room as well.
    move(view);
    fit(page);
  }

  /** @param {ScreenView} view @returns {HTMLElement[]} */
  function picture(view) {
    switch (view.phase) {
      case 'idle':
        return drawIdle(view, t);
      case 'ready':
        return drawReady(view, t);
      case 'reveal':
        return drawReveal(view, t);
      case 'board':
        return drawBoard(view, host);
      case 'podium':
        return drawPodium(view, t);
      default:
        return drawAsked(view, t);
    }
  }

  /** Changes what moves within a picture. @param {ScreenView} view */
  function move(view) {
    const { leftMs, spanMs } = view;
    const second = leftMs === null ? 0 : Math.ceil(leftMs / 1000);
    if (live.seconds) {
      live.seconds.textContent = leftMs === null ? '' : String(second);
      live.seconds.toggleAttribute('data-long', second > 99);
    }
    if (live.ring && spanMs > 0)
      live.ring.style.strokeDashoffset = String(ROUND * (1 - (leftMs ?? 0) / spanMs));
    if (live.three && view.phase === 'ready') live.three.textContent = String(Math.max(1, second));
    if (live.three && view.phase === 'ready' && lastSecond > second && second > 0)
      audio.play('hit', { volume: 0.6 });
    if (live.answered) live.answered.textContent = String(view.answered);
    if (live.here) live.here.textContent = t('quiz.screen.answered', { asked: view.asked });
    page.toggleAttribute('data-hurry', view.phase === 'open' && leftMs !== null && leftMs <= TICKING_MS);
    if (view.phase === 'open' && view.answered > answered)
      audio.play('tap', { volume: 0.3, pitch: 1 + 0.4 * Math.random() });
    answered = view.answered;
    if (view.phase === 'open' && second !== lastSecond && (leftMs ?? Infinity) <= TICKING_MS)
      audio.play('tick');
    lastSecond = second;
    if (view.votes) updateVotes(page, view.votes, t);
  }

  return {
    frame(view, { fresh, nowMs }) {
      confetti.draw(nowMs);
      if (drawnMs < 0) drawnMs = nowMs;
      if (view.phase === 'board') countUp(page, nowMs - drawnMs, host.calm);
      if (!fresh) return;
      const key = JSON.stringify([
        view.phase,
        view.round,
        view.question,
        view.reveal,
        view.board,
        view.podium,
        view.title,
      ]);
      if (key !== shown) {
        shown = key;
        draw(view);
      } else move(view);
    },
    resize(width, height) {
      confetti.resize(width, height);
      fit(page);
    },
  };
}

/** @param {HTMLElement} page */
function parts(page) {
  const find = (/** @type {string} */ name) =>
    /** @type {HTMLElement | null} */ (page.querySelector(`.show-${name}`));
  const names = /** @type {const} */ (['seconds', 'ring', 'answered', 'here', 'three']);
  return /** @type {Record<typeof names[number], HTMLElement | null>} */ (
    Object.fromEntries(names.map((name) => [name, find(name)]))
  );
}
