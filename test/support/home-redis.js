/**
 * A home at the other end of a Redis: the same server as in one process, over the bus of a cluster. Tests
 * run on it where `BUS=redis`. All servers of a test file share one Redis, which ends with the process.
 */

/** @import { HomeOptions, OpenHome } from '../../lib/home.js' */

import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connectRedis } from '../../lib/bus/redis.js';
import { createRedisEdge } from '../../lib/bus/redis-edge.js';
import { createRedisHome } from '../../lib/bus/redis-home.js';
import { FORMAT } from '../../lib/bus/redis-wire.js';
import { createHome } from '../../lib/home.js';
import { launchRedis } from './redis.js';

const ABOUT = Object.freeze({ version: 'test', games: 'test', format: FORMAT });

/** @type {Promise<string> | undefined} its url */
let shared;

/** @returns {Promise<string>} */
async function startShared() {
  const { child, folder, url } = await launchRedis();
  // A test file must be able to end while Redis runs.
  child.unref();
  for (const stream of [child.stdout, child.stderr])
    /** @type {import('node:net').Socket} */ (/** @type {unknown} */ (stream)).unref();
  process.once('exit', () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return url;
}

/** @param {HomeOptions} options @returns {Promise<OpenHome>} */
export async function openHomeOverRedis(options) {
  const { log } = options;
  const url = await (shared ??= startShared());
  const cluster = `test-${randomBytes(4).toString('hex')}`;
  const [above, below] = await Promise.all([connectRedis({ url, log }), connectRedis({ url, log })]);
  const bus = await createRedisHome({ redis: above, cluster, incarnation: 1, about: ABOUT, log });
  const home = await createHome({ ...options, bus });
  const edge = await createRedisEdge({
    ...{ redis: below, cluster, log },
    about: { ...ABOUT, id: 'edge', host: 'here', pid: process.pid },
  });
  const { secret, operatorKey } = await edge.met();
  return {
    bus: edge.bus,
    secret,
    operatorKey,
    async close() {
      await home.close();
      edge.bus.close();
      await Promise.all([above.close(), below.close()]);
    },
  };
}
