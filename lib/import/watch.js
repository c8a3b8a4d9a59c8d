/** Watches what a reader takes of a file's content, so that all the rest can be listed: by construction, not by care. */

/** @typedef {{ path: string, value: unknown }} Rest `path`: the keys to it, without those of lists: `media.url` */

/**
 * A reader gets `value` instead of `raw`, and reads it as any object. A part is taken when the reader has read its key; of an object or a
 * list, one of its own keys, too. Reading costs some 200 ns a key, and nothing may be written.
 * @template T
 * @param {T} raw objects, lists and plain values, without a cycle, as JSON gives them
 * @returns {{ value: T, rest(): Rest[] }} rest: what has not been taken so far and is not empty, in the order of the file
 */
export function watch(raw) {
  /** @type {Map<object, Set<string>>} */
  const read = new Map();
  /** @type {Map<object, object>} */
  const watched = new Map();

  /** @param {unknown} value @returns {any} */
  const wrap = (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const known = watched.get(value);
    if (known) return known;
    const keys = new Set();
    const proxy = new Proxy(value, {
      get(target, key) {
        if (typeof key === 'string' && Object.hasOwn(target, key)) keys.add(key);
        return wrap(Reflect.get(target, key));
      },
    });
    read.set(value, keys);
    watched.set(value, proxy);
    return proxy;
  };

  /** @param {object} value @param {string} path @returns {Rest[]} */
  const restOf = (value, path) =>
    Object.entries(value).flatMap(([key, child]) => {
      const at = Array.isArray(value) ? path : path === '' ? key : `${path}.${key}`;
      if (isEmpty(child)) return [];
      if (!read.get(value)?.has(key) || isUnread(child)) return [{ path: at, value: child }];
      return typeof child === 'object' ? restOf(child, at) : [];
    });

  /** @param {unknown} value */
  const isUnread = (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Object.keys(value).some((key) => read.get(value)?.has(key));

  return {
    value: wrap(raw),
    rest: () => (typeof raw === 'object' && raw !== null ? restOf(raw, '') : []),
  };
}

/** @param {unknown} value @returns {boolean} whether nothing is lost with it */
function isEmpty(value) {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}
