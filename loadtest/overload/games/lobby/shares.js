/** Measures how evenly a server is shared: how many inputs of each phone counted, in windows of five seconds. */

import { isDeaf } from '../../../swarm/roster.js';

const WINDOW_MS = 5000;
/** Nineteen in twenty phones are better off than the poorest one that is judged. */
const POOR = 0.05;

export function createShares() {
  const counts = new Uint32Array(65_536);
  let startMs = 0;

  return {
    /** It is about the last whole window, and the phones that obey and of which an input counted in it. */
    reading: { jain: 1, poorest: 1 },
    /** @param {number} who */
    count(who) {
      counts[who] = Number(counts[who]) + 1;
    },
    /** @param {number} nowMs @param {number} deafShare */
    look(nowMs, deafShare) {
      if (nowMs - startMs < WINDOW_MS) return;
      startMs = nowMs;
      const honest = counts.filter((count, who) => count > 0 && !isDeaf(who, deafShare)).sort();
      if (honest.length > 0) this.reading = sharesOf(honest);
      counts.fill(0);
    },
  };
}

/**
 * @param {Uint32Array} sorted
 * @returns `jain`: (Σx)² / (n Σx²), 1 when all have the same share (Jain, Chiu, Hawe: DEC-TR-301, 1984); `poorest`: the
 *   share of the poorest phone, as a multiple of the mean
 */
function sharesOf(sorted) {
  const n = sorted.length;
  const sum = sorted.reduce((total, count) => total + count, 0);
  const squares = sorted.reduce((total, count) => total + count * count, 0);
  return { jain: sum ** 2 / (n * squares), poorest: (Number(sorted[Math.floor(n * POOR)]) * n) / sum };
}
