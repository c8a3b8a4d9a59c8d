/** The operator's gate: compares keys, and slows down guessers without locking the operator out. */

import { performance } from 'node:perf_hooks';
import { ShowError } from '../errors.js';
import { createBucket, createBuckets } from '../bucket.js';
import { createGuesses } from './guesses.js';
import { isGuessable } from './keys-and-tokens.js';
import { networkOf } from './network.js';

/** @import { Bucket } from '../bucket.js' */

const PER_H = 1 / 3600;
/**
 * Wrong keys of an address, from devices never seen before. Nobody finds the 80 bits of a generated key, and to compare one
 * costs less than to read it, so the right one passes at any time, and wrong ones are only slowed down. One that
 * somebody chose may be weak: beyond this no key of the address is compared, because the answer would tell.
 */
const OF_ADDRESS = Object.freeze({
  generated: { perS: 1, burst: 10 },
  chosen: { perS: 6 * PER_H, burst: 6 },
});
const MAX_ADDRESSES = 10_000;
/**
 * All addresses together may try so many chosen keys, or an attacker with many of them would have as many tries. A device never seen
 * before is then let in at once while fewer than ten addresses guess, and its own does not; a known one always.
 */
const OF_ALL = Object.freeze({ perS: 60 * PER_H, burst: 60 });
/** A known device has a bucket of its own, so that a room full of guessers cannot lock it out. */
const OF_DEVICE = Object.freeze({ perS: 10 / 60, burst: 10 });
const MAX_DEVICES = 1000;

/**
 * @param {object} options
 * @param {string} options.lock of the operator's key
 * @param {import('./keys-and-tokens.js').Keys} options.keys
 * @param {Pick<import('../log.js').Log, 'warn'>} options.log
 * @param {Parameters<typeof createGuesses>[0]['bus']} options.bus carries the events to the home
 * @param {() => number} [options.now] ms
 */
export function createGate({ lock, keys, log, bus, now = () => performance.now() }) {
  const isChosen = isGuessable(lock);
  const bucketOfAddress = createBuckets(
    isChosen ? OF_ADDRESS.chosen : OF_ADDRESS.generated,
    MAX_ADDRESSES,
    now,
  );
  const bucketOfDevice = createBuckets(OF_DEVICE, MAX_DEVICES, now);
  const bucketOfAll = createBucket(OF_ALL.perS, OF_ALL.burst, now());
  const guesses = createGuesses({ log, bus, now });
  // The link printed at the start carries this one, so that the operator gets in by it whatever goes on.
  const printedDevice = keys.deviceToken();

  /** @param {string | null} device @param {string} network @returns {Bucket[]} each pays for a wrong key */
  function payersOf(device, network) {
    if (device !== null) return [bucketOfDevice(device)];
    return isChosen ? [bucketOfAddress(network), bucketOfAll] : [bucketOfAddress(network)];
  }

  return {
    printedDevice,
    /**
     * Lets an operator in who shows the right key. Right keys and none at all cost nothing.
     * @param {unknown} key
     * @param {unknown} device from an earlier welcome, or from the printed link
     * @param {string} [address] of the client
     * @returns {string} a device token, to be shown the next time
     * @throws {ShowError & { retryAfterMs?: number }} `key-missing`, `key-wrong`, `key-wait`
     */
    open(key, device, address = '') {
      if (typeof key !== 'string' || key.trim() === '') throw new ShowError('key-missing');
      const known = keys.isDeviceToken(device) ? /** @type {string} */ (device) : null;
      const network = networkOf(address);
      const payers = payersOf(known, network);
      const waitMs = Math.max(...payers.map((bucket) => bucket.waitMs(now())));
      if ((waitMs === 0 || !isChosen) && keys.opens(key, lock)) return known ?? keys.deviceToken();
      guesses.count(network);
      if (waitMs > 0) {
        const seconds = Math.ceil(waitMs / 1000);
        throw Object.assign(new ShowError('key-wait', { seconds }), { retryAfterMs: seconds * 1000 });
      }
      for (const bucket of payers) bucket.tryConsume(now());
      throw new ShowError('key-wrong');
    },
    stop: guesses.stop,
  };
}

/** @typedef {ReturnType<typeof createGate>} Gate */
