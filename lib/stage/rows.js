/**
 * Rows: inputs that are not folded yet. A fold that an author wrote may loop, so no thread that serves others runs it: its inputs
 * travel as they are to the thread of the game, or, from an edge elsewhere, to a thread beside that edge. Pure.
 */

/** @import { Fold, Game, Input } from '../contract/types.js' */
/** @import { Gathered, Rows } from '../contract/rows.js' */
/** @import { Intake, Value } from './types.js' */

import { isTimed } from '../contract/make-fold.js';

/** A game that has not played a step for long has lost what came after so many: inputs may be lost. */
const MOST_ROWS = 50_000;

/** @param {number} fields of the game's input @returns {Rows} */
export function emptyRows(fields) {
  return { ids: [], teams: [], atMs: [], values: Array.from({ length: fields }, () => []) };
}

/**
 * Takes the events of a game whose fold is its author's.
 * @param {Game} game @param {Fold} fold @param {{ at: (nowMs: number) => number }} clock
 * @returns {Intake & Required<Pick<Intake, 'rows'>>}
 */
export function createEventRows(game, fold, clock) {
  const names = Object.keys(game.input);
  const count = names.length;
  const needsTime = isTimed(fold);
  let rows = emptyRows(count);

  function drainRows() {
    const drained = rows;
    rows = emptyRows(count);
    return drained;
  }

  return {
    take({ who, latency }, values, nowMs) {
      if (rows.ids.length >= MOST_ROWS) return;
      rows.ids.push(who.id);
      rows.teams.push(who.team);
      rows.atMs.push(needsTime ? clock.at(nowMs - (latency?.creditMs ?? 0)) : 0);
      for (let i = 0; i < count; i++) rows.values[i]?.push(/** @type {Value} */ (values[i]));
    },
    sit() {},
    leave() {},
    move() {},
    clear() {},
    spare() {},
    rows: drainRows,
    drain: () => foldRows(fold, names, drainRows()),
  };
}

/**
 * @param {Fold} fold @param {readonly string[]} names of the fields of the game's input
 * @param {Rows} rows
 * @returns {unknown} their sum; throws what the fold throws
 */
export function foldRows(fold, names, { ids, teams, atMs, values }) {
  /** One object for all inputs, as with folds of ours. @type {Input} */
  const input = {};
  let sum = fold.empty();
  for (let row = 0; row < ids.length; row++) {
    for (let i = 0; i < names.length; i++)
      input[/** @type {string} */ (names[i])] = /** @type {Value} */ (values[i]?.[row]);
    const who = { id: /** @type {string} */ (ids[row]), team: teams[row] ?? null };
    sum = fold.add(sum, input, who, /** @type {number} */ (atMs[row]));
  }
  return sum;
}

/**
 * Folds what edges have gathered, which those elsewhere have folded already.
 * @param {Fold} fold @param {readonly string[]} names of the fields of the game's input @param {Gathered} gathered
 * @returns {unknown} throws what the fold throws
 */
export function foldGathered(fold, names, { sums, rows }) {
  const parts = [...sums, ...rows.map((some) => foldRows(fold, names, some))];
  return parts.length === 0 ? fold.empty() : parts.reduce((all, part) => fold.merge(all, part));
}
