/**
 * The edge of one room in one process: takes the inputs of its phones and folds them per window. It is pure: no socket,
 * no clock. An input is one call and allocates nothing, for 2,000 phones at 20 Hz are 40,000 calls a second. The fold of
 * a game of events runs once per input; a game of levels has its values in columns (a typed array per field) by the slot
 * of the player, and its fold runs over the columns once per window.
 */

/** @import { Fold, Game, Input, Who } from '../contract/types.js' */

import { compileFields } from '../contract/schema.js';
import { createCodec } from '../../public/shared/codec.js';

const FIRST_CAPACITY = 64;
const NO_INPUT = 'this game takes no input';

/**
 * @typedef {object} Seat one connected player at this edge
 * @property {Who} who read when folding, so that a change of team counts at once
 * @property {number} slot index into the columns
 *
 * @typedef {object} Edge
 * @property {(game: Game, epoch?: number) => void} setGame forgets all inputs and takes those of another game, which begins
 *   with this epoch
 * @property {(who: Who) => Seat} sit
 * @property {(seat: Seat) => void} leave from the next window on its level does not count
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
  const drain = (/** @type {number} */ nowMs) => (intake ? intake.drain(seats, nowMs) : null);

  return {
    readTo: 0,
    setGame(game, epoch = 0) {
      gameEpoch = epoch;
      codec = createCodec(game.input);
      decoded = {};
      intake = game.fold ? createIntake(game, game.fold, seats.length) : null;
    },
    sit(who) {
      const slot = freeSlots.pop() ?? seats.length;
      const seat = { who, slot };
      seats[slot] = seat;
      intake?.forget(slot);
      return seat;
    },
    leave(seat) {
      if (seats[seat.slot] !== seat) return;
      seats[seat.slot] = null;
      freeSlots.push(seat.slot);
      intake?.forget(seat.slot);
    },
    input(seat, input, nowMs) {
      return intake ? intake.accept(seat, input, nowMs) : NO_INPUT;
    },
    inputBytes(seat, bytes, at, end, nowMs) {
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

/**
 * @typedef {object} Intake the inputs of one game
 * @property {(seat: Seat, input: unknown, nowMs: number) => string} accept
 * @property {(slot: number) => void} forget
 * @property {(seats: (Seat | null)[], nowMs: number) => unknown} drain
 */

/** @param {Game} game @param {Fold} fold @param {number} slots @returns {Intake} */
function createIntake(game, fold, slots) {
  const check = compileFields(game.input);
  return game.hold ? createLevels(game, fold, check, slots) : createEvents(game, fold, check);
}

/**
 * Takes events, which are folded as they come.
 * @param {Game} game @param {Fold} fold @param {(value: unknown) => string} check @returns {Intake}
 */
function createEvents(game, fold, check) {
  const fill = createFiller(game);
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
    forget() {},
    drain() {
      if (fault) throw fault.error;
      const drained = sum;
      sum = fold.empty();
      return drained;
    },
  };
}

/**
 * Takes levels: the last value of each phone, in columns, folded once per window. Folding all of them again costs a
 * plain loop over the phones and never drifts, as sums corrected by differences would.
 * @param {Game} game @param {Fold} fold @param {(value: unknown) => string} check @param {number} slots
 * @returns {Intake}
 */
function createLevels(game, fold, check, slots) {
  const fill = createFiller(game);
  const columns = Object.entries(game.input).map(([name, field]) => createColumn(name, field));
  let capacity = 0;
  let receivedAtMs = new Float64Array(0);
  grow(Math.max(FIRST_CAPACITY, slots));

  /** @param {number} atLeast */
  function grow(atLeast) {
    while (capacity < atLeast) capacity = Math.max(FIRST_CAPACITY, capacity * 2);
    const longer = new Float64Array(capacity).fill(-Infinity);
    longer.set(receivedAtMs);
    receivedAtMs = longer;
    for (const column of columns) column.grow(capacity);
  }

  return {
    accept({ slot }, input, nowMs) {
      const problem = check(input);
      if (problem !== '') return problem;
      if (slot >= capacity) grow(slot + 1);
      const filled = fill(/** @type {Input} */ (input));
      for (let i = 0; i < columns.length; i++) /** @type {Column} */ (columns[i]).write(slot, filled);
      receivedAtMs[slot] = nowMs;
      return '';
    },
    forget(slot) {
      if (slot < capacity) receivedAtMs[slot] = -Infinity;
    },
    drain(seats, nowMs) {
      const oldest = nowMs - game.expireMs;
      /** @type {Input} */
      const level = {};
      let sum = fold.empty();
      const count = Math.min(seats.length, capacity);
      for (let slot = 0; slot < count; slot++) {
        const seat = seats[slot];
        if (!seat || /** @type {number} */ (receivedAtMs[slot]) < oldest) continue;
        for (let i = 0; i < columns.length; i++) /** @type {Column} */ (columns[i]).read(slot, level);
        sum = fold.add(sum, level, seat.who);
      }
      return sum;
    },
  };
}

/**
 * @typedef {object} Column the values of one field by slot
 * @property {(capacity: number) => void} grow
 * @property {(slot: number, from: Input) => void} write
 * @property {(slot: number, into: Input) => void} read
 */

/** @param {string} name @param {import('../contract/types.js').Field} field @returns {Column} */
function createColumn(name, { type }) {
  if (type === 'string') return createTextColumn(name);
  let values = new Float64Array(0);
  return {
    grow(capacity) {
      const longer = new Float64Array(capacity);
      longer.set(values);
      values = longer;
    },
    write(slot, from) {
      values[slot] = Number(from[name]);
    },
    read(slot, into) {
      const value = /** @type {number} */ (values[slot]);
      into[name] = type === 'boolean' ? value === 1 : value;
    },
  };
}

/** @param {string} name @returns {Column} */
function createTextColumn(name) {
  /** @type {string[]} */
  const values = [];
  return {
    grow() {},
    write(slot, from) {
      values[slot] = String(from[name]);
    },
    read(slot, into) {
      into[name] = values[slot] ?? '';
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
