/** The quiz in the control panel: how the answers come in, and the packs. What is on stands in the desk above. */

/** @import { PanelModule } from 'mass-mobile' */
/** @import { PanelView, Phase, PhoneNotice } from './types.js' */
/** @import game from './game.js' */

import { addStyle, h } from '../../public/shared/dom.js';
import { createPacks } from './panel/packs.js';
import { createTurnout } from './panel/turnout.js';

/** @type {PanelModule<typeof game>['mount']} */
export function mount(root, host) {
  const { t, signal } = host;
  for (const name of ['style', 'panel']) addStyle(`/games/quiz/${name}.css`, { signal });

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
  const panel = h('div', { class: 'qp', 'data-phase': phase }, turnout.root, shelf);
  root.append(panel);

  /** @param {PhoneNotice} notice */
  function show({ phase: current, question, leftS, reveal, way }) {
    putAway(current);
    phase = current;
    left = leftS === null ? '' : t('quiz.seconds', { s: leftS });
    panel.dataset['phase'] = current;
    if (current === 'open' || current === 'votes') drawComing();
    else if (reveal) turnout.revealed(reveal, question?.type !== 'poll' && way !== '2012');
    else turnout.hide();
  }

  /** Folds the packs away once a quiz has begun: they are in the way, at its podium of the results below. The operator can still open them. @param {Phase} current */
  function putAway(current) {
    const isChoosing = current === 'idle';
    if (isChoosing !== (phase === 'idle')) shelf.open = isChoosing;
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
