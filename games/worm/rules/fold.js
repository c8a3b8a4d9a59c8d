/** How the crowd of a worm folds: per segment n, the sums of the levels and of their squares, and a histogram. */

/** @import { Levels } from 'mass-mobile' */

/** Positions of the slider: -1 to 1 in steps of 0.02, which is 2 on the scale of -100 to 100. */
export const BINS = 101;
/** Half the width of a bin: the greatest error of a median or a trimmed mean, and of a phone's own level none. */
export const RESOLUTION = 0.01;
/** The segments that a phone may name; `-` stands for none: no answer was given, or there are no segments. */
export const SEGMENTS = /** @type {const} */ (['-', 'a', 'b', 'c', 'd', 'e', 'f']);

/**
 * @typedef {(typeof SEGMENTS)[number]} Segment
 * @typedef {{ n: number, sum: number, squares: number, bins: number[] }} Cell the levels of one segment
 * @typedef {Partial<Record<Segment, Cell>>} CrowdSum only segments that somebody is in, because each sum is written down
 */

/** @param {number} y -1 to 1 @returns {number} 0 to 100 */
export function binOf(y) {
  const bin = Math.round((y + 1) * 50);
  return bin < 0 ? 0 : bin > BINS - 1 ? BINS - 1 : bin;
}

/** @param {number} bin @returns {number} the level in its middle, -1 to 1 */
export function levelOf(bin) {
  return bin / 50 - 1;
}

/** @returns {Cell} */
export function emptyCell() {
  return { n: 0, sum: 0, squares: 0, bins: new Array(BINS).fill(0) };
}

/** @param {Cell} cell @param {number} y */
function addLevel(cell, y) {
  const bin = binOf(y);
  cell.n += 1;
  cell.sum += y;
  cell.squares += y * y;
  cell.bins[bin] = /** @type {number} */ (cell.bins[bin]) + 1;
}

/** @param {Cell} a @param {Cell} b @returns {Cell} */
export function mergeCells(a, b) {
  return {
    n: a.n + b.n,
    sum: a.sum + b.sum,
    squares: a.squares + b.squares,
    bins: a.bins.map((count, bin) => count + /** @type {number} */ (b.bins[bin])),
  };
}

/**
 * A fold of its own, because no fold of the table has squares, and one pass over the columns does all of it: 10,000
 * levels take some 0.1 ms. A fold knows the sender but not the state, where the answers are, so each phone names its own
 * segment in its level. Nobody gains by naming a wrong one: they could as well have given a wrong answer.
 */
export const crowdFold = {
  /** @returns {CrowdSum} */
  empty: () => ({}),
  /** @param {CrowdSum} sum @param {{ y: number, s: Segment }} input */
  add(sum, { y, s }) {
    addLevel((sum[s] ??= emptyCell()), y);
    return sum;
  },
  /** @param {Levels} levels @returns {CrowdSum} */
  scan(levels) {
    const { slots, from, to } = levels;
    const [ys, places] = [levels.values('y'), levels.values('s')];
    /** @type {(Cell | undefined)[]} */
    const cells = [];
    for (let i = from; i < to; i++) {
      const slot = /** @type {number} */ (slots[i]);
      const place = /** @type {number} */ (places[slot]);
      if (place >= 0) addLevel((cells[place] ??= emptyCell()), /** @type {number} */ (ys[slot]));
    }
    /** @type {CrowdSum} */
    const sum = {};
    SEGMENTS.forEach((segment, place) => {
      const cell = cells[place];
      if (cell) sum[segment] = cell;
    });
    return sum;
  },
  /** @param {CrowdSum} a @param {CrowdSum} b @returns {CrowdSum} */
  merge(a, b) {
    /** @type {CrowdSum} */
    const sum = {};
    for (const segment of SEGMENTS) {
      const [one, other] = [a[segment], b[segment]];
      if (one || other) sum[segment] = mergeCells(one ?? emptyCell(), other ?? emptyCell());
    }
    return sum;
  },
};
