/** A binary heap: the first of many things, which come in any order. Hundreds of thousands of events wait at a time. */

/** @template T */
export class Heap {
  /** @type {T[]} */
  #items = [];
  #isBefore;

  /** @param {(a: T, b: T) => boolean} isBefore */
  constructor(isBefore) {
    this.#isBefore = isBefore;
  }

  /** @returns {T | undefined} the first one, which stays */
  peek() {
    return this.#items[0];
  }

  /** @param {T} item */
  push(item) {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = /** @type {T} */ (items[above]);
      if (!this.#isBefore(item, other)) break;
      items[at] = other;
      at = above;
    }
    items[at] = item;
  }

  /** @returns {T | undefined} the first one, which goes */
  pop() {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= items.length) break;
      if (
        below + 1 < items.length &&
        this.#isBefore(/** @type {T} */ (items[below + 1]), /** @type {T} */ (items[below]))
      )
        below += 1;
      const other = /** @type {T} */ (items[below]);
      if (!this.#isBefore(other, last)) break;
      items[at] = other;
      at = below;
    }
    items[at] = last;
    return first;
  }
}
