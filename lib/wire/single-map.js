/**
 * A map that nearly always has one entry or none. A `Map` has a table of 152 bytes from the start, and Socket.IO has three
 * of them for each of ten thousand phones.
 */

/** Stands for no key. */
const NONE = {};

/**
 * Stands in for a `Map` where one is asked for what is here.
 * @template K, V
 */
export class SingleMap {
  /** @type {unknown} */
  #key = NONE;
  /** @type {V | undefined} */
  #value = undefined;
  /** All entries, once there are two. @type {Map<K, V> | null} */
  #many = null;

  get size() {
    if (this.#many) return this.#many.size;
    return this.#key === NONE ? 0 : 1;
  }

  /** @param {K} key */
  has(key) {
    return this.#many ? this.#many.has(key) : this.#key === key;
  }

  /** @param {K} key */
  get(key) {
    if (this.#many) return this.#many.get(key);
    return this.#key === key ? this.#value : undefined;
  }

  /** @param {K} key @param {V} value */
  set(key, value) {
    if (!this.#many && this.#key !== NONE && this.#key !== key) this.#many = new Map(this.entries());
    if (this.#many) this.#many.set(key, value);
    else [this.#key, this.#value] = [key, value];
    return this;
  }

  /** @param {K} key @returns {boolean} it was there */
  delete(key) {
    if (this.#many) return this.#many.delete(key);
    const isHere = this.#key === key;
    if (isHere) this.clear();
    return isHere;
  }

  clear() {
    [this.#key, this.#value, this.#many] = [NONE, undefined, null];
  }

  /** @returns {IterableIterator<[K, V]>} */
  *entries() {
    if (this.#many) yield* this.#many;
    else if (this.#key !== NONE) yield [/** @type {K} */ (this.#key), /** @type {V} */ (this.#value)];
  }

  /** @returns {IterableIterator<V>} */
  *values() {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator]() {
    return this.entries();
  }
}
