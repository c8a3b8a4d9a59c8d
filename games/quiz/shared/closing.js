/** The end of a question: answers become points, points become a ranking, and all answers become a small summary. */

/** @import { Answer, Player, Question, QuizContext, QuizSettings, State, Summary } from '../types.js' */

import { foldText } from '../../../public/shared/fold-text.js';
import { judge } from './answers.js';
import { isScored } from './pack.js';
import { rank } from './ranking.js';
import { pointsFor } from '../../../public/shared/scoring.js';
import { recount, votes } from './turnout.js';

const BINS = 12;
/** So many other answers are kept, of which the screen shows the first that may be shown. */
const SAID = 20;

/** Scores the answers and ranks the players. @param {State} state @param {QuizContext} ctx */
export function close(state, ctx) {
  const question = /** @type {Question} */ (state.questions[state.at]);
  const settings = /** @type {QuizSettings} */ (ctx.settings);
  const scored = isScored(question.type);
  for (const [id, answer] of Object.entries(state.answers)) {
    if (scored) score(answer, question, state, settings, state.players[id]);
  }
  if (scored)
    for (const [id, player] of Object.entries(state.players)) count(player, state, state.answers[id]);
  state.played.push({ at: state.at, order: state.order, answers: state.answers });
  state.summary = summarise(state, question, ctx);
  state.answers = {};
  recount(state, ctx.nowMs);
  rank(state, settings.teams);
}

/**
 * Takes back what `close` did, so that answers can be opened once more.
 * @param {State} state just closed @param {QuizContext} ctx
 */
export function unclose(state, ctx) {
  const last = state.played.pop();
  if (!last) return;
  const question = /** @type {Question} */ (state.questions[last.at]);
  // Players who were kicked meanwhile are gone for good, and so are their answers, also when they have joined again.
  const mayHaveAnswered = (/** @type {string} */ id) =>
    Object.hasOwn(state.players, id) && Number(state.players[id]?.since) <= last.at;
  state.answers = Object.fromEntries(Object.entries(last.answers).filter(([id]) => mayHaveAnswered(id)));
  state.summary = null;
  recount(state, ctx.nowMs);
  if (isScored(question.type)) {
    for (const [id, player] of Object.entries(state.players)) count(player, state, last.answers[id], -1);
  }
  for (const player of Object.values(state.players)) player.rank = player.was;
  rank(state, ctx.settings.teams);
}

/** @param {Answer} answer @param {Question} question @param {State} state @param {QuizSettings} settings @param {Player} [player] */
function score(answer, question, state, settings, player) {
  const [value, tookMs] = answer;
  const asked = settings.curve === 'closest' ? withReach(question) : question;
  const { share, right } = judge(asked, value, state.order, settings.spelling);
  const streak = settings.streaks && player ? { streak: player.streak } : {};
  const limitMs = question.seconds * 1000;
  const curve = asked.type === 'number' && asked.reach > 0 ? 'closest' : settings.curve;
  answer[2] = settings.way === '2012' ? 0 : pointsFor({ question, share, tookMs, limitMs, curve, ...streak });
  answer[3] = share;
  answer[4] = right ? 1 : 0;
}

/** Gives a number without a reach one: half of the number. @param {Question} question @returns {Question} */
function withReach(question) {
  if (question.type !== 'number' || question.reach > 0) return question;
  return { ...question, reach: question.tolerance + Math.max(1, Math.abs(question.answer) / 2) };
}

/** @param {Player} player @param {State} state @param {Answer} [answer] @param {1 | -1} [sign] -1 takes it back */
function count(player, state, answer, sign = 1) {
  if (player.since > state.at) return;
  player.of += sign;
  if (answer) {
    player.answered += sign;
    player.right += sign * answer[4];
    player.score += sign * answer[2];
    player.tookMs += sign * answer[1];
  }
  if (sign === -1) player.streak = player.streakWas;
  else {
    player.streakWas = player.streak;
    player.streak = answer?.[4] === 1 ? player.streak + 1 : 0;
  }
}

/** @param {State} state @param {Question} question @param {QuizContext} ctx @returns {Summary} */
function summarise(state, question, { settings, nowMs }) {
  const answers = Object.values(state.answers);
  const said = question.type === 'text' ? { said: othersSaid(answers) } : {};
  return {
    ...said,
    answered: answers.length,
    right: answers.filter(([, , , , right]) => right === 1).length,
    of: Object.values(state.players).filter(({ since, here }) => here && since <= state.at).length,
    counts: votes(state, question, settings, nowMs),
    correct: correctPlaces(state, question),
    solution: solutionOf(question),
    bins: question.type === 'number' ? countFigures(state, question) : null,
  };
}

/**
 * Lists what else was written most, however it was spelt.
 * @param {Answer[]} answers @returns {{ text: string, count: number }[]}
 */
function othersSaid(answers) {
  /** @type {Map<string, { text: string, count: number }>} */
  const found = new Map();
  for (const [value, , , , right] of answers) {
    const text = String(value).replace(/\s+/g, ' ').trim();
    const key = foldText(text);
    const known = found.get(key);
    if (known) known.count += 1;
    else if (right === 0 && text !== '') found.set(key, { text, count: 1 });
  }
  const most = [...found.values()].sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1));
  return most.slice(0, SAID);
}

/** @param {State} state @param {Question} question */
export function correctPlaces({ order }, { type, isTrue, options }) {
  if (type === 'truefalse') return [isTrue, !isTrue];
  return type === 'single' || type === 'several'
    ? order.map((place) => Boolean(options[place]?.correct))
    : [];
}

/** @param {Question} question */
export function solutionOf({ type, accepted, answer, unit, items }) {
  // Other spellings count as well, and are no other answers.
  if (type === 'text') return accepted.slice(0, 1);
  if (type === 'number') return [unit === '' ? `${answer}` : `${answer} ${unit}`];
  return type === 'order' ? items : [];
}

/** @param {State} state @param {Question} question @returns {Summary['bins']} */
function countFigures({ answers }, { answer, tolerance, reach }) {
  // Nine of ten guesses lie within the picture, and of few all but the farthest. The others are counted at its ends.
  const off = Object.values(answers)
    .map(([value]) => Math.abs(Number(value) - answer))
    .sort((a, b) => a - b);
  const far = off[Math.floor((off.length - 1) * 0.9)] ?? 0;
  const half = Math.max(far, reach, tolerance * 3, Math.abs(answer) / 1000, 1e-9) * 1.1;
  const [from, to] = [answer - half, answer + half];
  const counts = new Array(BINS).fill(0);
  for (const [value] of Object.values(answers)) {
    const bin = Math.floor(((Number(value) - from) / (to - from)) * BINS);
    counts[Math.min(BINS - 1, Math.max(0, bin))] += 1;
  }
  return { from, to, counts };
}
