/** The quiz in the control panel: where it stands, the next step as one large button, the packs. */

/** @import { PanelHost } from 'mass-mobile' */
/** @import game from './game.js' */

import { h } from '../../public/shared/dom.js';
import { createPacks } from './panel/packs.js';
import { createTurnout } from './panel/turnout.js';

/** What "Next" does in each phase. A key of the strings each. @type {Record<string, string>} */
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

/** Where it stands. @type {Record<string, string>} */
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

/** @param {HTMLElement} root @param {PanelHost<typeof game>} host */
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
  let phase = 'idle';
  let left = '';
  /** How the answers come in, as the server told last. @type {any} */
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
  show({ phase: 'idle', n: 0, of: 0, title: '', paused: false, question: null });

  /** @param {any} notice */
  function show(notice) {
    const { phase: now, n, of, title, paused, question, leftS, reveal } = notice;
    putAway(now);
    phase = now;
    left = paused || typeof leftS !== 'number' ? '' : t('quiz.seconds', { s: leftS });
    next.dataset['phase'] = now;
    where.textContent = title || t('quiz.panel.none');
    const place = n > 0 && now !== 'podium' ? `${t('quiz.place', { n, of })} · ` : '';
    what.textContent = `${place}${t(paused ? 'quiz.paused' : (WHERE[now] ?? ''))}${question?.text ? ` · ${question.text}` : ''}`;
    const isSlide = now === 'question' && question?.type === 'slide';
    if (now === 'open' || now === 'votes') drawComing();
    else if (reveal) turnout.revealed(reveal, question?.type !== 'poll' && notice.way !== '2012');
    else turnout.hide();
    next.textContent = t(isSlide ? 'quiz.panel.next.reveal' : (NEXT[now] ?? 'quiz.panel.next.ready'));
  }

  /** Packs are in the way while a quiz runs; whoever wants them then opens them. @param {string} now */
  function putAway(now) {
    const isChoosing = now === 'idle' || now === 'podium';
    if (isChoosing !== (phase === 'idle' || phase === 'podium')) shelf.open = isChoosing;
  }

  function drawComing() {
    if (coming.open) turnout.open(coming, left);
  }

  return {
    notice: show,
    panel(/** @type {any} */ view) {
      coming = view;
      drawComing();
    },
  };
}
