/** Counts faults by the pages that have them, so that whatever one page forges is little, and gives way to what many have. */

/** Different ones at once. */
const MOST = 20;
/** So many of them may be of one page. */
const MOST_OF_PAGE = 3;

/** @template T @typedef {{ fault: T, by: Set<string> }} Counted `by`: the pages that have it */

/** @template T what pages report */
export class FaultTally {
  /** @type {Map<string, Counted<T>>} */
  #all = new Map();

  /** @param {T} fault @param {readonly string[]} pages which ones @returns {Counted<T> | null} null: they have reported enough */
  add(fault, pages) {
    const key = JSON.stringify(fault);
    const known = this.#all.get(key);
    const counted = known ?? { fault, by: new Set() };
    for (const page of pages) if (known || this.#mayAdd(page)) counted.by.add(page);
    if (counted.by.size === 0) return null;
    if (!known) this.#insert(key, counted);
    return counted;
  }

  /** @param {string} page */
  #mayAdd(page) {
    return this.list.filter(({ by }) => by.has(page)).length < MOST_OF_PAGE;
  }

  /** @param {string} key @param {Counted<T>} counted */
  #insert(key, counted) {
    this.#all.set(key, counted);
    if (this.#all.size <= MOST) return;
    const fewest = Math.min(...this.list.map(({ by }) => by.size));
    const [rarest = key] = [...this.#all].find(([, { by }]) => by.size === fewest) ?? [];
    this.#all.delete(rarest);
  }

  /** They are in the order in which they came. @returns {Counted<T>[]} */
  get list() {
    return [...this.#all.values()];
  }
}
