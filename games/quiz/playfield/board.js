/** The big screen between questions: the top five, each of which moves there from its old place. */

/** @import { PlayfieldHost, Translate } from 'mass-mobile' */
/** @import { BoardRow, BoardView, ScreenView } from '../types.js' */
/** @import game from '../game.js' */

import { h } from '../../../public/shared/dom.js';
import { TEAMS } from '../shared/shapes.js';
import { number, signed } from '../shared/wording.js';

const MOVE_MS = 900;
/** Points begin to grow when the rows have begun to move. */
const COUNT_AFTER_MS = 350;
const COUNT_MS = 1200;
/** Row height and gap, in the screen's units; see style.css. */
const ROW = 11.4;

/** @param {ScreenView} view @param {PlayfieldHost<typeof game>} host @returns {HTMLElement[]} */
export function drawBoard({ board }, { t, calm }) {
  if (!board) return [];
  const rows = board.top.map((one, place) => {
    const row = drawRow(one, t);
    if (!calm) slide(row, one, place);
    return row;
  });
  return [
    h('p', { class: 'show-head' }, t('quiz.screen.board')),
    h(
      'div',
      { class: 'show-boards' },
      h('ol', { class: 'show-board' }, ...rows),
      board.teams.length > 0 && drawTeams(board.teams, t),
    ),
  ];
}

/** @param {BoardRow} one @param {Translate} t */
function drawRow({ name, score, gain, rank, was, streak, team }, t) {
  const moved = was > 0 ? was - rank : 0;
  return h(
    'li',
    {
      class: 'show-row',
      'data-rank': rank,
      'data-moved': Math.sign(moved),
      ...(team >= 0 && { 'data-team-index': team }),
    },
    h('b', { class: 'show-rank' }, rank || ''),
    h('span', { class: 'show-moved' }, moved === 0 ? '' : `${moved > 0 ? '▲' : '▼'} ${Math.abs(moved)}`),
    h('bdi', { class: 'show-name' }, name),
    streak >= 3 && h('span', { class: 'show-streak' }, t('quiz.screen.streak', { count: streak })),
    h('span', { class: 'show-gain' }, gain === 0 ? '' : signed(gain)),
    h('b', { class: 'show-score', 'data-from': score - gain, 'data-to': score }, number(score)),
  );
}

/** Lets the points of a board grow to what they are now. @param {HTMLElement} page @param {number} ms since it came @param {boolean} calm */
export function countUp(page, ms, calm) {
  const share = calm ? 1 : Math.min(1, Math.max(0, (ms - COUNT_AFTER_MS) / COUNT_MS));
  for (const score of page.querySelectorAll('.show-row .show-score')) {
    const { from, to } = /** @type {HTMLElement} */ (score).dataset;
    const text = number(Math.round(Number(from) + (Number(to) - Number(from)) * (1 - (1 - share) ** 3)));
    if (score.textContent !== text) score.textContent = text;
  }
}

/** Moves a row from its old place, which is another of the five, or below them all. @param {HTMLElement} row @param {BoardRow} one @param {number} place */
function slide(row, { was }, place) {
  const from = was >= 1 && was <= 5 ? was - 1 : 6;
  if (from === place) return;
  row.animate(
    [
      { transform: `translateY(calc(${(from - place) * ROW} * var(--unit)))`, opacity: from > 4 ? 0 : 1 },
      { transform: 'none', opacity: 1 },
    ],
    { duration: MOVE_MS, delay: 350, easing: 'cubic-bezier(0.3, 0.9, 0.2, 1)', fill: 'backwards' },
  );
}

/** @param {BoardView['teams']} teams @param {Translate} t */
export function drawTeams(teams, t) {
  const most = Math.max(1, ...teams.map(({ score }) => score));
  return h(
    'div',
    { class: 'show-teams' },
    h('p', { class: 'show-line' }, t('quiz.screen.teams')),
    ...teams.map(({ team, score, rank }) =>
      h(
        'div',
        {
          class: 'show-team',
          'data-team-index': team,
          style: { '--share': String(Math.max(0, score) / most) },
        },
        h('span', { class: 'show-team-bar' }),
        h('b', {}, rank || ''),
        h('span', {}, t(`quiz.team.${TEAMS[team] ?? ''}`)),
        h('b', { class: 'show-score' }, number(score)),
      ),
    ),
  );
}
