/** Seeded random numbers for games, so that the same seed and the same inputs give the same show. */

/**
 * The generator is mulberry32 (Tommy Ettinger, 2017). Its 32 bits of state are enough for serves and shuffles, and not
 * for keys.
 * @param {number} seed any integer
 * @returns {{ next: () => number, state: () => number, restore: (seed: number) => void }} `next`: 0 <= x < 1; `state`: a
 *   seed that goes on from here; `restore` does so
 */
export function createRandom(seed) {
  let a = seed | 0;
  return {
    next() {
      a = (a + 0x6d2b79f5) | 0;
      let t = Math.imul(a ^ (a >>> 15), 1 | a);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    },
    state: () => a,
    restore: (seed) => void (a = seed | 0),
  };
}
