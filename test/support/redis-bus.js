/** Buses over a Redis that all of a test file share, each with a cluster of its own. */

import { randomBytes } from 'node:crypto';
import { createBoth } from '../../lib/bus/both.js';
import { clusterKey, withEncryption } from '../../lib/bus/encryption.js';
import { createLocalBus } from '../../lib/bus/local.js';
import { createRedisEdge } from '../../lib/bus/redis-edge.js';
import { createRedisHome } from '../../lib/bus/redis-home.js';
import { FORMAT } from '../../lib/bus/redis-wire.js';
import { connectRedis } from '../../lib/bus/redis.js';
import { createSeats } from '../../lib/bus/seats.js';
import { createLog } from '../../lib/log.js';
import { startRedis } from './redis.js';

export const ABOUT = Object.freeze({ version: '1', games: '9 games (12345678)', format: FORMAT });
const log = createLog({ level: 'silent' });

/**
 * @param {(run: () => Promise<void>) => void} after of node:test
 * @param {string} [localId] the edge that is in the process of the home, and needs no Redis
 * @returns {() => Promise<{ home: import('../../lib/bus/contract.js').HomeEnd, connect: (id: string) => Promise<import('../../lib/bus/contract.js').EdgeEnd> }>}
 */
export function redisBusOf(after, localId) {
  /** @type {(() => unknown)[]} */
  const closers = [];
  after(async () => {
    for (let close = closers.pop(); close; close = closers.pop()) await close();
  });
  const file = { after: (/** @type {() => unknown} */ close) => void closers.push(close) };
  /** @type {ReturnType<typeof startRedis> | undefined} */
  let server;

  return async () => {
    server ??= startRedis(/** @type {any} */ (file));
    const { url } = await server;
    const cluster = `test-${randomBytes(4).toString('hex')}`;
    const key = clusterKey('of a test', cluster);
    const connection = async () => {
      const redis = await connectRedis({ url, log });
      closers.push(redis.close);
      return withEncryption(redis, { key, log });
    };
    const local = createLocalBus();
    const seats = localId === undefined ? undefined : createSeats();
    const remote = await createRedisHome({
      ...{ redis: await connection(), cluster, log, seats },
      incarnation: 1,
      about: ABOUT,
    });
    const home =
      localId !== undefined && seats ? createBoth({ local: local.home, localId, remote, seats }) : remote;
    home.serve({});
    return {
      home,
      async connect(id) {
        if (id === localId) return local.connect(id);
        const redis = await connection();
        const edge = await createRedisEdge({
          ...{ redis, cluster, log },
          about: { ...ABOUT, id, host: 'here', pid: 1 },
        });
        await edge.met();
        return edge.bus;
      },
    };
  };
}
