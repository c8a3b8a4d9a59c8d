/** The HTTP limits: how much the connections of an address that ask in a loop may ask together. */

/** @import { Bucket } from '../bucket.js' */

import { performance } from 'node:perf_hooks';
import { LRUCache } from 'lru-cache';
import { createBucket } from '../bucket.js';
import { networkOf } from './network.js';

/**
 * Behind a proxy all connections ask in a loop. A phone loads some 20 files, and a whole hall of phones may have one address: all of
 * them may load at once.
 */
const FILES_PER_PHONE = 20;
/** A server that was started for a few phones has operators, screens and people who load a page again. */
const MIN_PHONES = 1000;
/** Requests a second of one address that go on: a file costs some 60 µs, so these are 3 % of a core. */
const ADDRESS_PER_S = 500;
const MAX_ADDRESSES = 10_000;
/** Phones that are refused at the same moment come back spread over this time. */
const SPREAD_S = 5;

/**
 * The cost of a request, where that of a file from memory is 1: a picture may have 2 MB and comes from the database,
 * `/api` compares keys and is for one operator, `/metrics` writes some 200 lines.
 * @type {readonly (readonly [prefix: string, cost: number])[]}
 */
const COSTS = [
  ['/assets/', 4],
  ['/api/', 4],
  ['/metrics', 10],
];

/**
 * @param {object} options
 * @param {number} options.maxPlayers sets the burst, so that all of them get their page at once from one address
 * @param {string | null} [options.exempt] the beginning of addresses without limits: those of the load lab
 * @param {() => number} [options.now] ms
 * @param {() => number} [options.random] 0 to 1
 */
export function createHttpLimits({
  maxPlayers,
  exempt = null,
  now = () => performance.now(),
  random = Math.random,
}) {
  const burst = Math.max(MIN_PHONES, maxPlayers) * FILES_PER_PHONE;
  /** @type {LRUCache<string, Bucket>} */
  const addresses = new LRUCache({ max: MAX_ADDRESSES });

  /** @param {string} address */
  function bucketOf(address) {
    const network = networkOf(address);
    let bucket = addresses.get(network);
    if (!bucket) addresses.set(network, (bucket = createBucket(ADDRESS_PER_S, burst, now())));
    return bucket;
  }

  return {
    /**
     * Counts a request of a connection that asks in a loop. Costs some 1 µs.
     * @param {string} address of the client @param {string} path
     * @returns {number} seconds until it makes sense to try again; 0: it is let in
     */
    check(address, path) {
      if (exempt !== null && path.startsWith(exempt)) return 0;
      const own = bucketOf(address);
      if (own.tryConsume(now(), costOf(path))) return 0;
      return Math.ceil(own.waitMs(now()) / 1000 + random() * SPREAD_S);
    },
  };
}

/** @typedef {ReturnType<typeof createHttpLimits>} HttpLimits */

/** @param {string} path */
function costOf(path) {
  for (const [prefix, cost] of COSTS) if (path.startsWith(prefix)) return cost;
  return 1;
}

/** Says whether a request asks about the server's health, which a supervisor must always be told. @param {string} path */
export function isHealth(path) {
  return path === '/healthz' || path === '/readyz';
}
