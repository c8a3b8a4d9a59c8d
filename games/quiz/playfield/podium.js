/** The end on the big screen: three players on a podium, in light, worth a photograph. */

/** @import { Translate } from 'mass-mobile' */
/** @import { BoardRow, ScreenView } from '../types.js' */

import { h } from '../../../public/shared/dom.js';
import { percent } from '../shared/wording.js';
import { drawTeams } from './board.js';

/** Second, first, third: the places from left to right. */
const STAND = [1, 0, 2];

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
  const { top, teams, among, rightShare } = podium;
  return [
    h('div', { class: 'show-beams', 'aria-hidden': 'true' }),
    h('p', { class: 'show-head', dir: 'auto' }, title || t('quiz.screen.podium')),
    h(
      'div',
      { class: 'show-boards' },
      h('div', { class: 'show-podium' }, ...STAND.map((place) => drawStep(top[place], place, t))),
      teams.length > 0 && drawTeams(teams, t),
    ),
    h('p', { class: 'show-foot' }, t('quiz.screen.among', { count: among, share: percent(rightShare, t) })),
  ];
}

/** @param {BoardRow | undefined} one @param {number} place 0 is the first @param {Translate} t */
function drawStep(one, place, t) {
  return h(
    'div',
    { class: 'show-step', 'data-place': place + 1, 'data-empty': !one },
    h(
      'bdi',
      { class: 'show-winner', 'data-length': (one?.name.length ?? 0) > 12 ? 'long' : 'short' },
      one?.name ?? '',
    ),
    h('span', { class: 'show-prize' }, one ? t('quiz.score', { score: one.score.toLocaleString() }) : ''),
    h('div', { class: 'show-block' }, h('b', {}, one ? String(one.rank) : '')),
  );
}
