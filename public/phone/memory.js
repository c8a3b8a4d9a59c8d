/** Holds what a phone remembers of its player: the token, the name, answers on their way, the theme. */

/** Survives a reload; in private windows and on full disks only until then. @param {string} prefix */
export function createMemory(prefix) {
  /** @type {Map<string, string>} */
  const values = new Map();
  return {
    /** @param {string} key */
    get(key) {
      try {
        return values.get(key) ?? localStorage.getItem(`${prefix}:${key}`) ?? undefined;
      } catch {
        return undefined;
      }
    },
    /** @param {string} key @param {string} value */
    set(key, value) {
      try {
        localStorage.setItem(`${prefix}:${key}`, value);
        // Another page of this phone may change what is stored.
        values.delete(key);
      } catch {
        values.set(key, value);
      }
    },
  };
}
