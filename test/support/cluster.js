/** A home and edges, tied by a Redis of the test's own: several in this process, or processes that a test may kill. */

/** @import { TestContext } from 'node:test' */

import { extensionsOf } from '../../extensions.js';
import { createApp } from '../../lib/app.js';
import { readConfig } from '../../lib/config.js';
import { newCluster, startRedis } from './redis.js';
import { freePort, spawnServer } from './process.js';
import { tempFolder } from './server.js';

const KEY = 'test-operator-key';

/**
 * @param {TestContext} t
 * @param {{ env?: Record<string, string>, redis?: import('./redis.js').TestRedis }} [options]
 */
export async function openCluster(t, { env = {}, redis: given } = {}) {
  const redis = given ?? (await startRedis(t));
  const common = {
    ...newCluster(redis.url),
    ...{ HOST: '127.0.0.1', PORT: '0', OPERATOR_KEY: KEY, LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent' },
    ...env,
  };
  const DATA_DIR = await tempFolder(t);

  /** @param {Record<string, string>} own @param {{ onStandby?: () => void }} [told] */
  async function open(own, told) {
    const config = readConfig({ env: { ...common, ...own }, argv: [] });
    /** @type {((error: Error) => void) | undefined} */
    let end;
    const ended = new Promise((resolve) => (end = resolve));
    const app = await createApp(config, {
      extensions: await extensionsOf(config),
      onEnd: (error) => end?.(error),
      ...told,
    });
    t.after(() => app.close());
    return { ...app, ended: /** @type {Promise<Error>} */ (ended) };
  }

  return {
    redis,
    env: common,
    /** @param {Record<string, string>} [more] @param {{ onStandby?: () => void }} [told] */
    openHome: (more, told) => open({ ROLE: 'home', DATA_DIR, ...more }, told),
    /** @param {Record<string, string>} [more] */
    openEdge: (more) => open({ ROLE: 'edge', ...more }),
    /** The home as a process; it has the same port each time. @param {Record<string, string>} [more] */
    spawnHome: async (more) => spawnServer(t, { ...common, ROLE: 'home', DATA_DIR, ...more }),
    /** @param {Record<string, string>} [more] */
    spawnEdge: async (more) =>
      spawnServer(t, { ...common, ROLE: 'edge', PORT: String(await freePort()), ...more }),
  };
}

/** @param {{ url: string }} app @returns {Promise<[number, string]>} */
export async function readiness({ url }) {
  const response = await fetch(`${url}/readyz`);
  return [response.status, await response.text()];
}
