/**
 * Folds: how a crowd's inputs become one small value. Each is a commutative monoid (see `Fold` in
 * types.d.ts), so sums of many edges merge in any order into what one edge would have had. What 2012
 * called updates, totals and uniques are `all`, `totals` and `latest`.
 */

/** @import { Folds } from './infer.js' */
/** @import { Field, Fold, Levels } from './types.js' */

import { isNumeric, isOwn, isTimed, makeFold, needFields, readSum } from './make-fold.js';

export { readSum } from './make-fold.js';
export { topK } from './top-k.js';

/**
 * Sums and counts of the window. Reads as it is: `{ count, taps }`.
 * @param {...string} names number fields of the input
 * @type {Folds['totals']}
 */
export function totals(...names) {
  return makeFold({
    kind: 'totals',
    bind: ({ input }) => needFields('totals', names, input, isNumeric),
    empty: () => Object.fromEntries([['count', 0], ...names.map((name) => [name, 0])]),
    add(sum, input) {
      sum.count += 1;
      for (const name of names) sum[name] += Number(input[name]);
      return sum;
    },
    scan: (levels) => ({
      count: levels.to - levels.from,
      ...Object.fromEntries(names.map((name) => [name, sumOf(levels, name)])),
    }),
    merge: (a, b) => Object.fromEntries(Object.keys(a).map((key) => [key, a[key] + b[key]])),
  });
}

/**
 * Like `totals`, over the last value of every phone: kept until it changes, corrected when the phone
 * leaves, dropped after `expireMs` of silence (2012: "uniques").
 * @param {...string} names
 * @type {Folds['latest']}
 */
export function latest(...names) {
  return makeFold({ ...totals(...names), kind: 'latest', hold: true });
}

/**
 * Reads as `{ count, mean }`; the mean of nobody is 0.
 * @param {string} name a number field of the input
 * @type {Folds['mean']}
 */
export function mean(name) {
  return makeFold({
    kind: 'mean',
    bind: ({ input }) => needFields('mean', [name], input, isNumeric),
    empty: () => ({ count: 0, sum: 0 }),
    add(sum, input) {
      sum.count += 1;
      sum.sum += Number(input[name]);
      return sum;
    },
    scan: (levels) => ({ count: levels.to - levels.from, sum: sumOf(levels, name) }),
    merge: (a, b) => ({ count: a.count + b.count, sum: a.sum + b.sum }),
    read: ({ count, sum }) => ({ count, mean: count === 0 ? 0 : sum / count }),
  });
}

/**
 * Counts how many phones said what: `{ A: 12, B: 3 }`, with a 0 for every value that nobody chose. An optional field
 * that was left out, without a default, counts nowhere.
 * @param {string} name a field with `enum`, a boolean, or an integer of at most 100 values
 * @type {Folds['tally']}
 */
export function tally(name) {
  /** @type {string[]} */
  let values = [];
  /** The number in the column of levels that stands for the first value. */
  let first = 0;
  return makeFold({
    kind: 'tally',
    bind({ input }) {
      needFields('tally', [name], input, () => true);
      const field = /** @type {Field} */ (input[name]);
      values = valuesOf(field);
      first = field.type === 'integer' ? Number(field.minimum) : 0;
      if (values.length === 0)
        throw new TypeError(`tally('${name}') needs few values: give input.${name} an enum, or use topK`);
    },
    empty: () => Object.fromEntries(values.map((value) => [value, 0])),
    add(sum, input) {
      const value = String(input[name]);
      if (Object.hasOwn(sum, value)) sum[value] += 1;
      return sum;
    },
    scan(levels) {
      const { slots, from, to } = levels;
      const column = levels.values(name);
      const counts = new Array(values.length).fill(0);
      for (let i = from; i < to; i++) {
        const place = /** @type {number} */ (column[/** @type {number} */ (slots[i])]) - first;
        if (place >= 0 && place < counts.length) counts[place] += 1;
      }
      return Object.fromEntries(values.map((value, place) => [value, counts[place]]));
    },
    merge: (a, b) => Object.fromEntries(Object.keys(a).map((key) => [key, a[key] + b[key]])),
  });
}

/**
 * Counts by range: a list of `bins` numbers. A value on a border counts in the upper bin.
 * @param {string} name a number field of the input
 * @param {{ bins?: number, from?: number, to?: number, weight?: string }} [options] 10 bins from the field's
 *   minimum to its maximum; `weight` names a number field to add instead of 1
 * @type {Folds['histogram']}
 */
