/** The fold that finds the most frequent values of a crowd, within a bounded memory. */

/** @import { Folds } from './infer.js' */

import { makeFold, needFields } from './make-fold.js';

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
    return values.length <= capacity
      ? counts
      : Object.fromEntries(smallestHashes(values, capacity).map((value) => [value, counts[value]]));
  };
  return makeFold({
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
    scan(levels) {
      const { slots, from, to } = levels;
      const valueAt = levels.reader(name);
      /** @type {Map<unknown, number>} */
      const counts = new Map();
      for (let i = from; i < to; i++) {
        const value = valueAt(/** @type {number} */ (slots[i]));
        counts.set(value, (counts.get(value) ?? 0) + 1);
      }
      const named = Array.from(counts, ([value, count]) => [`=${value}`, count]);
      return { total: to - from, counts: prune(Object.fromEntries(named)) };
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

/** @param {string[]} values @param {number} count how many to keep @returns {string[]} */
function smallestHashes(values, count) {
  return values
    .map((value) => ({ value, hash: hash(value) }))
    .sort((a, b) => a.hash - b.hash || (a.value < b.value ? -1 : 1))
    .slice(0, count)
    .map(({ value }) => value);
}

/** FNV-1a, 32 bit (Fowler, Noll, Vo 1991). @param {string} text */
function hash(text) {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}
