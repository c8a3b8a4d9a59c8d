/** How a process of a cluster finds its home: it shares its own with edges elsewhere, or is such an edge. */

/** @import { Config } from './config.js' */
/** @import { HomeOptions, OpenHome } from './home.js' */

import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { createBoth } from './bus/both.js';
import { clusterKey, withEncryption } from './bus/encryption.js';
import { takeLease } from './bus/home-lease.js';
import { createLocalBus } from './bus/local.js';
import { connectRedis } from './bus/redis.js';
import { createRedisEdge } from './bus/redis-edge.js';
import { createRedisHome } from './bus/redis-home.js';
import { FORMAT, channelsOf } from './bus/redis-wire.js';
import { createSeats } from './bus/seats.js';
import { VERSION } from './config.js';
import { createErrands } from './errands/thread.js';
import { createKeys } from './door/keys-and-tokens.js';
import { digestOfGames } from './games-digest.js';
import { openErrands } from './errands/open.js';
import { createHome } from './home.js';
import { clusterAdapter } from './wire/cluster-adapter.js';

/** An honest fold of a window takes a few ms. */
const FOLD_PATIENCE_MS = 1000;
/** The edge of the home's own process. */
const LOCAL_EDGE = 'home';

/**
 * @typedef {object} Telling
 * @property {(error: Error) => void} onEnd this process must not go on, and why
 * @property {() => void} [onStandby] called when a home has loaded everything, and waits for the one before it to end
 * @property {(trouble: () => string) => void} [onWait] called while an edge looks for its first home; `trouble` says why it
 *   has none
 *
 * @typedef {Omit<HomeOptions, 'config'> & Telling & { config: Config }} ClusterOptions
 */

/**
 * @param {ClusterOptions} options of a role that is not `all`
 * @returns {Promise<OpenHome>} for an edge, once a home has answered
 * @throws {Error} with a sentence for the console: the data folder, Redis, another home, a home that does not fit
 */
export function openShared(options) {
  return options.config.role === 'home' ? openClusterHome(options) : openClusterEdge(options);
}

/** @param {ClusterOptions} options @returns {Promise<OpenHome>} */
async function openClusterHome(options) {
  const { config, log, onEnd, onStandby } = options;
  const { cluster } = config;
  const redis = await connect(config, log);
  /** Closes what is open, the last one first. @type {(() => unknown)[]} */
  const open = [redis.close];
  const closeAll = async () => {
    for (let close = open.pop(); close; close = open.pop()) await close();
  };
  try {
    const keys = channelsOf(cluster);
    const host = hostname();
    const lease = await takeLease({ redis, keys, cluster, host, onLost: onEnd, onStandby, wait });
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
async function openClusterEdge({ config, loading, log, onEnd, onWait = () => {} }) {
  const { games } = await loading;
  const { cluster } = config;
  const redis = await connect(config, log);
  const about = { ...aboutOf(config), id: edgeId(), host: hostname(), pid: process.pid };
  const errands = createErrands({
    loadedOf: (gameId) => /** @type {import('./contract/types.js').LoadedGame} */ (games.get(gameId)),
    ...{ memoryMb: config.stageMemory, patienceMs: FOLD_PATIENCE_MS },
  });
  // Files are read in other threads than inputs are folded: one that never ends must not hold up a game.
  const files = openErrands(config, games, log);
  const foldAway = (/** @type {string} */ gameId, /** @type {unknown} */ rows) =>
    errands.run(gameId, 'fold', [rows]);
  const edge = await createRedisEdge({ redis, cluster, about, log, onRefused: onEnd, foldAway });
  const trouble = () => edge.trouble() && (redis.mismatch() || edge.trouble());
  onWait(trouble);
  try {
    const { secret, lock, lines, clockMs } = await edge.met();
    const metAtMs = performance.now();
    const { operatorKey } = config;
    const isRight = operatorKey !== null && createKeys(secret).opens(operatorKey, lock);
    if (operatorKey !== null && !isRight)
      log.warn(
        null,
        'OPERATOR_KEY of this edge is not that of the home: panels open with the key of the home.',
      );
    return {
      bus: edge.bus,
      secret,
      lock,
      nowMs: () => Math.floor(clockMs + (performance.now() - metAtMs)),
      ...(isRight && { operatorKey }),
      runErrand: files.run,
      lines,
      trouble,
      adapter: clusterAdapter({ ...redis, cluster }),
      async close() {
        edge.bus.close();
        await Promise.all([errands.close(), files.close()]);
        await redis.close();
      },
    };
  } catch (error) {
    edge.bus.close();
    await redis.close();
    throw error;
  }
}

/** @param {Config} config @param {import('./log.js').Log} log */
async function connect({ redisUrl, clusterSecret, cluster }, log) {
  const redis = await connectRedis({ url: /** @type {string} */ (redisUrl), log });
  const key = clusterKey(/** @type {string} */ (clusterSecret), cluster);
  return withEncryption(redis, { key, log });
}

/** @param {Config} config */
function aboutOf({ gamesDir }) {
  return { version: VERSION, games: digestOfGames(gamesDir), format: FORMAT };
}

/** Unique, and to be recognised in a log. */
function edgeId() {
  return `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`;
}
