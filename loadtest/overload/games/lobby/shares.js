/** Measures how evenly a server is shared: how many inputs of each phone counted, in windows of five seconds. */

import { isDeaf } from '../../../swarm/roster.js';

const WINDOW_MS = 5000;
/** Nineteen in twenty phones are better off than the poorest one that is judged. */
const POOR = 0.05;

/**
 * @typedef {object} Shares of the phones that obey and of which an input counted in the window
 * @property {number} jain 0 to 1: (Σx)² / (n Σx²), 1 when all have the same share (Jain, Chiu, Hawe: DEC-TR-301, 1984)
 * @property {number} poorest the share of the poorest phone, as a multiple of the mean
 */

export function createShares() {
  const counts = new Uint32Array(65_536);
  let highest = 0;
  let startMs = 0;
  /** @type {Shares} */
  let reading = { jain: 1, poorest: 1 };

  return {
    /** @param {number} who */
    count(who) {
      counts[who] = Number(counts[who]) + 1;
      if (who > highest) highest = who;
    },
    /** @param {number} nowMs @param {number} deafShare */
    look(nowMs, deafShare) {
      if (nowMs - startMs < WINDOW_MS) return;
      startMs = nowMs;
      const honest = counts
        .slice(0, highest + 1)
        .filter((count, who) => count > 0 && !isDeaf(who, deafShare))
        .sort();
      if (honest.length > 0) reading = sharesOf(honest);
      counts.fill(0);
      highest = 0;
    },
    /** Returns the shares of the last complete window. */
    get reading() {
      return reading;
    },
  };
}

/** @param {Uint32Array} sorted @returns {Shares} */
function sharesOf(sorted) {
  let sum = 0;
  let squares = 0;
  for (const count of sorted) {
    sum += count;
    squares += count * count;
  }
  const poor = Number(sorted[Math.floor(sorted.length * POOR)]);
  return { jain: sum ** 2 / (sorted.length * squares), poorest: (poor * sorted.length) / sum };
}
