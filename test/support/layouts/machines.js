/**
 * Two machines, each a network namespace with an address of its own: nginx, the home and an edge are on the first one, another
 * edge, PostgreSQL and Redis on the second. What they say to each other crosses the network between them.
 */

/** @import { TestContext } from 'node:test' */
/** @import { Show } from './show.js' */

import { startNginx } from '../nginx.js';
import { freePort } from '../process.js';
import { newCluster } from '../redis.js';
import { tempFolder } from '../server.js';
import { newDatabase } from './database.js';
import { KEY, sharedParts, startProcess } from './processes.js';

/** @param {TestContext} t @param {Record<string, string>} env @returns {Promise<Show>} */
export async function openMachines(t, env) {
  const { redis, postgres, machines, certified } = sharedParts();
  if (!machines || !postgres) throw new Error('There are no machines: run npm test -- e2e.');
  const [front, back] = machines;
  const places = await Promise.all(
    [front, front, back].map(async (machine) => ({ ...machine, port: await freePort() })),
  );
  const { url } = await startNginx(
    t,
    places.map(({ host, port }) => `${host}:${port}`),
    { host: front.host, within: front.within, certified },
  );
  const common = {
    ...newCluster(redis),
    ...{ DATABASE_URL: await newDatabase(postgres), DATA_DIR: await tempFolder(t) },
    ...{ PUBLIC_URL: url, TRUST_PROXY: front.host, ...env },
  };
  const servers = await Promise.all(
    places.map(({ host, port, within }, at) =>
      startProcess(t, {
        url: `http://${host}:${port}`,
        env: { ...common, ROLE: at === 0 ? 'home' : 'edge', HOST: host, PORT: String(port) },
        within,
      }),
    ),
  );
  return {
    url,
    operatorKey: KEY,
    async crash() {
      await Promise.all(servers.map(({ kill }) => kill()));
      await Promise.all(servers.map(({ start }) => start()));
    },
  };
}
