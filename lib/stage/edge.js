/**
 * The edge of one room in one process: takes the inputs of its phones and folds them per window. It is pure: no socket,
 * no clock. An input is one call and allocates nothing, for 2,000 phones at 20 Hz are 40,000 calls a second. The fold of
 * a game of events runs once per input, that of a game of levels once per window (levels.js).
 */

/** @import { Fold, Game, Input, Who } from '../contract/types.js' */
/** @import { Intake, Seat } from './types.js' */

import { compileFields } from '../contract/schema.js';
import { createCodec } from '../../public/shared/codec.js';
import { createLevels } from './levels.js';

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
  let codec = createCodec({});
  /** One object for the fields of every input that comes as bytes. @type {Record<string, unknown>} */
  let decoded = {};
  let gameEpoch = 0;
  const drain = (/** @type {number} */ nowMs) => (intake ? intake.drain(nowMs) : null);

  return {
    readTo: 0,
    setGame(game, epoch = 0) {
      gameEpoch = epoch;
      codec = createCodec(game.input);
      decoded = {};
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
      return intake ? intake.accept(seat, input, nowMs) : NO_INPUT;
    },
    inputBytes(seat, bytes, at, end, nowMs) {
      if (seats[seat.slot] !== seat) return NO_SEAT;
      if (!intake) return NO_INPUT;
      this.readTo = codec.read(bytes, at, end, decoded);
      return this.readTo < 0
        ? 'its bytes do not fit the fields of this game'
        : intake.accept(seat, decoded, nowMs);
    },
    window: (nowMs) => ({ epoch: gameEpoch, sum: drain(nowMs) }),
    drain,
  };
}

/** @param {Game} game @param {Fold} fold @param {readonly (Seat | null)[]} seats @returns {Intake} */
function createIntake(game, fold, seats) {
  const check = compileFields(game.input);
  const fill = createFiller(game);
  return game.hold ? createLevels({ game, fold, check, fill, seats }) : createEvents({ fold, check, fill });
}

/**
 * Takes events, which are folded as they come.
 * @param {{ fold: Fold, check: (value: unknown) => string, fill: (input: Input) => Input }} parts @returns {Intake}
 */
function createEvents({ fold, check, fill }) {
  let sum = fold.empty();
  /** @type {{ error: unknown } | null} */
  let fault = null;
  return {
    accept(seat, input) {
      const problem = check(input);
      if (problem !== '') return problem;
      try {
        sum = fold.add(sum, fill(/** @type {Input} */ (input)), seat.who);
      } catch (error) {
        // It is not the phone's fault, so `drain` throws it, as with levels.
        fault = { error };
      }
      return '';
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

/**
 * Makes a function that copies an input into one reused object with every field, the missing ones at their default, so
 * that a fold never meets `undefined`.
 * @param {Game} game
 * @returns {(input: Input) => Input}
 */
function createFiller({ input: fields }) {
  const names = Object.keys(fields);
  const defaults = names.map((name) => {
    const field = fields[name];
    return /** @type {number | boolean | string} */ (
      field?.default ?? { string: '', boolean: false, number: 0, integer: 0 }[field?.type ?? 'number']
    );
  });
  /** @type {Input} */
  const filled = {};
  return (input) => {
    for (let i = 0; i < names.length; i++) {
      const name = /** @type {string} */ (names[i]);
      filled[name] = input[name] ?? /** @type {number} */ (defaults[i]);
    }
    return filled;
  };
}
