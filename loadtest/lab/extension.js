/** Adds the load lab to the server as an extension, only with LOADTEST=on: its namespace and its HTTP services. */

/** @import { Extension } from '../../lib/extension.js' */

import { serveLoadTest } from './namespace.js';
import { openRecords } from './records.js';
import { createServices } from './services.js';

/** @returns {Extension} */
export function labExtension() {
  /** @type {ReturnType<typeof createServices> | undefined} */
  let services;
  /** @type {ReturnType<typeof serveLoadTest> | undefined} */
  let turns;

  return {
    name: 'lab',
    async start({ config, log }) {
      services = createServices(await openRecords(config.loadTestDatabaseUrl));
      log.warn(null, 'LOADTEST is on: this server echoes to all who have its key. Not for a show.');
    },
    http: ({ routes }) => services?.route(routes),
    namespaces: (host) => void (turns = serveLoadTest(host)),
    close() {
      turns?.stop();
      return services?.close();
    },
  };
}
