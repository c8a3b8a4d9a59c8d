/**
 * Says how much of the event loop phones that come and go may take: what the phones inside leave, so that neither
 * side is learnt as the cost of the other. Pure. docs/decisions/0019 explains it.
 */

/** All together may keep the event loop busy for this share of the time. */
const BUSY = 0.9;
/** So much is theirs in any case, or a full hall would shut its door. It is some hundred joins a second. */
const LEAST = 0.15;
/** Above this share of the memory nobody should come whom we can keep waiting. */
const MEMORY_FULL = 0.9;
/** When phones would wait longer than this, those inside make room for them. */
const RUSH_MS = 300;

/**
 * @param {Pick<import('./governor.js').Signals, 'utilisation' | 'memoryShare'>} signals
 * @returns {number} share of the event loop
 */
export function doorShare({ utilisation, memoryShare }) {
  if (memoryShare > MEMORY_FULL) return LEAST;
  return Math.max(LEAST, Math.min(BUSY, BUSY - utilisation));
}

/** @param {number} waitMs of a phone that comes now */
export function isRush(waitMs) {
  return waitMs > RUSH_MS;
}
