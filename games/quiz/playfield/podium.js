/** The end on the big screen: a podium in light, worth a photograph. Players who share a place stand on its block, and nobody is left out. */

/** @import { Translate } from 'mass-mobile' */
/** @import { BoardRow, PodiumView, ScreenView } from '../types.js' */

import { h } from '../../../public/shared/dom.js';
import { percent } from '../shared/wording.js';
import { drawTeams } from './board.js';

/** Second, first, third: the places from left to right. */
const STAND = [2, 1, 3];
/** More names on a block are set smaller. */
const FEW = 2;

/** @param {ScreenView} view @param {Translate} t @returns {HTMLElement[]} */
export function drawPodium({ title, podium }, t) {
  if (!podium || podium.top.length === 0) {
    return [
      h(
        'div',
        { class: 'show-middle' },
        h('p', { class: 'show-line', dir: 'auto' }, title),
        h('p', { class: 'show-title' }, t('quiz.screen.thanks')),
      ),
    ];
  }
  const { teams, among, rightShare } = podium;
  return [
    h('div', { class: 'show-beams', 'aria-hidden': 'true' }),
    h('p', { class: 'show-head', dir: 'auto' }, title || t('quiz.screen.podium')),
    h(
      'div',
      { class: 'show-boards' },
      h('div', { class: 'show-podium' }, ...STAND.map((rank) => drawStep(rank, podium, t))),
      teams.length > 0 && drawTeams(teams, t),
    ),
    h('p', { class: 'show-foot' }, t('quiz.screen.among', { count: among, share: percent(rightShare, t) })),
  ];
}

/** @param {number} rank @param {PodiumView} podium @param {Translate} t */
function drawStep(rank, { top, shared }, t) {
  const all = top.filter((one) => one.rank === rank);
  const more = (shared[rank - 1] ?? 0) - all.length;
  return h(
    'div',
    { class: 'show-step', 'data-place': rank, 'data-empty': all.length === 0 },
    h(
      'div',
      { class: 'show-winners', 'data-many': all.length > FEW },
      ...all.map(drawName),
      more > 0 && h('span', { class: 'show-more' }, t('quiz.screen.more', { count: more })),
    ),
    h('span', { class: 'show-prize' }, all[0] ? t('quiz.score', { score: all[0].score }) : ''),
    h('div', { class: 'show-block' }, h('b', {}, all.length > 0 ? String(rank) : '')),
  );
}

/** @param {BoardRow} one */
function drawName({ name }) {
  return h('bdi', { class: 'show-winner', 'data-length': name.length > 12 ? 'long' : 'short' }, name);
}
