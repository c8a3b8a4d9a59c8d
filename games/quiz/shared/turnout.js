/**
 * The turnout of a question: how many may answer, have answered, have left. It is kept up with each answer, join and leave,
 * because a tick and a frame of a quiz with 10,000 players must not walk all of them.
 */

/** @import { Answer, Player, Question, QuizSettings, State, Turnout, Value } from '../types.js' */

import { hasOptions } from './pack.js';

/** A phone that reloads or changes its network is back within this time, so its answer is waited for as long. */
export const BACK_MS = 5000;
/** The operator can call out this many names. */
const CALLED = 5;

/** @returns {Turnout} of nobody */
export function noTurnout() {
  return { asked: 0, answered: 0, came: 0, left: {}, places: [], away: [] };
}

/**
 * Counts anew, when the answers are other ones: a question is asked, closed, opened again or left out. It walks all players.
 * @param {State} state @param {number} nowMs
 */
export function recount(state, nowMs) {
  state.turnout = countAll(state, nowMs);
}

/** Returns the turnout; a state that an older version stored has none. @param {State} state @param {number} nowMs @returns {Turnout} */
export function turnoutOf(state, nowMs) {
  return state.turnout ?? countAll(state, nowMs);
}

/** @param {State} state @param {number} nowMs @returns {Turnout} */
function countAll(state, nowMs) {
  const turnout = noTurnout();
  for (const [id, player] of Object.entries(state.players)) {
    if (!mayAnswer(player, state)) continue;
    const answer = answerOf(state, id);
    if (player.here) turnout.asked += 1;
    if (player.here && answer) turnout.answered += 1;
    if (!player.here && !answer && player.goneMs >= nowMs - BACK_MS) turnout.left[id] = 1;
  }
  for (const [id, answer] of Object.entries(state.answers)) {
    turnout.came += 1;
    countPlaces(turnout.places, state, answer, 1);
    if (!state.players[id]?.here) countPlaces(turnout.away, state, answer, 1);
  }
  return turnout;
}

/** Counts an answer. @param {State} state before it is in there @param {string} id @param {Answer} answer @param {number} nowMs */
export function countAnswer(state, id, answer, nowMs) {
  const turnout = (state.turnout ??= countAll(state, nowMs));
  const before = answerOf(state, id);
  const isHere = Boolean(state.players[id]?.here);
  if (before) countPlaces(turnout.places, state, before, -1);
  else {
    turnout.came += 1;
    if (isHere) turnout.answered += 1;
    delete turnout.left[id];
  }
  countPlaces(turnout.places, state, answer, 1);
  if (isHere) return;
  if (before) countPlaces(turnout.away, state, before, -1);
  countPlaces(turnout.away, state, answer, 1);
}

/** Counts a player who is there from now on. @param {State} state @param {string} id @param {Player} player @param {number} nowMs */
export function countArrival(state, id, player, nowMs) {
  const turnout = (state.turnout ??= countAll(state, nowMs));
  delete turnout.left[id];
  if (!mayAnswer(player, state)) return;
  turnout.asked += 1;
  const answer = answerOf(state, id);
  if (!answer) return;
  turnout.answered += 1;
  countPlaces(turnout.away, state, answer, -1);
}

/** Counts a player who is there no longer. @param {State} state @param {string} id @param {Player} player @param {number} nowMs */
export function countDeparture(state, id, player, nowMs) {
  const turnout = (state.turnout ??= countAll(state, nowMs));
  if (!mayAnswer(player, state)) return;
  turnout.asked -= 1;
  const answer = answerOf(state, id);
  if (!answer) {
    turnout.left[id] = 1;
    return;
  }
  turnout.answered -= 1;
  countPlaces(turnout.away, state, answer, 1);
}

/** Forgets a player who has left for good, before they are taken out of the state. @param {State} state @param {string} id @param {number} nowMs */
export function forgetPlayer(state, id, nowMs) {
  const turnout = (state.turnout ??= countAll(state, nowMs));
  delete turnout.left[id];
  const answer = answerOf(state, id);
  if (!answer) return;
  turnout.came -= 1;
  countPlaces(turnout.places, state, answer, -1);
  countPlaces(turnout.away, state, answer, -1);
}

/**
 * Walks the players who have left without an answer since a time.
 * @param {State} state @param {number} sinceMs at most `BACK_MS` before the question was asked @param {number} nowMs
 * @returns {Generator<Player>}
 */
export function* gone(state, sinceMs, nowMs) {
  for (const id in turnoutOf(state, nowMs).left) {
    const player = state.players[id];
    if (player && player.goneMs >= sinceMs) yield player;
  }
}

/** The first few who are there and have not answered: a host can call them out. @param {State} state @param {number} nowMs */
export function missingNames(state, nowMs) {
  const { asked, answered } = turnoutOf(state, nowMs);
  const most = Math.min(CALLED, asked - answered);
  /** @type {string[]} */
  const names = [];
  if (most <= 0) return names;
  for (const { name } of missing(state)) if (names.push(name) === most) break;
  return names;
}

/** Walks the players who are there and have not answered. @param {State} state @returns {Generator<Player>} */
function* missing(state) {
  for (const id in state.players) {
    const player = /** @type {Player} */ (state.players[id]);
    if (player.here && mayAnswer(player, state) && !answerOf(state, id)) yield player;
  }
}

/**
 * Returns how many chose each place, as shown. Votes may be shown while answers are open, so it works then, too. In 2012's
 * way, the vote of a player who has left does not count until they are back.
 * @param {State} state @param {Question} question @param {Pick<QuizSettings, 'way'>} settings @param {number} nowMs
 * @returns {number[]}
 */
export function votes(state, { type, options }, { way }, nowMs) {
  const isTruth = type === 'truefalse';
  if (!isTruth && !hasOptions(type)) return [];
  const { places, away } = turnoutOf(state, nowMs);
  return Array.from({ length: isTruth ? 2 : options.length }, (_, place) => {
    return (places[place] ?? 0) - (way === '2012' ? (away[place] ?? 0) : 0);
  });
}

/** @param {Player} player @param {State} state */
function mayAnswer({ since }, { at }) {
  return since <= at;
}

/** @param {State} state @param {string} id */
function answerOf({ answers }, id) {
  return Object.hasOwn(answers, id) ? /** @type {Answer} */ (answers[id]) : undefined;
}

/** @param {number[]} counts @param {State} state @param {Answer} answer @param {1 | -1} by */
function countPlaces(counts, { questions, at }, [value], by) {
  for (const place of placesOf(/** @type {Question} */ (questions[at]), value)) {
    while (counts.length <= place) counts.push(0);
    counts[place] = /** @type {number} */ (counts[place]) + by;
  }
}

/** @param {Question} question @param {Value} value @returns {readonly number[]} the places that the answer chose, as shown */
function placesOf({ type }, value) {
  if (type === 'truefalse') return [value === true ? 0 : 1];
  return hasOptions(type) ? /** @type {number[]} */ (value) : [];
}
