/**
 * Reads from a notice what the majority does, for any game: it searches for numbers named like the choices
 * (`{ up: 12, down: 30 }` beside an `enum` of up and down), for a list with one number for each choice, and for a mean.
 */

/** A notice is searched down to this many levels. */
const DEPTH = 5;

/**
 * @typedef {object} Majority
 * @property {number | null} most the choice with the most votes; null if the notice does not tell
 * @property {number | null} least
 * @property {number | null} mean -1 to 1
 */

/**
 * @param {unknown} notice
 * @param {object} about
 * @param {string | null} about.team figures of this team come first
 * @param {readonly ReadonlySet<string>[]} about.choices the names of each
 * @returns {Majority}
 */
export function readMajority(notice, { team, choices }) {
  const parts = [...partsOf(notice, DEPTH)];
  const own = team === null ? [] : parts.filter(({ path }) => path.includes(team));
  const ordered = [...own, ...parts].map(({ value }) => value);
  const counts = first(ordered, (part) => countsIn(part, choices));
  const mean = first(ordered, meanIn);
  return { most: place(counts, Math.max), least: place(counts, Math.min), mean };
}

/**
 * @param {unknown} value @param {number} depth @param {string[]} [path]
 * @returns {Generator<{ value: object, path: string[] }, void>} yields every object and list in the value
 */
function* partsOf(value, depth, path = []) {
  if (typeof value !== 'object' || value === null || depth === 0) return;
  yield { value, path };
  for (const [key, inner] of Object.entries(value)) yield* partsOf(inner, depth - 1, [...path, key]);
}

/** @template T, R @param {T[]} items @param {(item: T) => R | null} read @returns {R | null} */
function first(items, read) {
  for (const item of items) {
    const found = read(item);
    if (found !== null) return found;
  }
  return null;
}

/** @param {object} part @param {readonly ReadonlySet<string>[]} choices @returns {number[] | null} */
function countsIn(part, choices) {
  if (choices.length < 2) return null;
  const isCount = (/** @type {unknown} */ one) => typeof one === 'number';
  if (Array.isArray(part)) return part.length === choices.length && part.every(isCount) ? part : null;
  const numbers = Object.entries(part).filter(([, value]) => isCount(value));
  const counts = choices.map((words) => numbers.find(([key]) => words.has(key.toLowerCase()))?.[1]);
  return counts.every(isCount) ? counts : null;
}

/** @param {object} part @returns {number | null} */
function meanIn(part) {
  const { mean } = /** @type {{ mean?: unknown }} */ (part);
  return typeof mean === 'number' && Math.abs(mean) <= 1 ? mean : null;
}

/** @param {number[] | null} counts @param {(...counts: number[]) => number} pick @returns {number | null} null without counts, and for a draw */
function place(counts, pick) {
  if (!counts || counts.every((count) => count === counts[0])) return null;
  return counts.indexOf(pick(...counts));
}
