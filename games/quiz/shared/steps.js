/** Says what the host of a quiz does next, and what they see beside it. */

/** @import { HostView, NextStep } from 'mass-mobile' */
/** @import { QuizContext, State } from '../types.js' */

import { chosenPack } from './chosen.js';
import { correctPlaces, solutionOf } from './closing.js';
import { mayStart } from './may.js';
import { hasOptions } from './pack.js';
import { Refusal } from './refusal.js';
import { current, hasBoard, isResting } from './rules.js';
import { missingNames, turnoutOf, votes } from './turnout.js';

/** Teams in the order of their numbers. */
const TEAMS = ['orange', 'violet', 'teal', 'amber', 'blue', 'pink'];
/** @param {State} state @param {QuizContext} ctx @returns {NextStep | null} */
export function next(state, ctx) {
  const { phase, at, questions, round } = state;
  if (phase === 'idle' || phase === 'podium') return startStep(state, ctx);
  const values = { n: at + 1, of: questions.length, round };
  const step = (/** @type {string} */ label, more = {}) => ({
    action: 'next',
    label,
    values: { ...values, ...more },
  });
  const { type } = current(state);
  if (phase === 'ready') return step('quiz.panel.next.ready');
  if (phase === 'question' && type !== 'slide') return step('quiz.panel.next.question');
  if (phase === 'open') return step(type === 'poll' ? 'quiz.go.votes' : 'quiz.panel.next.votes');
  if (phase === 'votes') return step('quiz.panel.next.votes');
  if (phase === 'reveal' && hasBoard(state, ctx)) return step('quiz.go.board');
  if (at + 1 === questions.length) return step('quiz.go.podium');
  return { ...step('quiz.go.next', { n: at + 2 }), ...(isResting(state, ctx) && { rest: true }) };
}

/** @param {State} state @param {QuizContext} ctx @returns {NextStep | null} */
function startStep(state, ctx) {
  try {
    mayStart(state, chosenPack(ctx));
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
  const { phase, round } = state;
  if (phase === 'idle') return { action: 'start', label: 'quiz.panel.next.idle', values: { round } };
  return { action: 'start', label: 'quiz.panel.next.podium', values: { round }, again: true };
}

/** @param {State} state @param {QuizContext} ctx @returns {HostView} */
export function host(state, ctx) {
  const { phase, at, questions, title } = state;
  if (phase === 'idle') {
    const pack = chosenPack(ctx);
    return {
      now: { label: pack ? 'quiz.panel.phase.chosen' : 'quiz.panel.phase.idle' },
      text: pack?.title ?? '',
      then: pack?.questions[0]?.text ?? '',
    };
  }
  if (phase === 'podium')
    return { now: { label: 'quiz.panel.phase.podium' }, text: title, score: scoreOf(state, ctx) };
  const question = current(state);
  return {
    now: { label: 'quiz.go.place', values: { n: at + 1, of: questions.length } },
    text: question.text,
    right: rightWords(state),
    votes: votesOf(state, ctx),
    ...(phase === 'open' || phase === 'votes' ? { answered: answeredOf(state, ctx) } : {}),
    score: scoreOf(state, ctx),
    then: questions[at + 1]?.text ?? '',
  };
}

/** Gives what stands on no option: those are marked among the votes. @param {State} state */
function rightWords(state) {
  return solutionOf(current(state));
}

/** @param {State} state @param {QuizContext} ctx @returns {HostView['votes']} */
function votesOf(state, { settings, nowMs }) {
  const { order, summary } = state;
  const question = current(state);
  const { type, options } = question;
  const isTruth = type === 'truefalse';
  if (!isTruth && !hasOptions(type)) return [];
  const counts = summary?.counts ?? votes(state, question, settings, nowMs);
  const right = correctPlaces(state, question);
  const text = (/** @type {number} */ place) =>
    isTruth
      ? { label: place === 0 ? 'quiz.true' : 'quiz.false' }
      : { text: options[order[place] ?? place]?.text ?? '' };
  return counts.map((count, place) => ({
    ...text(place),
    count,
    ...(right.length > 0 && { right: right[place] === true }),
  }));
}

/** @param {State} state @param {QuizContext} ctx @returns {HostView['answered']} */
function answeredOf(state, { nowMs }) {
  const { asked, answered, came } = turnoutOf(state, nowMs);
  return { count: came, of: came + asked - answered, missing: missingNames(state, nowMs) };
}

/** The first of all who play, or the teams. @param {State} state @param {QuizContext} ctx @returns {HostView['score']} */
function scoreOf({ ranking, players, standing }, { settings }) {
  if (settings.way === '2012') return [];
  if (settings.teams > 0)
    return standing.map(({ team, score }) => ({
      label: `quiz.team.${TEAMS[team]}`,
      value: Math.round(score),
    }));
  return ranking.slice(0, 3).flatMap((id) => {
    const player = players[id];
    return player ? [{ text: player.name, value: player.score }] : [];
  });
}