export function histogram(name, { bins = 10, from, to, weight } = {}) {
  let low = 0;
  let high = 1;
  const binOf = (/** @type {number} */ value) => {
    const share = (value - low) / (high - low);
    return Math.min(bins - 1, Math.max(0, Math.floor(share * bins)));
  };
  return makeFold({
    kind: 'histogram',
    bind({ input }) {
      needFields('histogram', weight ? [name, weight] : [name], input, isNumeric);
      low = from ?? input[name]?.minimum ?? NaN;
      high = to ?? input[name]?.maximum ?? NaN;
      if (!(low < high))
        throw new TypeError(
          `histogram('${name}') needs from and to, or minimum and maximum of input.${name}`,
        );
      if (!Number.isInteger(bins) || bins < 1 || bins > 1000)
        throw new TypeError(`histogram('${name}') takes 1 to 1000 bins`);
    },
    empty: () => new Array(bins).fill(0),
    add(sum, input) {
      const bin = binOf(Number(input[name]));
      sum[bin] += weight ? Number(input[weight]) : 1;
      return sum;
    },
    scan(levels) {
      const { slots, from, to } = levels;
      const column = levels.values(name);
      const weights = weight ? levels.values(weight) : null;
      const sum = new Float64Array(bins);
      const [least, width, last] = [low, high - low, bins - 1];
      for (let i = from; i < to; i++) {
        const slot = /** @type {number} */ (slots[i]);
        const value = /** @type {number} */ (column[slot]);
        // As `binOf` does it: a call for each of 10,000 levels would double what they cost.
        const bin = Math.floor(((value - least) / width) * bins);
        const at = bin < 0 ? 0 : bin > last ? last : bin;
        sum[at] = /** @type {number} */ (sum[at]) + (weights === null ? 1 : Number(weights[slot]));
      }
      return Array.from(sum);
    },
    merge: (a, b) => a.map((/** @type {number} */ count, /** @type {number} */ bin) => count + b[bin]),
  });
}

/**
 * Every player's last input by player id: `{ p1: { tilt: 0.2 }, … }`. For swarms. GROWS with the
 * audience: 2,000 players at 30 frames are 60,000 values a second to every screen.
 * @type {Folds['each']}
 */
export function each() {
  return makeFold({
    kind: 'each',
    grows: true,
    empty: () => ({}),
    add(sum, input, who) {
      sum[who.id] = { ...input };
      return sum;
    },
    // A player is on one edge at a time; should two speak for one player, both orders must agree.
    merge(a, b) {
      const sum = { ...a };
      for (const [id, input] of Object.entries(b)) {
        if (!(id in sum) || JSON.stringify(input) > JSON.stringify(sum[id])) sum[id] = input;
      }
      return sum;
    },
  });
}

/**
 * Every reading of the window, by player id, in the order they came: `{ p1: [{ tilt: 0.2 }, …], … }`
 * (2012: "updates"). GROWS with the audience and with its rate; nearly always another fold is better.
 * @type {Folds['all']}
 */
export function all() {
  return makeFold({
    kind: 'all',
    grows: true,
    empty: () => ({}),
    add(sum, input, who) {
      (sum[who.id] ??= []).push({ ...input });
      return sum;
    },
    merge(a, b) {
      const sum = { ...a };
      for (const [id, readings] of Object.entries(b))
        sum[id] = id in sum ? [...sum[id], ...readings] : readings;
      return sum;
    },
  });
}

/**
 * Several folds of the same inputs: `combine({ pull: mean('y'), votes: tally('vote') })` reads as
 * `{ pull: …, votes: … }`.
 * @param {Record<string, Fold>} parts
 * @type {Folds['combine']}
 */
export function combine(parts) {
  const names = Object.keys(parts);
  const part = (/** @type {string} */ name) => /** @type {Fold} */ (parts[name]);
  const map = (/** @type {(name: string) => unknown} */ make) =>
    Object.fromEntries(names.map((name) => [name, make(name)]));
  /** @type {Parameters<typeof makeFold>[0]} */
  const whole = {
    kind: 'combine',
    hold: names.some((name) => part(name).hold),
    grows: names.some((name) => part(name).grows),
    timed: names.some((name) => isTimed(part(name))),
    bind: (about) => names.forEach((name) => part(name).bind?.(about)),
    empty: () => map((name) => part(name).empty()),
    add(sum, input, who, atMs) {
      for (const name of names) sum[name] = part(name).add(sum[name], input, who, atMs);
      return sum;
    },
    // A part without a scan has to be given each level, and then the others may as well.
    ...(names.every((name) => part(name).scan) && {
      scan: (/** @type {Levels} */ levels) => map((name) => part(name).scan?.(levels)),
    }),
    merge: (a, b) => map((name) => part(name).merge(a[name], b[name])),
    read: (sum) => map((name) => readSum(part(name), sum[name])),
  };
  return makeFold(whole, !names.some((name) => isOwn(part(name))));
}

/** @param {Field} field @returns {string[]} all values a field can have, if they are few */
function valuesOf(field) {
  if (field.enum) return [...field.enum];
  if (field.type === 'boolean') return ['false', 'true'];
  const { minimum = -Infinity, maximum = Infinity } = field;
  if (field.type !== 'integer' || maximum - minimum > 99) return [];
  return Array.from({ length: maximum - minimum + 1 }, (_, i) => String(minimum + i));
}

/** @param {Levels} levels @param {string} name of a number field @returns {number} in the order of the slots, as `add` adds them */
function sumOf(levels, name) {
  const { slots, from, to } = levels;
  const column = levels.values(name);
  let sum = 0;
  for (let i = from; i < to; i++) sum += /** @type {number} */ (column[/** @type {number} */ (slots[i])]);
  return sum;
}
