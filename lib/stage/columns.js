/** Columns: the levels of a game by the slot of their player, a typed array for each field, for folds that scan them. */

/** @import { Field, Game, Input, Levels } from '../contract/types.js' */
/** @import { Value } from './types.js' */

const FIRST_CAPACITY = 64;
/** A player in no team, or a text that is none of its choices. */
const NEITHER = -1;
const NO_SLOTS = new Int32Array(0);

/** The levels of one game. A slot without a level was received at NaN, which is neither before nor after anything. */
export class Columns {
  capacity = 0;
  receivedAtMs = new Float64Array(0);
  teams = new Float64Array(0);
  /** @type {Column[]} */
  fields;
  #teamNames;

  /** @param {Game} game */
  constructor({ input, teams }) {
    this.#teamNames = teams;
    this.fields = Object.entries(input).map(([name, field]) => createColumn(name, field));
  }

  /** @param {number} slots there are to be, at least */
  grow(slots) {
    if (slots <= this.capacity) return;
    let capacity = Math.max(FIRST_CAPACITY, this.capacity);
    while (capacity < slots) capacity *= 2;
    this.capacity = capacity;
    this.receivedAtMs = grown(this.receivedAtMs, capacity, NaN);
    this.teams = grown(this.teams, capacity, NEITHER);
    for (const column of this.fields) column.grow(capacity);
  }

  /** @param {number} slot @param {string | null} team @returns {boolean} it is another one than before */
  setTeam(slot, team) {
    return replace(this.teams, slot, team === null ? NEITHER : this.#teamNames.indexOf(team));
  }

  /** @param {number} slot @param {readonly Value[]} level of all fields in their order @param {number} nowMs @returns {boolean} it is another one than before */
  write(slot, level, nowMs) {
    const { fields } = this;
    let isNew = false;
    for (let i = 0; i < fields.length; i++)
      if (/** @type {Column} */ (fields[i]).write(slot, /** @type {Value} */ (level[i]))) isNew = true;
    this.receivedAtMs[slot] = nowMs;
    return isNew;
  }

  /** @param {number} slot @param {Input} into */
  read(slot, into) {
    const { fields } = this;
    for (let i = 0; i < fields.length; i++) {
      const column = /** @type {Column} */ (fields[i]);
      into[column.name] = column.read(slot);
    }
  }

  /** @param {string} name @returns {Column} */
  column(name) {
    return /** @type {Column} */ (this.fields.find((column) => column.name === name));
  }
}

/** Some of the levels in the columns: all that count now, or a group of those. @implements {Levels} */
export class Selection {
  slots = NO_SLOTS;
  from = 0;
  to = 0;
  /** Changes with the slots, so that groups of them are made once for all parts of a fold. */
  version = 0;
  #columns;
  #game;
  /** @type {Map<string, Groups>} */
  #groups = new Map();

  /** @param {Columns} columns @param {Pick<Game, 'input' | 'teams'>} game */
  constructor(columns, game) {
    this.#columns = columns;
    this.#game = game;
  }

  /**
   * Selects the slots with a level that is not too old.
   * @param {number} slots how many there are @param {number} oldestMs
   * @returns {number} when the oldest of them was received; Infinity: there is none
   */
  select(slots, oldestMs) {
    const { receivedAtMs, capacity } = this.#columns;
    if (this.slots.length < capacity) this.slots = new Int32Array(capacity);
    const selected = this.slots;
    let count = 0;
    let first = Infinity;
    for (let slot = 0; slot < slots; slot++) {
      const atMs = /** @type {number} */ (receivedAtMs[slot]);
      if (!(atMs >= oldestMs)) continue;
      selected[count++] = slot;
      if (atMs < first) first = atMs;
    }
    this.to = count;
    this.version += 1;
    return first;
  }

