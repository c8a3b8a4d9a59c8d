/** The journal on each of its databases: what one suite needs to run over all of them. */

/** @import { TestContext } from 'node:test' */

import { openJournal } from '../../lib/journal/journal.js';
import { startMariaDb, startPostgres } from './databases.js';
import { tempFolder } from './server.js';

/** @typedef {Partial<Parameters<typeof openJournal>[0]>} Options */
/** @typedef {{ dataDir: string, databaseUrl: string | null }} Place where one journal is */
/**
 * @typedef {object} Engine
 * @property {string} name
 * @property {'sqlite' | 'postgres' | 'mysql'} kind
 * @property {import('./databases.js').Server | null} server
 * @property {(t: TestContext) => Promise<Place>} newPlace empty, and gone after the test
 */

/** @param {import('./databases.js').ServerOptions} [options] @returns {Promise<Engine[]>} SQLite, PostgreSQL, MariaDB */
export async function startEngines(options) {
  /** @type {Engine} */
  const sqlite = {
    ...{ name: 'SQLite', kind: 'sqlite', server: null },
    newPlace: async (t) => ({ dataDir: await tempFolder(t), databaseUrl: null }),
  };
  const servers = await startServers(options);
  return [sqlite, ...servers];
}

/** @param {import('./databases.js').ServerOptions} [options] */
export async function startServers(options) {
  const servers = await Promise.all([startPostgres(options), startMariaDb(options)]);
  return servers.map((server) => ({
    ...{ name: server.name, kind: server.kind, server },
    // The folder stays empty: whatever a home needs is in the database.
    newPlace: async (/** @type {TestContext} */ t) => ({
      dataDir: await tempFolder(t),
      databaseUrl: await server.newDatabase(),
    }),
  }));
}

/** Opens a journal, which is closed after the test. @param {TestContext} t @param {Place} place @param {Options} [options] */
export async function openAt(t, place, options) {
  const journal = await openJournal({ ...place, ...options });
  t.after(() => journal.close());
  return journal;
}
