/** The memory of a page over a reload. Where the browser stores nothing (it is blocked, the disk is full), it is remembered until then. */

/** @typedef {ReturnType<typeof createMemory>} Memory */

/** @param {'localStorage' | 'sessionStorage'} kind @param {string} [prefix] of all keys */
export function createMemory(kind, prefix = '') {
  /** Values that could not be stored. @type {Map<string, string | undefined>} */
  const values = new Map();
  return {
    /** @param {string} key @returns {string | undefined} */
    get(key) {
      if (values.has(key)) return values.get(key);
      try {
        // Where it is blocked, only to look at it throws.
        return globalThis[kind].getItem(prefix + key) ?? undefined;
      } catch {
        return undefined;
      }
    },
    /** Forgets everything under its prefix. */
    clear() {
      for (const key of keysOf(kind)) if (key.startsWith(prefix)) this.set(key.slice(prefix.length));
      values.clear();
    },
    /** @param {string} key @param {string} [value] undefined: it is forgotten */
    set(key, value) {
      try {
        if (value === undefined) globalThis[kind].removeItem(prefix + key);
        else globalThis[kind].setItem(prefix + key, value);
        // Another page of this browser may change what is stored.
        values.delete(key);
      } catch {
        values.set(key, value);
      }
    },
  };
}

export const browserMemory = createMemory('localStorage');
export const tabMemory = createMemory('sessionStorage');

/** @param {'localStorage' | 'sessionStorage'} kind @returns {string[]} none where it is blocked */
function keysOf(kind) {
  try {
    return Object.keys(globalThis[kind]);
  } catch {
    return [];
  }
}
