/** The operator's gate: compares keys, and slows down guessers without locking the operator out. */

import { performance } from 'node:perf_hooks';
import { LRUCache } from 'lru-cache';
import { ShowError } from '../errors.js';
import { createBucket } from '../bucket.js';
import { networkOf } from './network.js';

/**
 * Devices never seen before may try 30 wrong keys an hour, all of them together (OWASP). Guessers would always be faster
 * than the operator, so 12 of the 30 are a reserve for addresses that have not guessed: an operator with a new device
 * gets in at once while fewer than four other addresses guess. Behind a proxy that TRUST_PROXY does not name all
 * addresses are one; there, and with more guessers, the printed link helps.
 */
const SHARED_PER_H = 18;
const RESERVE_PER_H = 12;
/** Wrong keys with which an address loses its part in the reserve, for an hour. */
const RESERVE_TRIES = 3;
const HOUR_MS = 3_600_000;
const MAX_ADDRESSES = 10_000;
/** A known device has a bucket of its own, so that a room full of guessers cannot lock it out. */
const DEVICE_BURST = 10;
const DEVICE_PER_S = 10 / 60;
const MAX_DEVICES = 1000;

/**
 * @param {{ lock: string, keys: import('./keys.js').Keys, now?: () => number }} options `lock`: of the operator's key; `now` in ms
 */
export function createGate({ lock, keys, now = () => performance.now() }) {
  const strangers = createStrangers(now);
  /** @type {LRUCache<string, import('../bucket.js').Bucket>} */
  const devices = new LRUCache({ max: MAX_DEVICES });
  // The link printed at the start carries this one, so that the operator gets in by it whatever goes on.
  const printedDevice = keys.deviceToken();

  /** @param {string} device */
  function bucketOf(device) {
    let bucket = devices.get(device);
    if (!bucket) devices.set(device, (bucket = createBucket(DEVICE_PER_S, DEVICE_BURST, now())));
    return bucket;
  }

  return {
    printedDevice,
    /**
     * Lets an operator in who shows the right key. Right keys cost nothing.
     * @param {unknown} key
     * @param {unknown} device from an earlier welcome, or from the printed link
     * @param {string} [address] of the client
     * @returns {string} a device token, to be shown the next time
     * @throws {ShowError & { retryAfterMs?: number }} `key-wrong`, `key-wait`
     */
    open(key, device, address = '') {
      const known = keys.isDeviceToken(device) ? /** @type {string} */ (device) : null;
      const bucket = known === null ? strangers.bucketOf(address) : bucketOf(known);
      const waitMs = bucket.waitMs(now());
      if (waitMs > 0) {
        const seconds = Math.ceil(waitMs / 1000);
        throw Object.assign(new ShowError('key-wait', { seconds }), { retryAfterMs: seconds * 1000 });
      }
      if (!keys.opens(key, lock)) {
        bucket.tryConsume(now());
        if (known === null) strangers.remember(address);
        throw new ShowError('key-wrong');
      }
      return known ?? keys.deviceToken();
    },
  };
}

/** @typedef {ReturnType<typeof createGate>} Gate */

/** The buckets of devices never seen before. @param {() => number} now */
function createStrangers(now) {
  const shared = createBucket(SHARED_PER_H / 3600, SHARED_PER_H, now());
  const reserve = createBucket(RESERVE_PER_H / 3600, RESERVE_PER_H, now());
  /** Wrong keys of an address. @type {LRUCache<string, { count: number, untilMs: number }>} */
  const guesses = new LRUCache({ max: MAX_ADDRESSES });

  /** @param {string} network */
  function isGuesser(network) {
    const guessed = guesses.get(network);
    return guessed !== undefined && guessed.count >= RESERVE_TRIES && guessed.untilMs > now();
  }

  return {
    /** @param {string} address @returns the bucket that pays for its next wrong key */
    bucketOf(address) {
      if (shared.waitMs(now()) === 0 || isGuesser(networkOf(address))) return shared;
      // While neither has anything left, the shared one is filled sooner.
      return reserve.waitMs(now()) === 0 ? reserve : shared;
    },
    /** Notes a wrong key. @param {string} address */
    remember(address) {
      const network = networkOf(address);
      const guessed = guesses.get(network);
      const isRecent = guessed !== undefined && guessed.untilMs > now();
      guesses.set(network, { count: isRecent ? guessed.count + 1 : 1, untilMs: now() + HOUR_MS });
    },
  };
}
