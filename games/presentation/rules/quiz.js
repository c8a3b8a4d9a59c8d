/** A quiz question: right and wrong, points by the curve of the quiz game, and totals over the whole talk. */

/** @import { ElementDefinition } from '../types.js' */
/** @import { TalkContext } from '../settings.js' */
/** @import { ElementState, Given, Score, Talk } from './state.js' */

import { refuse } from 'mass-mobile';
import { pointsFor } from '../../../public/shared/scoring.js';
import { poll } from './poll.js';
import { readPlaces } from './figures.js';
import { own } from './state.js';

/** @typedef {Extract<ElementDefinition, { kind: 'quiz' }>} Quiz */

const PODIUM = 5;

export const quiz = {
  ...poll,

  /** @param {Quiz} definition */
  empty: ({ options }) => [new Array(options.length).fill(0)],

  /** @param {Quiz} definition @param {string} value choices such as `0,2` @returns {Given} @throws the sentence for the player */
  read({ options, several }, value) {
    const choices = readPlaces(value, options.length);
    if (choices.length === 0) throw refuse('Choose an option first.');
    if (choices.length > 1 && !several) throw refuse('One option is right: choose one.');
    return choices.sort((a, b) => a - b);
  },

  /** @param {Quiz} _definition @param {number[][]} tally @param {Given} choices @param {1 | -1} by */
  count: (_definition, tally, choices, by) =>
    poll.count(/** @type {any} */ (_definition), tally, choices, by),

  /** @param {Quiz} before @param {Quiz} now @param {Given} choices @returns {Given | null} */
  move: (before, now, choices) => poll.move(asPoll(before), asPoll(now), choices),
};

/** @param {Quiz} definition */
function asPoll(definition) {
  const most = definition.several ? definition.options.length : 1;
  return { ...definition, kind: /** @type {const} */ ('poll'), most, hidden: true };
}

/** @param {Quiz} definition @param {Given | undefined} choices @returns {boolean} all that is right was chosen, and nothing else */
export function isRight({ right }, choices) {
  return (
    choices !== undefined &&
    choices.length === right.length &&
    right.every((place) => choices.includes(place))
  );
}

/**
 * Counts what each player earns, once, and the places after it.
 * @param {Talk} talk @param {ElementState} element of a quiz question @param {TalkContext} ctx
 */
export function score(talk, element, { settings }) {
  const definition = /** @type {Quiz} */ (element.definition);
  const limitMs = definition.seconds * 1000;
  element.earned = {};
  for (const [id, choices] of Object.entries(element.answers)) {
    const isGood = isRight(definition, choices);
    const points = pointsFor({
      question: { points: definition.points, penalty: 0 },
      share: isGood ? 1 : 0,
      tookMs: own(element.took, id) ?? limitMs,
      limitMs,
      curve: settings.curve,
    });
    element.earned[id] = points;
    const mine = scoreOf(talk, id);
    mine.points += points;
    mine.right += isGood ? 1 : 0;
    mine.of += 1;
  }
  place(talk);
}

/** Takes back what `score` has given. @param {Talk} talk @param {ElementState} element of a quiz question */
export function takeBackScore(talk, element) {
  const definition = /** @type {Quiz} */ (element.definition);
  for (const [id, points] of Object.entries(element.earned ?? {})) {
    const mine = scoreOf(talk, id);
    mine.points -= points;
    mine.right -= isRight(definition, own(element.answers, id)) ? 1 : 0;
    mine.of -= 1;
  }
  element.earned = null;
  place(talk);
}

/** @param {Talk} talk @param {string} id @returns {Score} */
function scoreOf({ scores }, id) {
  return (scores[id] ??= { name: '', points: 0, right: 0, of: 0, place: 0 });
}

/** Players with the same points share a place; nobody has one before somebody has points. @param {Talk} talk */
function place({ scores }) {
  let last = NaN;
  let at = 0;
  const list = ranked(scores);
  const hasScored = (list[0]?.points ?? 0) > 0;
  list.forEach((mine, index) => {
    if (hasScored && mine.points !== last) at = index + 1;
    last = mine.points;
    mine.place = at;
  });
}

/** @param {Talk['scores']} scores @returns {Score[]} the best first */
export function ranked(scores) {
  return Object.values(scores).sort(
    (a, b) => b.points - a.points || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );
}

/** @param {Talk} talk @returns {{ name: string, points: number }[]} the best five who have points */
export function podiumOf({ scores }) {
  return ranked(scores)
    .filter(({ points }) => points > 0)
    .slice(0, PODIUM)
    .map(({ name, points }) => ({ name, points }));
}
