/** Inputs that are not folded yet, because their fold is its author's; see lib/stage/rows.js. */

/** By column: the same place in each list belongs to the same input. */
export interface Rows {
  ids: string[];
  teams: (string | null)[];
  /** Stage time at which each counts. */
  atMs: number[];
  /** A list for each field, in the order of the game's input. */
  values: (number | boolean | string)[][];
}

/** What the edges of a room have gathered since its last tick. */
export interface Gathered {
  /** Of edges that fold beside themselves. */
  sums: unknown[];
  rows: Rows[];
}
