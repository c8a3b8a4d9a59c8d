/** The ranking: players by score, teams by the mean of their members. */

/** @import { Player, State } from '../types.js' */

/**
 * Ranks everybody who has played, once somebody has scored: before, all are 0. Equal scores share a rank, and the faster player comes first.
 * @param {State} state gets `ranking`, `standing` and `rightShare`, and its players `rank` and `was`
 * @param {number} teams how many teams there are; 0: none
 */
export function rank(state, teams) {
  const ids = Object.keys(state.players).filter((id) => plays(state, of(state, id)));
  ids.sort((a, b) => compare(of(state, a), of(state, b)) || (a < b ? -1 : 1));
  const ranks = ranksOf(ids.map((id) => of(state, id).score));
  ids.forEach((id, place) => {
    const player = of(state, id);
    player.was = player.rank;
    player.rank = ranks[place] ?? 0;
  });
  state.ranking = ids;
  state.standing = rankTeams(state, teams);
  state.rightShare = rightShareOf(state);
}

/** @param {number[]} scores the highest first @returns {number[]} from 1; all are 0 if nobody has scored */
function ranksOf(scores) {
  const hasScored = (scores[0] ?? 0) > 0;
  let rank = 0;
  return scores.map((score, place) => {
    if (hasScored && score !== scores[place - 1]) rank = place + 1;
    return rank;
  });
}

/** Returns how the room did as a whole, 0 to 1. It walks the ranking. @param {State} state */
export function rightShareOf({ ranking, players }) {
  let right = 0;
  let of = 0;
  for (const id of ranking) {
    right += players[id]?.right ?? 0;
    of += players[id]?.of ?? 0;
  }
  return of === 0 ? 0 : right / of;
}

/** @param {State} state @param {string} id @returns {Player} */
const of = (state, id) => /** @type {Player} */ (state.players[id]);

/** A player who joined for the next question is in no ranking yet. @param {State} state @param {Player} player */
function plays(state, player) {
  return player.since <= state.at && (player.here || player.answered > 0);
}

/** @param {Player} a @param {Player} b */
function compare(a, b) {
  return b.score - a.score || b.right - a.right || b.answered - a.answered || a.tookMs - b.tookMs;
}

/**
 * The best players, with their movement since the last question.
 * @param {State} state @param {number} count @param {number} teams
 */
export function best(state, count, teams) {
  const last = state.played.at(-1);
  return state.ranking.slice(0, count).flatMap((id) => {
    const player = state.players[id];
    if (!player) return [];
    const gain = last?.answers[id]?.[2] ?? 0;
    const { name, score, rank: at, was, streak } = player;
    return [{ id, name, score, gain, rank: at, was, streak, team: teamOf(player, teams) }];
  });
}

/**
 * The next player with more points.
 * @param {State} state @param {string} id
 * @returns {{ name: string, gap: number } | null} null for the first
 */
export function justAhead(state, id) {
  const me = state.players[id];
  if (!me || me.rank < 2) return null;
  // All players of one rank have the same rank - 1 others before them; the last of those is just ahead.
  const ahead = state.players[state.ranking[me.rank - 2] ?? ''];
  return ahead ? { name: ahead.name, gap: ahead.score - me.score } : null;
}

/** @param {Player} player @param {number} teams 0 or 1: there are none @returns {number} from 0; -1: none */
export function teamOf({ slot }, teams) {
  return teams >= 2 ? slot % teams : -1;
}

/**
 * Ranks teams by the mean of their members' scores, so that a large team is not ahead for its size.
 * @param {State} state @param {number} teams
 * @returns {State['standing']} best first
 */
function rankTeams(state, teams) {
  if (teams < 2) return [];
  const sums = Array.from({ length: teams }, (_, team) => ({ team, sum: 0, members: 0 }));
  for (const id of state.ranking) {
    const player = state.players[id];
    const sum = player && sums[teamOf(player, teams)];
    if (!sum) continue;
    sum.sum += player.score;
    sum.members += 1;
  }
  const list = sums.map(({ team, sum, members }) => ({
    team,
    members,
    score: members === 0 ? 0 : Math.round(sum / members),
  }));
  list.sort((a, b) => b.score - a.score || a.team - b.team);
  const ranks = ranksOf(list.map(({ score }) => score));
  return list.map((one, place) => ({ ...one, rank: ranks[place] ?? 0 }));
}
