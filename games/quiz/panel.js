/** The quiz in the control panel: its phase, how the answers come in, the packs. */

/** @import { PanelModule } from 'mass-mobile' */
/** @import { PanelView, Phase, PhoneNotice } from './types.js' */
/** @import game from './game.js' */

import { addStyle, h } from '../../public/shared/dom.js';
import { createPacks } from './panel/packs.js';
import { createTurnout } from './panel/turnout.js';

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
  const { t, signal } = host;
  for (const name of ['style', 'panel']) addStyle(`/games/quiz/${name}.css`, { signal });

  const where = h('b', { dir: 'auto' });
  const what = h('span', { class: 'quiet' });
  const now = h('div', { class: 'qp-now', role: 'status' }, where, what);
  const turnout = createTurnout(t);
  const shelf = h(
    'details',
    { class: 'qp-shelf', open: true },
    h('summary', {}, t('quiz.packs')),
    createPacks(host),
  );
  /** @type {Phase} */
  let phase = 'idle';
  let left = '';
  /** How the answers come in, as the server said last. @type {PanelView} */
  let coming = { open: false };
  root.append(h('div', { class: 'qp' }, now, turnout.root, shelf));
  where.textContent = t('quiz.panel.none');
  what.textContent = t(WHERE.idle);
  now.dataset['phase'] = phase;

  /** @param {PhoneNotice} notice */
  function show({ phase: current, n, of, title, question, leftS, reveal, way }) {
    putAway(current);
    phase = current;
    left = leftS === null ? '' : t('quiz.seconds', { s: leftS });
    now.dataset['phase'] = current;
    where.textContent = title || t('quiz.panel.none');
    const place = n > 0 && current !== 'podium' ? `${t('quiz.place', { n, of })} · ` : '';
    what.textContent = `${place}${t(WHERE[current])}${question?.text ? ` · ${question.text}` : ''}`;
    if (current === 'open' || current === 'votes') drawComing();
    else if (reveal) turnout.revealed(reveal, question?.type !== 'poll' && way !== '2012');
    else turnout.hide();
  }

  /** Folds the packs away while a quiz runs, when they are in the way. The operator can still open them. @param {Phase} current */
  function putAway(current) {
    const isChoosing = current === 'idle' || current === 'podium';
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
