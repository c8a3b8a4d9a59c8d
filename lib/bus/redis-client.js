/** Makes the clients of Redis, each for one connection. */

import { createClient } from '@redis/client';

/** @typedef {import('@redis/client').RedisClientType} Client */

/**
 * It never connects: all others are copies of it. `createClient` builds a class with all commands for each new set of options,
 * which takes 50 to 70 ms, and a process that asks three Sentinels on two connections where Redis is now does so six times:
 * its loop stood still for 0.3 to 0.4 s then (six copies take 1 ms).
 */
const first = createClient({ socket: { reconnectStrategy: false } });

/**
 * @param {string} url
 * @param {number} connectMs how long it may take to connect
 * @returns {Client} not connected yet, and it does not connect again by itself once it is lost
 */
export function createRedisClient(url, connectMs) {
  const socket = { connectTimeout: connectMs, reconnectStrategy: /** @type {const} */ (false) };
  return /** @type {Client} */ (first.duplicate({ url, socket }));
}
