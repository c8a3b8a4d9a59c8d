/** The results of a quiz as tables: players, teams, questions, and one table for each question. */

/** @import { Table } from 'mass-mobile' */
/** @import { Answer, Played, Question, QuizSettings, State } from './types.js' */

import { tell } from './shared/answers.js';
import { isScored } from './shared/pack.js';
import { teamOf } from './shared/ranking.js';

/** The names of teams in results. The pages show them in their own languages. */
const TEAM_NAMES = Object.freeze(['Orange', 'Violet', 'Teal', 'Amber', 'Blue', 'Pink']);

/**
 * @param {State} state
 * @param {{ settings: Pick<QuizSettings, 'teams'> }} [ctx]
 * @returns {Table[]} names are as people gave them: the code that writes a file defuses formulas
 */
export function results(state, { settings } = { settings: { teams: 0 } }) {
  const { teams } = settings;
  return [
    playersTable(state, teams),
    ...(teams >= 2 ? [teamsTable(state)] : []),
    questionsTable(state),
    ...state.played.map((played, at) => questionTable(state, played, at)),
  ];
}

/** Accuracy has a column of its own, because points also depend on speed. @param {State} state @param {number} teams @returns {Table} */
function playersTable(state, teams) {
  const columns = ['Rank', 'Name', 'Points', 'Right', 'Answered', 'Questions', 'Accuracy %', 'Mean time s'];
  const rows = state.ranking.flatMap((id) => {
    const player = state.players[id];
    if (!player) return [];
    const { rank, name, score, right, answered, of, tookMs } = player;
    const row = [
      rank || null,
      name,
      score,
      right,
      answered,
      of,
      percent(right, of),
      meanSeconds(tookMs, answered),
    ];
    return [teams >= 2 ? [...row, TEAM_NAMES[teamOf(player, teams)] ?? ''] : row];
  });
  return { name: 'Players', about: state.title, columns: teams >= 2 ? [...columns, 'Team'] : columns, rows };
}

/** @param {State} state @returns {Table} */
function teamsTable(state) {
  const rows = state.standing.map(({ rank, team, score, members }) => [
    rank || null,
    TEAM_NAMES[team] ?? '',
    score,
    members,
  ]);
  return { name: 'Teams', columns: ['Rank', 'Team', 'Mean points', 'Members'], rows };
}

/** @param {State} state @returns {Table} */
function questionsTable(state) {
  const rows = state.played.map(({ at, answers }, n) => {
    const question = /** @type {Question} */ (state.questions[at]);
    const list = Object.values(answers);
    const right = list.filter((answer) => answer[4] === 1).length;
    const scored = isScored(question.type);
    const spent = list.reduce((sum, answer) => sum + answer[1], 0);
    return [
      n + 1,
      question.type,
      question.text,
      solution(question),
      list.length,
      scored ? right : null,
      scored ? list.length - right : null,
      scored ? percent(right, list.length) : null,
      meanSeconds(spent, list.length),
    ];
  });
  const columns = [
    'No.',
    'Type',
    'Question',
    'Solution',
    'Answers',
    'Right',
    'Wrong',
    'Accuracy %',
    'Mean time s',
  ];
  return { name: 'Questions', columns, rows };
}

/** @param {State} state @param {Played} played @param {number} n @returns {Table} */
function questionTable(state, { at, order, answers }, n) {
  const question = /** @type {Question} */ (state.questions[at]);
  const scored = isScored(question.type);
  const rows = Object.entries(answers).map(([id, [value, tookMs, points, share, right]]) => [
    state.players[id]?.name ?? '',
    tell(question, value, order),
    scored ? (right === 1 ? 'yes' : 'no') : '',
    scored ? Math.round(share * 100) : null,
    seconds(tookMs),
    points,
  ]);
  rows.sort((a, b) => Number(b[5]) - Number(a[5]) || Number(a[4]) - Number(b[4]));
  return { name: `Q${n + 1}`, columns: ['Name', 'Answer', 'Right', 'Share %', 'Time s', 'Points'], rows };
}

/** @param {Question} question */
function solution({ type, options, isTrue, accepted, answer, unit, items }) {
  if (type === 'truefalse') return isTrue ? 'true' : 'false';
  if (type === 'text') return accepted.join(' / ');
  if (type === 'number') return `${answer} ${unit}`.trim();
  if (type === 'order') return items.join(' → ');
  return options.flatMap(({ text, correct }) => (correct ? [text] : [])).join(', ');
}

/** @param {number} part @param {number} whole @returns {number | null} with one decimal; null: of nothing */
function percent(part, whole) {
  return whole === 0 ? null : Math.round((1000 * part) / whole) / 10;
}

/** @param {number} ms @param {number} count @returns {number | null} */
function meanSeconds(ms, count) {
  return count === 0 ? null : seconds(ms / count);
}

/** @param {number} ms */
function seconds(ms) {
  return Math.round(ms) / 1000;
}
