/** How a crowd's inputs fold into one value, as types. */

import type { Fields, Input } from './types.js';

/** The sender of an input, as a fold sees it. */
export interface Who<Team extends string = string> {
  id: string;
  team: Team | null;
}

/**
 * The levels of an edge that count now, or a group of them, in columns by the slot of the player. Read only, and good
 * until the scan ends.
 */
export interface Levels {
  /** The slots of these levels stand from `from` to before `to`, in rising order. */
  readonly slots: Int32Array;
  readonly from: number;
  readonly to: number;
  /** A column: numbers as they are, 0 or 1 for false and true, the place in its `enum` or -1. Not of free text. */
  values(name: string): Float64Array;
  /** Returns a function that gives a field of any type, as `add` would be given it. */
  reader(name: string): (slot: number) => number | boolean | string;
  /** These levels by team (`'team'`), or by the value of a field with an `enum`; those with none of them are left out. */
  by(key: string): readonly Levels[];
}

/**
 * A commutative monoid over inputs: `merge` is associative, commutative and leaves both sides as they
 * were, `empty()` is its neutral element and fresh each time, `add` changes and returns its first
 * argument. Sums are JSON.
 */
export interface Fold<Sum = any, Read = any> {
  kind: string;
  /** True: the game's inputs are levels that hold until changed (see `GameDefinition.hold`). */
  hold?: boolean;
  /** True: a sum grows with the audience (`each`, `all`): fine for swarms, wrong for thousands. */
  grows?: boolean;
  /** True: `add` reads `atMs`. Absent: an author's own fold does, and another one if it names that parameter. */
  timed?: boolean;
  empty(): Sum;
  /**
   * Called once per input or held level; must not keep `input`, which is reused for the next one. `atMs`: stage time in
   * whole ms at which the input counts (see `OwnFold`).
   */
  add(sum: Sum, input: Input, who: Who, atMs?: number): Sum;
  /** The sum of all levels, to the last bit as `add` gives it slot by slot, by loops over columns. Absent: `add` is called for each. */
  scan?(levels: Levels): Sum;
  merge(a: Sum, b: Sum): Sum;
  /** What `tick` is given instead of the raw sum, for example a mean instead of a sum and a count. */
  read?(sum: Sum): Read;
  /** The same fold once per team (`'team'`) or per value of an input field with an `enum`. */
  by(key: string): Fold;
  /** Called once by defineGame with the game's teams and input; throws a sentence if they do not fit. */
  bind(about: { teams: readonly string[]; input: Fields }): void;
}

/** A fold that an author writes, under the laws of `Fold`. */
export interface OwnFold<Sum = any, Message = any> {
  /** True: a sum grows with the audience. See `Fold.grows`. */
  grows?: boolean;
  empty(): Sum;
  /**
   * Changes and returns its first argument; must not keep `input`, which is reused for the next one.
   * `atMs`: stage time (as `ctx.nowMs`) at which the input counts, in whole ms, 0 or more. An event counts when it
   * arrives, minus half of the best round trip of its phone, at most 150 ms: it may lie before the last tick, and a
   * little before an event that came earlier. A level counts now, so for levels it is the time of the window.
   */
  add(sum: Sum, input: Message, who: Who, atMs: number): Sum;
  merge(a: Sum, b: Sum): Sum;
  /** The sum of all levels, to the last bit as `add` gives it level by level, by loops over columns. */
  scan?(levels: Levels): Sum;
  by?: undefined;
}
