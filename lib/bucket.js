/** Token buckets: how much of something a connection, a device, an address or a kind of log line may do. */

import { LRUCache } from 'lru-cache';

/**
 * A bucket is filled at `perS` and holds at most `burst`. It is a class, because there are several per phone: 120 bytes
 * instead of the 400 of closures.
 */
export class Bucket {
  /**
   * @param {number} perS may be changed later; 0 allows nothing more
   * @param {number} burst
   * @param {number} nowMs
   */
  constructor(perS, burst, nowMs) {
    this.perS = perS;
    this.burst = burst;
    this.tokens = burst;
    this.atMs = nowMs;
  }

  /** @param {number} nowMs @param {number} [cost] in tokens @returns {boolean} true: allowed, and counted */
  tryConsume(nowMs, cost = 1) {
    const tokens = this.#filled(nowMs);
    this.atMs = nowMs;
    this.tokens = tokens < cost ? tokens : tokens - cost;
    return tokens >= cost;
  }

  /** Takes tokens that may not be there yet: nothing more is allowed until they are. @param {number} nowMs @param {number} cost */
  owe(nowMs, cost) {
    this.tokens = this.#filled(nowMs) - cost;
    this.atMs = nowMs;
  }

  /** @param {number} nowMs @returns {number} ms until the next token */
  waitMs(nowMs) {
    const missing = 1 - this.#filled(nowMs);
    return missing <= 0 ? 0 : this.perS > 0 ? (missing / this.perS) * 1000 : Infinity;
  }

  /** @param {number} nowMs @returns {boolean} nothing is used up */
  isFull(nowMs) {
    return this.#filled(nowMs) >= this.burst;
  }

  /** The time since the last call counts at the new rate, unless `owe` is called first. @param {number} perS @param {number} burst */
  setRate(perS, burst) {
    this.perS = perS;
    this.burst = burst;
  }

  /** @param {number} nowMs */
  #filled(nowMs) {
    return Math.min(this.burst, this.tokens + ((nowMs - this.atMs) / 1000) * this.perS);
  }
}

/** @param {number} perS @param {number} burst @param {number} nowMs */
export function createBucket(perS, burst, nowMs) {
  return new Bucket(perS, burst, nowMs);
}

/**
 * @param {{ perS: number, burst: number }} rate @param {number} max of buckets; the one that was used least recently goes
 * @param {() => number} now @returns {(name: string) => Bucket}
 */
export function createBuckets({ perS, burst }, max, now) {
  /** @type {LRUCache<string, Bucket>} */
  const buckets = new LRUCache({ max });
  return (name) => {
    let bucket = buckets.get(name);
    if (!bucket) buckets.set(name, (bucket = createBucket(perS, burst, now())));
    return bucket;
  };
}
