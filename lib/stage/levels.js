/**
 * The intake of a game of levels: the last value of each phone, folded once per window. A built-in fold scans columns;
 * a fold that an author wrote is given one level after the other. Nothing is corrected by differences, which would
 * drift: a loop over 10,000 numbers costs some 20 µs. A window in which no level changed, went or expired has the sum of
 * the window before.
 */

/** @import { Fold, Game, Input } from '../contract/types.js' */
/** @import { Intake, Seat } from './types.js' */

import { isOwn } from '../contract/make-fold.js';
import { Columns, Selection } from './columns.js';
import { emptyRows } from './rows.js';

/**
 * @param {object} options
 * @param {Game} options.game
 * @param {Fold} options.fold
 * @param {readonly (Seat | null)[]} options.seats the edge's own list, which goes on changing
 * @param {{ at: (nowMs: number) => number }} options.clock
 * @returns {Intake}
 */
export function createLevels({ game, fold, seats, clock }) {
  const columns = new Columns(game);
  const levels = new Selection(columns, game);
  /** The sum of the last window, for as long as it holds. @type {{ sum: unknown } | null} */
  let kept = null;
  /** No level in it was received before. */
  let firstAtMs = Infinity;
  /** Levels that were received before were too old for it. */
  let countedFromMs = -Infinity;
  columns.grow(seats.length);
  for (const seat of seats) if (seat) columns.setTeam(seat.slot, seat.who.team);

  /** @param {number} slot */
  const hasLevel = (slot) => !Number.isNaN(columns.receivedAtMs[slot]);

  /** Adds the levels one by one. @param {number} nowMs */
  function addAll(nowMs) {
    const atMs = clock.at(nowMs);
    /** @type {Input} */
    const level = {};
    let sum = fold.empty();
    for (let i = 0; i < levels.to; i++) {
      const slot = /** @type {number} */ (levels.slots[i]);
      columns.read(slot, level);
      sum = fold.add(sum, level, /** @type {Seat} */ (seats[slot]).who, atMs);
    }
    return sum;
  }

  /** The levels of now. @param {number} nowMs @returns {import('../contract/rows.js').Rows} */
  function rows(nowMs) {
    levels.select(seats.length, nowMs - game.expireMs);
    const atMs = clock.at(nowMs);
    const found = emptyRows(columns.fields.length);
    for (let i = 0; i < levels.to; i++) {
      const slot = /** @type {number} */ (levels.slots[i]);
      const { id, team } = /** @type {Seat} */ (seats[slot]).who;
      found.ids.push(id);
      found.teams.push(team);
      found.atMs.push(atMs);
      columns.fields.forEach((column, field) => found.values[field]?.push(column.read(slot)));
    }
    return found;
  }

  return {
    take({ slot }, values, nowMs) {
      const isCounted = /** @type {number} */ (columns.receivedAtMs[slot]) >= countedFromMs;
      const isNew = columns.write(slot, values, nowMs);
      if (isNew || !isCounted) kept = null;
    },
    sit({ slot, who }) {
      columns.grow(slot + 1);
      columns.setTeam(slot, who.team);
    },
    leave({ slot }) {
      if (hasLevel(slot)) kept = null;
      columns.receivedAtMs[slot] = NaN;
    },
    move({ slot, who }) {
      if (columns.setTeam(slot, who.team) && hasLevel(slot)) kept = null;
    },
    clear() {
      columns.receivedAtMs.fill(NaN);
      kept = null;
    },
    spare(ms) {
      for (let slot = 0; slot < columns.receivedAtMs.length; slot++)
        columns.receivedAtMs[slot] = /** @type {number} */ (columns.receivedAtMs[slot]) + ms;
      kept = null;
    },
    ...(isOwn(fold) && { rows }),
    drain(nowMs) {
      const oldestMs = nowMs - game.expireMs;
      if (!kept || firstAtMs < oldestMs) {
        firstAtMs = levels.select(seats.length, oldestMs);
        countedFromMs = oldestMs;
        if (!fold.scan) return addAll(nowMs);
        kept = { sum: fold.scan(levels) };
      }
      // The game may do with its sum as it likes, so it is given one of its own.
      return fold.merge(kept.sum, fold.empty());
    },
  };
}
