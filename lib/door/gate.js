/** The operator's door: compares keys, and slows down those who guess without locking the operator out. */

import { performance } from 'node:perf_hooks';
import { ShowError } from '../errors.js';
import { isSame } from './keys.js';
import { createBucket } from './bucket.js';

/** Wrong keys from devices never seen before: 30 an hour for all of them together (OWASP; RELIABILITY T7). */
const STRANGER_BURST = 30;
const STRANGER_PER_S = 30 / 3600;
/** A known device has a bucket of its own, so that a room full of guessers cannot lock it out. */
const DEVICE_BURST = 10;
const DEVICE_PER_S = 10 / 60;
const MAX_DEVICES = 1000;

/**
 * @param {{ operatorKey: string, keys: import('./keys.js').Keys, now?: () => number }} options
 */
export function createGate({ operatorKey, keys, now = () => performance.now() }) {
  const strangers = createBucket(STRANGER_PER_S, STRANGER_BURST, now());
  /** @type {Map<string, import('./bucket.js').Bucket>} */
  const devices = new Map();
  // The link printed at start carries this one: the operator gets in by it whatever goes on.
  const printedDevice = keys.deviceToken();

  /** @param {string} device */
  function bucketOf(device) {
    let bucket = devices.get(device);
    if (!bucket) {
      if (devices.size >= MAX_DEVICES) devices.delete(/** @type {string} */ (devices.keys().next().value));
      devices.set(device, (bucket = createBucket(DEVICE_PER_S, DEVICE_BURST, now())));
    }
    return bucket;
  }

  return {
    printedDevice,
    /**
     * @param {unknown} key
     * @param {unknown} device from an earlier welcome, or the printed link
     * @returns {string} a device token to keep
     * @throws {ShowError & { retryAfterMs?: number }} `key-wrong`, `key-wait`
     */
    open(key, device) {
      const known = keys.isDeviceToken(device);
      const bucket = known ? bucketOf(/** @type {string} */ (device)) : strangers;
      const waitMs = bucket.waitMs(now());
      if (waitMs > 0) {
        const seconds = Math.ceil(waitMs / 1000);
        throw Object.assign(new ShowError('key-wait', { seconds }), { retryAfterMs: seconds * 1000 });
      }
      if (typeof key !== 'string' || !isSame(key.trim(), operatorKey)) {
        bucket.tryConsume(now());
        throw new ShowError('key-wrong');
      }
      return known ? /** @type {string} */ (device) : keys.deviceToken();
    },
  };
}

/** @typedef {ReturnType<typeof createGate>} Gate */
