/** A home and two edges on one machine, started by PM2 as operators do, tied by a Redis, behind the nginx of deploy/. */

/** @import { TestContext } from 'node:test' */
/** @import { Show } from './show.js' */

import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startNginx } from '../nginx.js';
import { openPm2 } from '../pm2.js';
import { freePorts } from '../process.js';
import { newCluster } from '../redis.js';
import { tempFolder } from '../server.js';
import { KEY, assertCaught, ready, serverEnv, sharedParts } from './processes.js';

const EDGES = 2;

/** @param {TestContext} t @param {Record<string, string>} env @returns {Promise<Show>} */
export async function openCluster(t, env) {
  const { redis, certified } = sharedParts();
  const first = await freePorts(1 + EDGES);
  const ports = Array.from({ length: 1 + EDGES }, (_, step) => first + step);
  const { url } = await startNginx(t, ports, { certified });
  const settings = serverEnv({
    ...newCluster(redis),
    ...{ HOST: '127.0.0.1', PORT: String(first), EDGES: String(EDGES) },
    ...{ PUBLIC_URL: url, TRUST_PROXY: 'loopback', DATA_DIR: await tempFolder(t), ...env },
  });
  const pm2 = await openPm2(t, settings, {
    async beforeEnd({ logs }) {
      for (const file of await readdir(logs)) assertCaught(await readFile(join(logs, file), 'utf8'));
    },
  });
  const said = await pm2.pm2('start', 'ecosystem.cluster.config.js');
  const allReady = () => Promise.all(ports.map((port) => ready(`http://127.0.0.1:${port}`)));
  await Promise.race([allReady(), failed(said)]);
  return {
    url,
    operatorKey: KEY,
    async crash() {
      const pids = await pm2.pids();
      for (const pid of pids) process.kill(pid, 'SIGKILL');
      await pm2.anew(pids);
      await allReady();
    },
  };
}

/** Rejects if PM2 says that it could not start them. @param {string} said @returns {Promise<never>} */
function failed(said) {
  return new Promise((_resolve, reject) => {
    if (/\[PM2\]\[ERROR\]/.test(said)) reject(new Error(said));
  });
}
