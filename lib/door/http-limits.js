/** The HTTP limits: how much an address, and all addresses together, may ask of the event loop by HTTP. */

/** @import { Bucket } from '../bucket.js' */

import { performance } from 'node:perf_hooks';
import { LRUCache } from 'lru-cache';
import { createBucket } from '../bucket.js';
import { networkOf } from './network.js';

/** A phone loads some 20 files, and a whole hall of phones may have one address: all of them may load at once. */
const FILES_PER_PHONE = 20;
/** A server that was started for a few phones has operators, screens and people who load a page again. */
const MIN_PHONES = 1000;
/** Requests a second of one address that go on: a file costs some 60 µs, so these are 3 % of a core. */
const ADDRESS_PER_S = 500;
/** All addresses together: 12 % of a core, and a burst as large as that of two halls. */
const GLOBAL_PER_S = 2000;
const GLOBAL_BURSTS = 2;
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
 * @typedef {object} Refusal
 * @property {'requests-many' | 'requests-busy'} code the address asks too much; all of them do
 * @property {number} seconds until it makes sense to try again
 */

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
  const all = createBucket(GLOBAL_PER_S, burst * GLOBAL_BURSTS, now());
  /** @type {LRUCache<string, Bucket>} */
  const addresses = new LRUCache({ max: MAX_ADDRESSES });

  /** @param {string} address */
  function bucketOf(address) {
    const network = networkOf(address);
    let bucket = addresses.get(network);
    if (!bucket) addresses.set(network, (bucket = createBucket(ADDRESS_PER_S, burst, now())));
    return bucket;
  }

  /** @param {Refusal['code']} code @param {Bucket} bucket @returns {Refusal} */
  function refuse(code, bucket) {
    return { code, seconds: Math.ceil(bucket.waitMs(now()) / 1000 + random() * SPREAD_S) };
  }

  return {
    /**
     * Counts a request. Costs some 1 µs.
     * @param {string} address of the client @param {string} path
     * @returns {Refusal | null} null: it is let in
     */
    check(address, path) {
      if (exempt !== null && path.startsWith(exempt)) return null;
      const nowMs = now();
      const cost = costOf(path);
      const own = bucketOf(address);
      if (!own.tryConsume(nowMs, cost)) return refuse('requests-many', own);
      // A supervisor that asks for the health of the process must not restart it because of the others.
      if (isHealth(path)) return null;
      return all.tryConsume(nowMs, cost) ? null : refuse('requests-busy', all);
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
