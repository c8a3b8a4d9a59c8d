/**
 * The edge of one room in one process: takes the inputs of its phones and folds them per window. It is pure: no socket,
 * no clock. An input is one call and allocates nothing, for 2,000 phones at 20 Hz are 40,000 calls a second. The fold of
 * a game of events runs once per input, that of a game of levels once per window (levels.js); one that an author wrote does not
 * run here (rows.js).
 */

/** @import { Fold, Game, Input, Who } from '../contract/types.js' */
/** @import { Intake, Seat } from './types.js' */

import { isOwn, isTimed } from '../contract/make-fold.js';
import { createLevels } from './levels.js';
import { createParser } from './parser.js';
import { createEventRows } from './rows.js';

const NO_INPUT = 'this game takes no input';
const NO_SEAT = 'its phone has left';

/**
 * @typedef {object} Edge
 * @property {(game: Game, epoch?: number) => void} setGame forgets all inputs and takes those of another game, which begins
 *   with this epoch
 * @property {(clears: number) => void} clear forgets all levels; `clears`: how often that was done in this game
 * @property {(ms: number) => void} spare levels do not age by a time in which nobody could send
 * @property {(who: Who, latency?: Seat['latency']) => Seat} sit
 * @property {(seat: Seat) => void} leave from the next window on its level does not count
 * @property {(seat: Seat) => void} move the player is in another team, which counts from the next window on
 * @property {(seat: Seat, input: unknown, nowMs: number) => string} input '' if it was accepted, else what is wrong with it
 * @property {(seat: Seat, bytes: Uint8Array, at: number, end: number, nowMs: number) => string} inputBytes the same for
 *   an input as bytes (public/shared/codec.js), with the same checks
 * @property {number} readTo where the next input begins, after `inputBytes`
 * @property {(nowMs: number) => { epoch: number, clears: number, sum: unknown, rows?: import('../contract/rows.js').Rows }} window what
 *   `drain` gives, of which game, and since which clear; rows instead of a sum for a fold that its author wrote
 * @property {(nowMs: number) => unknown} drain the sum of this window, null for a game without
 *   input; throws what the game's own fold threw
 */

/** Without a stage, the time of the edge is as good as any. */
const OWN_TIME = Object.freeze({ at: Math.round });

/**
 * @param {{ at: (nowMs: number) => number }} [clock] gives the stage time in whole ms
 * @returns {Edge}
 */
export function createEdge(clock = OWN_TIME) {
  /** @type {(Seat | null)[]} by slot */
  const seats = [];
  /** @type {number[]} */
  const freeSlots = [];
  /** @type {Intake | null} */
  let intake = null;
  let parser = createParser({});
  let gameEpoch = 0;
  let clears = 0;
  const drain = (/** @type {number} */ nowMs) => (intake ? intake.drain(nowMs) : null);

  return {
    readTo: 0,
    setGame(game, epoch = 0) {
      gameEpoch = epoch;
      clears = 0;
      parser = createParser(game.input);
      intake = game.fold ? createIntake({ game, fold: game.fold, seats, clock }) : null;
    },
    clear(count) {
      clears = count;
      intake?.clear();
    },
    spare: (ms) => intake?.spare(ms),
    sit(who, latency = null) {
      const slot = freeSlots.pop() ?? seats.length;
      const seat = { who, slot, latency };
      seats[slot] = seat;
      intake?.sit(seat);
      return seat;
    },
    leave(seat) {
      if (seats[seat.slot] !== seat) return;
      seats[seat.slot] = null;
      freeSlots.push(seat.slot);
      intake?.leave(seat);
    },
    move(seat) {
      if (seats[seat.slot] === seat) intake?.move(seat);
    },
    input(seat, input, nowMs) {
      if (seats[seat.slot] !== seat) return NO_SEAT;
      if (!intake) return NO_INPUT;
      const problem = parser.parse(input);
      if (problem === '') intake.take(seat, parser.values, nowMs);
      return problem;
    },
    inputBytes(seat, bytes, at, end, nowMs) {
      if (seats[seat.slot] !== seat) return NO_SEAT;
      if (!intake) return NO_INPUT;
      const problem = parser.parseBytes(bytes, at, end);
      this.readTo = parser.readTo;
      if (problem === '') intake.take(seat, parser.values, nowMs);
      return problem;
    },
    window: (nowMs) => ({
      ...{ epoch: gameEpoch, clears },
      ...(intake?.rows ? { sum: null, rows: intake.rows(nowMs) } : { sum: drain(nowMs) }),
    }),
    drain,
  };
}

/**
 * @param {{ game: Game, fold: Fold, seats: readonly (Seat | null)[], clock: { at: (nowMs: number) => number } }} of
 * @returns {Intake}
 */
function createIntake(of) {
  const { game, fold, clock } = of;
  if (game.hold) return createLevels(of);
  return isOwn(fold) ? createEventRows(game, fold, clock) : createEvents(game, fold, clock);
}

/** Takes events, which are folded as they come. @param {Game} game @param {Fold} fold @param {{ at: (nowMs: number) => number }} clock @returns {Intake} */
function createEvents({ input: fields }, fold, clock) {
  const names = Object.keys(fields);
  const needsTime = isTimed(fold);
  /** One object for all inputs. @type {Input} */
  const input = {};
  let sum = fold.empty();
  return {
    take(seat, values, nowMs) {
      for (let i = 0; i < names.length; i++)
        input[/** @type {string} */ (names[i])] = /** @type {number} */ (values[i]);
      sum = fold.add(sum, input, seat.who, needsTime ? clock.at(nowMs - (seat.latency?.creditMs ?? 0)) : 0);
    },
    sit() {},
    leave() {},
    move() {},
    clear() {},
    spare() {},
    drain() {
      const drained = sum;
      sum = fold.empty();
      return drained;
    },
  };
}
