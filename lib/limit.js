/** Token buckets: how much of something one connection may do. */

/**
 * Filled at `perS`, holding at most `burst`. Numbers only: one per connection and kind of event.
 * @param {number} perS may be changed later; 0 lets nothing more in
 * @param {number} burst
 * @param {number} nowMs
 */
export function createBucket(perS, burst, nowMs) {
  let tokens = burst;
  let atMs = nowMs;
  return {
    /** @param {number} now @returns {boolean} true: allowed, and counted */
    take(now) {
      tokens = Math.min(burst, tokens + ((now - atMs) / 1000) * perS);
      atMs = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
    /** @param {number} now @returns {number} ms until the next one is allowed */
    waitMs(now) {
      const missing = 1 - Math.min(burst, tokens + ((now - atMs) / 1000) * perS);
      return missing <= 0 ? 0 : perS > 0 ? (missing / perS) * 1000 : Infinity;
    },
    /** @param {number} rate @param {number} size */
    setRate(rate, size) {
      perS = rate;
      burst = size;
    },
  };
}

/** @typedef {ReturnType<typeof createBucket>} Bucket */
