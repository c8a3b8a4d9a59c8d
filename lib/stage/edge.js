/**
 * The edge of one room in one process: takes the inputs of its phones and folds them per window. It is pure: no socket,
 * no clock. An input is one call and allocates nothing, for 2,000 phones at 20 Hz are 40,000 calls a second. The fold of
 * a game of events runs once per input, that of a game of levels once per window (levels.js).
 */

/** @import { Fold, Game, Input, Who } from '../contract/types.js' */
/** @import { Intake, Seat } from './types.js' */

import { createLevels } from './levels.js';
import { createParser } from './parser.js';

const NO_INPUT = 'this game takes no input';
const NO_SEAT = 'its phone has left';

/**
 * @typedef {object} Edge
 * @property {(game: Game, epoch?: number) => void} setGame forgets all inputs and takes those of another game, which begins
 *   with this epoch
 * @property {(who: Who) => Seat} sit
 * @property {(seat: Seat) => void} leave from the next window on its level does not count
 * @property {(seat: Seat) => void} move the player is in another team, which counts from the next window on
 * @property {(seat: Seat, input: unknown, nowMs: number) => string} input '' if it was accepted, else what is wrong with it
 * @property {(seat: Seat, bytes: Uint8Array, at: number, end: number, nowMs: number) => string} inputBytes the same for
 *   an input as bytes (public/shared/codec.js), with the same checks
 * @property {number} readTo where the next input begins, after `inputBytes`
 * @property {(nowMs: number) => { epoch: number, sum: unknown }} window what `drain` gives, and of which game
 * @property {(nowMs: number) => unknown} drain the sum of this window, null for a game without
 *   input; throws what the game's own fold threw
 */

/** @returns {Edge} */
export function createEdge() {
  /** @type {(Seat | null)[]} by slot */
  const seats = [];
  /** @type {number[]} */
  const freeSlots = [];
  /** @type {Intake | null} */
  let intake = null;
  let parser = createParser({});
  let gameEpoch = 0;
  const drain = (/** @type {number} */ nowMs) => (intake ? intake.drain(nowMs) : null);

  return {
    readTo: 0,
    setGame(game, epoch = 0) {
      gameEpoch = epoch;
      parser = createParser(game.input);
      intake = game.fold ? createIntake(game, game.fold, seats) : null;
    },
    sit(who) {
      const slot = freeSlots.pop() ?? seats.length;
      const seat = { who, slot };
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
    window: (nowMs) => ({ epoch: gameEpoch, sum: drain(nowMs) }),
    drain,
  };
}

/** @param {Game} game @param {Fold} fold @param {readonly (Seat | null)[]} seats @returns {Intake} */
function createIntake(game, fold, seats) {
  return game.hold ? createLevels({ game, fold, seats }) : createEvents(game, fold);
}

/** Takes events, which are folded as they come. @param {Game} game @param {Fold} fold @returns {Intake} */
function createEvents({ input: fields }, fold) {
  const names = Object.keys(fields);
  /** One object for all inputs. @type {Input} */
  const input = {};
  let sum = fold.empty();
  /** @type {{ error: unknown } | null} */
  let fault = null;
  return {
    take(seat, values) {
      for (let i = 0; i < names.length; i++)
        input[/** @type {string} */ (names[i])] = /** @type {number} */ (values[i]);
      try {
        sum = fold.add(sum, input, seat.who);
      } catch (error) {
        // It is not the phone's fault, so `drain` throws it, as with levels.
        fault = { error };
      }
    },
    sit() {},
    leave() {},
    move() {},
    drain() {
      if (fault) throw fault.error;
      const drained = sum;
      sum = fold.empty();
      return drained;
    },
  };
}
