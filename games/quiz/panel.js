/** The quiz in the control panel: its phase, the next step as one large button, the packs. */

/** @import { PanelModule } from 'mass-mobile' */
/** @import { PanelView, Phase, PhoneNotice } from './types.js' */
/** @import game from './game.js' */

import { h } from '../../public/shared/dom.js';
import { createPacks } from './panel/packs.js';
import { createTurnout } from './panel/turnout.js';

/** The key of the string that says what `Next` does in each phase. @type {Record<Phase, string>} */
const NEXT = {
  idle: 'quiz.panel.next.idle',
  ready: 'quiz.panel.next.ready',
  question: 'quiz.panel.next.question',
  open: 'quiz.panel.next.open',
  votes: 'quiz.panel.next.votes',
  reveal: 'quiz.panel.next.reveal',
  board: 'quiz.panel.next.board',
  podium: 'quiz.panel.next.podium',
};

/** The phases, as keys of the strings. @type {Record<Phase, string>} */
const WHERE = {
  idle: 'quiz.panel.phase.idle',
  ready: 'quiz.panel.phase.ready',
  question: 'quiz.panel.phase.question',
  open: 'quiz.panel.phase.open',
  votes: 'quiz.panel.phase.votes',
  reveal: 'quiz.panel.phase.reveal',
  board: 'quiz.panel.phase.board',
  podium: 'quiz.panel.phase.podium',
};

/** @type {PanelModule<typeof game>['mount']} */
export function mount(root, host) {
  const { t, run, signal } = host;
  const styles = ['style', 'panel'].map((name) =>
    h('link', { rel: 'stylesheet', href: `/games/quiz/${name}.css` }),
  );
  document.head.append(...styles);
  signal.addEventListener('abort', () => styles.forEach((style) => style.remove()));

  const where = h('b', { dir: 'auto' });
  const what = h('span', { class: 'quiet' });
  const turnout = createTurnout(t);
  const shelf = h(
    'details',
    { class: 'qp-shelf', open: true },
    h('summary', {}, t('quiz.packs')),
    createPacks(host),
  );
  const next = h('button', { type: 'button', class: 'button primary qp-next' });
  /** @type {Phase} */
  let phase = 'idle';
  let left = '';
  /** How the answers come in, as the server said last. @type {PanelView} */
  let coming = { open: false };
  next.addEventListener('click', () => void run(phase === 'idle' || phase === 'podium' ? 'start' : 'next'));
  root.append(
    h(
      'div',
      { class: 'qp' },
      h('div', { class: 'qp-now', role: 'status' }, where, what),
      turnout.root,
      h('div', { class: 'qp-row' }, next),
      shelf,
    ),
  );
  where.textContent = t('quiz.panel.none');
  what.textContent = t(WHERE.idle);
  next.textContent = t(NEXT.idle);
  next.dataset['phase'] = phase;

  /** @param {PhoneNotice} notice */
  function show({ phase: now, n, of, title, paused, question, leftS, reveal, way }) {
    putAway(now);
    phase = now;
    left = paused || leftS === null ? '' : t('quiz.seconds', { s: leftS });
    next.dataset['phase'] = now;
    where.textContent = title || t('quiz.panel.none');
    const place = n > 0 && now !== 'podium' ? `${t('quiz.place', { n, of })} · ` : '';
    what.textContent = `${place}${t(paused ? 'quiz.paused' : WHERE[now])}${question?.text ? ` · ${question.text}` : ''}`;
    const isSlide = now === 'question' && question?.type === 'slide';
    if (now === 'open' || now === 'votes') drawComing();
    else if (reveal) turnout.revealed(reveal, question?.type !== 'poll' && way !== '2012');
    else turnout.hide();
    next.textContent = t(isSlide ? 'quiz.panel.next.reveal' : NEXT[now]);
  }

  /** Folds the packs away while a quiz runs, when they are in the way. The operator can still open them. @param {Phase} now */
  function putAway(now) {
    const isChoosing = now === 'idle' || now === 'podium';
    if (isChoosing !== (phase === 'idle' || phase === 'podium')) shelf.open = isChoosing;
  }

  function drawComing() {
    if (coming.open) turnout.open(coming, left);
  }

  return {
    notice: show,
    panel(view) {
      coming = view;
      drawComing();
    },
  };
}