  /** @param {string} name */
  values(name) {
    return /** @type {Float64Array} */ (this.#columns.column(name).values);
  }

  /** @param {string} name */
  reader(name) {
    const column = this.#columns.column(name);
    return (/** @type {number} */ slot) => column.read(slot);
  }

  /** @param {string} key */
  by(key) {
    let groups = this.#groups.get(key);
    if (!groups) {
      const { teams, input } = this.#game;
      const count = (key === 'team' ? teams : (input[key]?.enum ?? [])).length;
      const parts = Array.from({ length: count }, () => new Selection(this.#columns, this.#game));
      this.#groups.set(key, (groups = new Groups(parts)));
    }
    const column = key === 'team' ? this.#columns.teams : this.values(key);
    return groups.of(this, column);
  }
}

/** The groups of one selection by one key. Their memory is used again in every window. */
class Groups {
  #parts;
  #slots = NO_SLOTS;
  #version = -1;
  #ends;

  /** @param {Selection[]} parts */
  constructor(parts) {
    this.#parts = parts;
    this.#ends = new Int32Array(parts.length);
  }

  /** @param {Selection} whole @param {Float64Array} column the group of each slot @returns {readonly Selection[]} */
  of({ slots, from, to, version }, column) {
    if (version === this.#version) return this.#parts;
    this.#version = version;
    const ends = this.#ends.fill(0);
    for (let i = from; i < to; i++) {
      const group = /** @type {number} */ (column[/** @type {number} */ (slots[i])]);
      if (group >= 0) ends[group] = /** @type {number} */ (ends[group]) + 1;
    }
    this.#begin(ends, to - from, version);
    const sorted = this.#slots;
    for (let i = from; i < to; i++) {
      const slot = /** @type {number} */ (slots[i]);
      const group = /** @type {number} */ (column[slot]);
      if (group < 0) continue;
      const at = /** @type {number} */ (ends[group]);
      sorted[at] = slot;
      ends[group] = at + 1;
    }
    return this.#parts;
  }

  /** Gives each group its place, and leaves where it begins in `ends`. @param {Int32Array} ends the sizes @param {number} count of all @param {number} version */
  #begin(ends, count, version) {
    if (this.#slots.length < count) this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(count)));
    let at = 0;
    this.#parts.forEach((part, group) => {
      const size = /** @type {number} */ (ends[group]);
      ends[group] = at;
      part.slots = this.#slots;
      part.from = at;
      part.to = at += size;
      part.version = version;
    });
  }
}

/**
 * @typedef {object} Column the values of one field by slot
 * @property {string} name
 * @property {Float64Array | null} values null: free text
 * @property {(capacity: number) => void} grow
 * @property {(slot: number, value: Value) => boolean} write true: it is another one than before
 * @property {(slot: number) => Value} read
 */

/** @param {string} name @param {Field} field @returns {Column} */
function createColumn(name, { type, enum: choices }) {
  if (type !== 'string') return new Numbers(name, type === 'boolean');
  return choices ? new Choices(name, choices) : new Texts(name);
}

/** Numbers, and booleans as 0 and 1. */
class Numbers {
  values = new Float64Array(0);

  /** @param {string} name @param {boolean} isBoolean */
  constructor(name, isBoolean) {
    this.name = name;
    this.isBoolean = isBoolean;
  }

  /** @param {number} capacity */
  grow(capacity) {
    this.values = grown(this.values, capacity, 0);
  }

  /** @param {number} slot @param {Value} value */
  write(slot, value) {
    return replace(this.values, slot, Number(value));
  }

  /** @param {number} slot */
  read(slot) {
    const value = /** @type {number} */ (this.values[slot]);
    return this.isBoolean ? value === 1 : value;
  }
}

/** Texts with an `enum`, by their places in it. */
class Choices {
  values = new Float64Array(0);

  /** @param {string} name @param {readonly string[]} choices */
  constructor(name, choices) {
    this.name = name;
    this.choices = choices;
  }

  /** @param {number} capacity */
  grow(capacity) {
    this.values = grown(this.values, capacity, NEITHER);
  }

  /** @param {number} slot @param {Value} value */
  write(slot, value) {
    return replace(this.values, slot, this.choices.indexOf(String(value)));
  }

  /** @param {number} slot */
  read(slot) {
    return this.choices[/** @type {number} */ (this.values[slot])] ?? '';
  }
}

/** Free texts, which folds can only read one by one. */
class Texts {
  values = null;
  /** @type {string[]} */
  #texts = [];

  /** @param {string} name */
  constructor(name) {
    this.name = name;
  }

  grow() {}

  /** @param {number} slot @param {Value} value */
  write(slot, value) {
    const text = String(value);
    if (this.#texts[slot] === text) return false;
    this.#texts[slot] = text;
    return true;
  }

  /** @param {number} slot */
  read(slot) {
    return this.#texts[slot] ?? '';
  }
}

/** @param {Float64Array} values @param {number} slot @param {number} value @returns {boolean} it is another one than before */
function replace(values, slot, value) {
  if (values[slot] === value) return false;
  values[slot] = value;
  return true;
}

/** @param {Float64Array} values @param {number} capacity @param {number} rest what the new slots hold */
function grown(values, capacity, rest) {
  const longer = new Float64Array(capacity).fill(rest);
  longer.set(values);
  return longer;
}
