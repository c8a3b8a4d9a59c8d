/** The questions before and after: the operator's words, the answers, and the segments that follow from them. */

/** @import { Segment } from './fold.js' */
/** @import { WormContext, WormSettings } from './settings.js' */
/** @import { Named, Phase, Worm } from './state.js' */

import { refuse } from 'mass-mobile';
import { SEGMENTS } from './fold.js';
import { parted } from './settings.js';

export const QUESTIONS = 3;
export const MOST_CHOICES = 6;
/** The answers of a player: a sign for each question before, then for each after; `-` is none. */
const NO_ANSWERS = '-'.repeat(2 * QUESTIONS);

/**
 * @typedef {'before' | 'after'} When
 * @typedef {{ at: number, text: string, choices: string[] }} Asked `at` is 0 to 2
 */

/** @param {WormSettings} settings @param {When} when @returns {Asked[]} */
export function askedOf(settings, when) {
  return [0, 1, 2].flatMap((at) => {
    const question = questionOf(settings, at);
    const isAsked = question.when === when || question.when === 'both';
    return isAsked && question.text && question.choices.length > 1 ? [question] : [];
  });
}

/** @param {WormSettings} settings @param {number} at */
export function questionOf(settings, at) {
  const n = /** @type {1 | 2 | 3} */ (at + 1);
  return {
    at,
    text: settings[`question${n}`].trim(),
    choices: parted(settings[`choices${n}`], MOST_CHOICES),
    when: settings[`when${n}`],
  };
}

/** @param {Phase} phase @returns {phase is When} */
export function isAsking(phase) {
  return phase === 'before' || phase === 'after';
}

/**
 * @param {Worm} state
 * @param {{ player: { id: string }, value: { question: number, when: When, choice: number } }} submission
 * @param {WormContext} ctx
 */
export function acceptAnswer(state, { player, value: { question, when, choice } }, { settings }) {
  if (state.phase !== when) throw refuse('These questions are not open now.', 'submit-closed');
  const asked = askedOf(settings, when).find(({ at }) => at === question);
  if (!asked) throw refuse(`There is no question ${question + 1} now.`);
  if (choice >= asked.choices.length) throw refuse(`Question ${question + 1} has no choice ${choice + 1}.`);
  const answers = [...(ownAnswers(state, player.id) ?? NO_ANSWERS)];
  answers[placeOf(question, when)] = String(choice);
  state.answers[player.id] = answers.join('');
  return {};
}

/** @param {Worm} state @param {string} playerId @param {number} question @param {When} when @returns {number | null} */
export function answerOf(state, playerId, question, when) {
  const sign = (ownAnswers(state, playerId) ?? NO_ANSWERS)[placeOf(question, when)];
  return sign === '-' || sign === undefined ? null : Number(sign);
}

/** @param {number} question @param {When} when */
function placeOf(question, when) {
  return question + (when === 'after' ? QUESTIONS : 0);
}

/** @param {Worm} state @param {string} playerId */
function ownAnswers({ answers }, playerId) {
  return Object.hasOwn(answers, playerId) ? answers[playerId] : undefined;
}

/**
 * The segment of a player: by their team, or by the answer to a question, the one before where there is one.
 * @param {Worm} state @param {string} playerId @param {WormSettings} settings @returns {Segment}
 */
export function segmentOf(state, playerId, { segmentBy }) {
  if (segmentBy === 'none' || segmentBy === 'team') return '-';
  const at = Number(segmentBy.slice(-1)) - 1;
  const choice = answerOf(state, playerId, at, 'before') ?? answerOf(state, playerId, at, 'after');
  return choice === null ? '-' : (SEGMENTS[choice + 1] ?? '-');
}

/** @param {WormSettings} settings @returns {Named[]} */
export function segmentsOf(settings) {
  const { segmentBy } = settings;
  if (segmentBy === 'none') return [];
  if (segmentBy === 'team')
    return [
      { segment: 'a', name: 'Half A' },
      { segment: 'b', name: 'Half B' },
    ];
  return questionOf(settings, Number(segmentBy.slice(-1)) - 1).choices.map((name, at) => ({
    segment: /** @type {Segment} */ (SEGMENTS[at + 1]),
    name,
  }));
}

/**
 * Counts the answers to a question.
 * @param {Worm} state @param {number} question @param {number} choices
 * @returns {{ before: number[], after: number[], moves: number[][] }} `moves[a][b]`: said a before and b after
 */
export function countAnswers(state, question, choices) {
  const zeros = () => new Array(choices).fill(0);
  const counts = { before: zeros(), after: zeros(), moves: Array.from({ length: choices }, zeros) };
  const bump = (/** @type {number[] | undefined} */ list, /** @type {number} */ at) => {
    if (list && at < choices) list[at] = Number(list[at]) + 1;
  };
  for (const id of Object.keys(state.answers)) {
    const [before, after] = [answerOf(state, id, question, 'before'), answerOf(state, id, question, 'after')];
    if (before !== null) bump(counts.before, before);
    if (after !== null) bump(counts.after, after);
    if (before !== null && after !== null) bump(counts.moves[before], after);
  }
  return counts;
}
