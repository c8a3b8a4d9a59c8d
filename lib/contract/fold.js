/**
 * Folds: how a crowd's inputs become one small value. Each is a commutative monoid (see `Fold` in
 * types.d.ts), so sums of many edges merge in any order into what one edge would have had. What 2012
 * called updates, totals and uniques are `all`, `totals` and `latest`.
 */

/** @import { Folds, TypedFold } from './infer.js' */
/** @import { Field, Fields, Fold } from './types.js' */

/**
 * Sums and counts of the window. Reads as it is: `{ count, taps }`.
 * @param {...string} names number fields of the input
 * @type {Folds['totals']}
 */
export function totals(...names) {
  return fold({
    kind: 'totals',
    bind: ({ input }) => needFields('totals', names, input, isNumeric),
    empty: () => Object.fromEntries([['count', 0], ...names.map((name) => [name, 0])]),
    add(sum, input) {
      sum.count += 1;
      for (const name of names) sum[name] += Number(input[name]);
      return sum;
    },
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
  return fold({ ...totals(...names), kind: 'latest', hold: true });
}

/**
 * Reads as `{ count, mean }`; the mean of nobody is 0.
 * @param {string} name a number field of the input
 * @type {Folds['mean']}
 */
export function mean(name) {
  return fold({
    kind: 'mean',
    bind: ({ input }) => needFields('mean', [name], input, isNumeric),
    empty: () => ({ count: 0, sum: 0 }),
    add(sum, input) {
      sum.count += 1;
      sum.sum += Number(input[name]);
      return sum;
    },
    merge: (a, b) => ({ count: a.count + b.count, sum: a.sum + b.sum }),
    read: ({ count, sum }) => ({ count, mean: count === 0 ? 0 : sum / count }),
  });
}

/**
 * How many said what: `{ A: 12, B: 3 }`, with a 0 for every value nobody chose.
 * @param {string} name a field with `enum`, a boolean, or an integer of at most 100 values
 * @type {Folds['tally']}
 */
export function tally(name) {
  /** @type {string[]} */
  let values = [];
  return fold({
    kind: 'tally',
    bind({ input }) {
      needFields('tally', [name], input, () => true);
      values = valuesOf(/** @type {Field} */ (input[name]));
      if (values.length === 0)
        throw new TypeError(`tally('${name}') needs few values: give input.${name} an enum, or use topK`);
    },
    empty: () => Object.fromEntries(values.map((value) => [value, 0])),
    add(sum, input) {
      sum[String(input[name])] += 1;
      return sum;
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
  return fold({
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
      const share = (Number(input[name]) - low) / (high - low);
      const bin = Math.min(bins - 1, Math.max(0, Math.floor(share * bins)));
      sum[bin] += weight ? Number(input[weight]) : 1;
      return sum;
    },
    merge: (a, b) => a.map((/** @type {number} */ count, /** @type {number} */ bin) => count + b[bin]),
  });
}

/**
 * The most frequent values of a free text or number: `{ total, top: [[value, count], …] }`.
 * Exact while a window has at most `capacity` different values. Beyond that the values with the smallest
 * hashes are kept (a bottom-k sketch): which ones are kept is chance, but the same chance on every edge,
 * and the counts of those kept stay exact, so that sums still merge in any order.
 * @param {string} name
 * @param {{ k?: number, capacity?: number }} [options]
 * @type {Folds['topK']}
 */
export function topK(name, { k = 10, capacity = 500 } = {}) {
  const prune = (/** @type {Record<string, number>} */ counts) => {
    const values = Object.keys(counts);
    if (values.length <= capacity) return counts;
    const kept = values.sort(byHash).slice(0, capacity);
    return Object.fromEntries(kept.map((value) => [value, counts[value]]));
  };
  return fold({
    kind: 'topK',
    bind: ({ input }) => needFields('topK', [name], input, () => true),
    empty: () => ({ total: 0, counts: {} }),
    add(sum, input) {
      const value = `=${input[name]}`;
      sum.total += 1;
      sum.counts[value] = (sum.counts[value] ?? 0) + 1;
      // Pruned at twice the capacity, so that a flood of new values costs one sort per `capacity` inputs.
      if (sum.total % capacity === 0) sum.counts = prune(sum.counts);
      return sum;
    },
    merge(a, b) {
      const counts = { ...a.counts };
      for (const [value, count] of Object.entries(b.counts))
        counts[value] = (counts[value] ?? 0) + Number(count);
      return { total: a.total + b.total, counts: prune(counts) };
    },
    read: ({ total, counts }) => ({
      total,
      top: Object.entries(prune(counts))
        .sort(([valueA, a], [valueB, b]) => Number(b) - Number(a) || (valueA < valueB ? -1 : 1))
        .slice(0, k)
        .map(([value, count]) => [value.slice(1), count]),
    }),
  });
}

/**
 * Every player's last input by player id: `{ p1: { tilt: 0.2 }, … }`. For swarms. GROWS with the
 * audience: 2,000 players at 30 frames are 60,000 values a second to every screen.
 * @type {Folds['each']}
 */
export function each() {
  return fold({
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
  return fold({
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
  return fold({
    kind: 'combine',
    hold: names.some((name) => part(name).hold),
    grows: names.some((name) => part(name).grows),
    bind: (about) => names.forEach((name) => part(name).bind?.(about)),
    empty: () => map((name) => part(name).empty()),
    add(sum, input, who) {
      for (const name of names) sum[name] = part(name).add(sum[name], input, who);
      return sum;
    },
    merge: (a, b) => map((name) => part(name).merge(a[name], b[name])),
    read: (sum) => map((name) => readSum(part(name), sum[name])),
  });
}

/** @param {Fold} inner @param {string} key @returns {Fold} `inner` once per team or per enum value */
function grouped(inner, key) {
  /** @type {readonly string[]} */
  let groups = [];
  const map = (/** @type {(group: string) => unknown} */ make) =>
    Object.fromEntries(groups.map((group) => [group, make(group)]));
  return fold({
    kind: `${inner.kind}.by('${key}')`,
    hold: inner.hold,
    grows: inner.grows,
    bind(about) {
      inner.bind?.(about);
      groups = key === 'team' ? about.teams : (about.input[key]?.enum ?? []);
      if (groups.length === 0) {
        throw new TypeError(
          key === 'team'
            ? `by('team') needs teams: ['…', '…']`
            : `by('${key}') needs input.${key} with an enum`,
        );
      }
    },
    empty: () => map(() => inner.empty()),
    add(sum, input, who) {
      const group = key === 'team' ? who.team : input[key];
      const part = typeof group === 'string' ? sum[group] : undefined;
      if (part !== undefined) sum[/** @type {string} */ (group)] = inner.add(part, input, who);
      return sum;
    },
    merge: (a, b) => map((group) => inner.merge(a[group], b[group])),
    read: (sum) => map((group) => readSum(inner, sum[group])),
  });
}

/**
 * What `tick` sees of a sum.
 * @param {Pick<Fold, 'read'>} from
 * @param {any} sum
 */
export function readSum(from, sum) {
  return from.read ? from.read(sum) : sum;
}

/**
 * @param {Omit<Fold, 'bind' | 'by'> & { bind?: Fold['bind'] }} parts
 * @returns {Fold}
 */
function fold(parts) {
  return {
    bind() {},
    ...parts,
    by(key) {
      return grouped(this, key);
    },
  };
}

/**
 * @param {string} kind
 * @param {string[]} names
 * @param {Fields} input
 * @param {(field: Field) => boolean} fits
 */
function needFields(kind, names, input, fits) {
  for (const name of names) {
    const field = input[name];
    if (!field)
      throw new TypeError(
        `${kind}('${name}') reads input.${name}, but input has ${Object.keys(input).join(', ') || 'no fields'}`,
      );
    if (!fits(field))
      throw new TypeError(`${kind}('${name}') needs a number, but input.${name} is a ${field.type}`);
  }
}

/** @param {Field} field */
function isNumeric(field) {
  return field.type !== 'string';
}

/** @param {Field} field @returns {string[]} all values a field can have, if they are few */
function valuesOf(field) {
  if (field.enum) return [...field.enum];
  if (field.type === 'boolean') return ['false', 'true'];
  const { minimum = -Infinity, maximum = Infinity } = field;
  if (field.type !== 'integer' || maximum - minimum > 99) return [];
  return Array.from({ length: maximum - minimum + 1 }, (_, i) => String(minimum + i));
}

/** @param {string} a @param {string} b */
function byHash(a, b) {
  return hash(a) - hash(b) || (a < b ? -1 : 1);
}

/** FNV-1a, 32 bit (Fowler, Noll, Vo 1991). @param {string} text */
function hash(text) {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}
