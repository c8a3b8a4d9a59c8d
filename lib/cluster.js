/** How a process finds its home, by its role: it has one of its own, shares it with edges elsewhere, or is such an edge. */

/** @import { Config } from './config.js' */
/** @import { HomeOptions, OpenHome } from './home.js' */

import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { createBoth } from './bus/both.js';
import { takeLease } from './bus/lease.js';
import { createLocalBus } from './bus/local.js';
import { createRedisEdge } from './bus/redis-edge.js';
import { createRedisHome } from './bus/redis-home.js';
import { FORMAT, channelsOf } from './bus/redis-wire.js';
import { connectRedis } from './bus/redis.js';
import { createSeats } from './bus/seats.js';
import { VERSION } from './config.js';
import { digestOf } from './games-digest.js';
import { createHome, openLocalHome } from './home.js';
import { clusterAdapter } from './wire/cluster-adapter.js';

/** The edge of the home's own process. */
const LOCAL_EDGE = 'home';

/**
 * @typedef {object} Telling
 * @property {(error: Error) => void} onEnd this process must not go on, and why
 * @property {(trouble: () => string) => void} [onWait] called while an edge looks for its first home; `trouble` says why it
 *   has none
 *
 * @typedef {Omit<HomeOptions, 'config'> & Telling & { config: Config }} ClusterOptions
 */

/** @type {Record<Config['role'], (options: ClusterOptions) => Promise<OpenHome>>} */
const OPENERS = { all: openLocalHome, home: openClusterHome, edge: openClusterEdge };

/**
 * @param {ClusterOptions} options
 * @returns {Promise<OpenHome>} for an edge, once a home has answered
 * @throws {Error} with a sentence for the console: the data folder, Redis, another home, a home that does not fit
 */
export function openHomeOf(options) {
  return OPENERS[options.config.role](options);
}

/** @param {ClusterOptions} options @returns {Promise<OpenHome>} */
async function openClusterHome(options) {
  const { config, log, onEnd } = options;
  const { cluster } = config;
  const redis = await connectRedis({ url: urlOf(config), log });
  /** Closes what is open, the last one first. @type {(() => unknown)[]} */
  const open = [redis.close];
  const closeAll = async () => {
    for (let close = open.pop(); close; close = open.pop()) await close();
  };
  try {
    const keys = channelsOf(cluster);
    const lease = await takeLease({ redis, keys, cluster, host: hostname(), onLost: onEnd, wait });
    open.push(lease.release);
    const seats = createSeats();
    const local = createLocalBus();
    const about = aboutOf(config);
    const { incarnation } = lease;
    const remote = await createRedisHome({ redis, cluster, incarnation, about, log, seats });
    open.push(remote.close);
    const bus = createBoth({ local: local.home, localId: LOCAL_EDGE, remote, seats });
    const home = await createHome({ ...options, bus });
    // It closes the bus after its journal.
    open.splice(-1, 1, home.close);
    const adapter = clusterAdapter({ ...redis, cluster });
    return { ...home, bus: local.connect(LOCAL_EDGE), adapter, close: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** @param {ClusterOptions} options @returns {Promise<OpenHome>} */
async function openClusterEdge({ config, log, onEnd, onWait = () => {} }) {
  const { cluster } = config;
  const redis = await connectRedis({ url: urlOf(config), log });
  const about = { ...aboutOf(config), id: edgeId(), host: hostname(), pid: process.pid };
  const edge = await createRedisEdge({ redis, cluster, about, log, onRefused: onEnd });
  onWait(edge.trouble);
  try {
    const { secret, operatorKey } = await edge.met();
    return {
      bus: edge.bus,
      secret,
      operatorKey,
      trouble: edge.trouble,
      adapter: clusterAdapter({ ...redis, cluster }),
      async close() {
        edge.bus.close();
        await redis.close();
      },
    };
  } catch (error) {
    edge.bus.close();
    await redis.close();
    throw error;
  }
}

/** @param {Config} config */
function urlOf({ redisUrl }) {
  return /** @type {string} */ (redisUrl);
}

/** @param {Config} config */
function aboutOf({ gamesDir }) {
  return { version: VERSION, games: digestOf(gamesDir), format: FORMAT };
}

/** Unique, and to be recognised in a log. */
function edgeId() {
  return `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`;
}
