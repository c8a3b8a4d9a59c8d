/** Opens the layouts that faults happen to: real servers, Redis, PostgreSQL, nginx and PM2, each ended by its id. */

/** @import { Group, Place, Show, Size } from './types.js' */
/** @import { Scope } from '../../test/support/scope.js' */

import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { startNginx } from '../../test/support/nginx.js';
import { openPm2 } from '../../test/support/pm2.js';
import { freePorts, spawnServer } from '../../test/support/process.js';
import { startRedis } from '../../test/support/redis.js';
import { tempFolder } from '../../test/support/server.js';
import { untilReady } from './steps.js';

const GAMES_DIR = fileURLToPath(new URL('games', import.meta.url));
const KEY = 'fault-operator-key';
const HOME = 'home';
const EDGES = Object.freeze(['edge-1', 'edge-2']);

/** @typedef {Awaited<ReturnType<typeof spawnServer>>} Server */

/** @returns {Record<string, string>} what all processes of a show are told */
export function commonEnv() {
  return {
    ...{ GAMES_DIR, OPERATOR_KEY: KEY, HOST: '127.0.0.1', LOG_LEVEL: 'warn' },
    ...{ CLUSTER: `faults-${randomBytes(4).toString('hex')}`, TRUST_PROXY: 'loopback' },
    CLUSTER_SECRET: randomBytes(16).toString('hex'),
  };
}

/** Spreads the phones evenly. @param {readonly Place[]} places @param {number} phones @returns {Group[]} */
export function spread(places, phones) {
  return places.map((place, n) => ({
    ...place,
    phones: Math.floor(phones / places.length) + (n < phones % places.length ? 1 : 0),
  }));
}

/** @param {readonly Place[]} places that have phones @param {readonly Place[]} screens @param {number} phones @returns {Show} */
export function showOf(places, screens, phones) {
  const [{ url = '', within = [] } = {}] = screens;
  return { groups: spread(places, phones), screens: [...screens], operator: { url, key: KEY, within } };
}

/**
 * A home and two edges over Redis, each with phones and a screen of its own.
 * @param {Scope} scope @param {Size} size
 * @param {{ redis?: Awaited<ReturnType<typeof startRedis>>, env?: Record<string, string>, dataDir?: string }} [options]
 */
export async function openCluster(scope, { phones }, { redis: given, env: more = {}, dataDir } = {}) {
  const redis = given ?? (await startRedis(scope));
  const env = { ...commonEnv(), REDIS_URL: redis.url, ...more };
  const DATA_DIR = dataDir ?? (await tempFolder(scope));
  const home = await spawnServer(scope, { ...env, ROLE: 'home', DATA_DIR });
  const edges = await Promise.all(EDGES.map(() => spawnServer(scope, { ...env, ROLE: 'edge' })));
  const places = [HOME, ...EDGES].map((name, n) => ({ name, url: [home, ...edges][n]?.url ?? '' }));
  await Promise.all(places.map(({ url }) => untilReady(url)));
  return { ...showOf(places, places, phones), redis, home, edges };
}

/**
 * The same with nginx in front, so that a phone may be anywhere; screens are opened at each process.
 * @param {Scope} scope @param {Size} size
 */
export async function openBehindNginx(scope, size) {
  const cluster = await openCluster(scope, size);
  const { groups, operator } = await behindNginx(scope, cluster.screens, size);
  return { ...cluster, groups, operator };
}

/**
 * The layout of ecosystem.cluster.config.js: PM2 starts a home and two edges, and starts again what ends.
 * nginx stands in front.
 * @param {Scope} scope @param {Size} size
 */
export async function openPm2Cluster(scope, size) {
  const redis = await startRedis(scope);
  const first = await freePorts(EDGES.length + 1);
  const pm2 = await openPm2(scope, {
    ...{ ...commonEnv(), REDIS_URL: redis.url, PORT: String(first), EDGES: String(EDGES.length) },
    DATA_DIR: await tempFolder(scope),
  });
  const said = await pm2.pm2('start', 'ecosystem.cluster.config.js');
  const places = [HOME, ...EDGES].map((name, n) => ({ name, url: `http://127.0.0.1:${first + n}` }));
  await Promise.all(places.map(({ url }) => untilReady(url, said)));
  return { ...(await behindNginx(scope, places, size)), redis, pm2 };
}

/** @param {Scope} scope @param {readonly Place[]} places @param {Size} size @returns {Promise<Show>} */
async function behindNginx(scope, places, { phones }) {
  const nginx = await startNginx(
    scope,
    places.map(({ url }) => Number(new URL(url).port)),
  );
  return showOf([{ name: 'nginx', url: nginx.url, ca: nginx.cert }], places, phones);
}
