/** One process has all of the show. */

/** @import { Scope } from '../scope.js' */
/** @import { Show } from './show.js' */

import { freePort } from '../process.js';
import { tempFolder } from '../server.js';
import { KEY, startProcess } from './processes.js';

/** @param {Scope} t @param {Record<string, string>} env @returns {Promise<Show>} */
export async function openOne(t, env) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await startProcess(t, {
    url,
    env: { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: await tempFolder(t), ...env },
  });
  return {
    url,
    operatorKey: KEY,
    async crash(meanwhile) {
      await server.kill();
      await meanwhile?.();
      await server.start();
    },
  };
}
