/** Remembers what was computed from a part of the state, until its revision changes. It follows from the state alone, so it is none. */

/** @type {WeakMap<object, { revision: number, value: any }>} */
const remembered = new WeakMap();

/**
 * Frames ask 30 times a second for what changes with an answer: sorting 6,000 words each time would cost a tenth of a core.
 * @template T
 * @param {object} part of the state, for which one thing is remembered
 * @param {number} revision of that part
 * @param {() => T} compute
 * @returns {T} read only
 */
export function remember(part, revision, compute) {
  const before = remembered.get(part);
  if (before?.revision === revision) return before.value;
  const value = compute();
  remembered.set(part, { revision, value });
  return value;
}
