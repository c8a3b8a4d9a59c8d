/** A connection to MySQL or MariaDB, by `mysql2`. */

/** @import { DatabaseAddress } from '../address.js' */
/** @import { Value } from '../schema.js' */
/** @import { Trouble } from './trouble.js' */

/** @typedef {Record<string, unknown>} Row */

import { createConnection } from 'mysql2/promise';
import { Link } from './link.js';

const CONNECT_MS = 2000;
const TEXT_TYPES = new Set([253, 254]);
/**
 * A server may be told to cut what is too long instead of refusing it, and keeps the locks of clients that are gone for eight
 * hours. The lease is renewed every second, so this connection is never idle for ten.
 */
const SESSION = `SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', SESSION wait_timeout = 10,
  SESSION innodb_lock_wait_timeout = 10`;

/**
 * @param {DatabaseAddress} address
 * @returns {Promise<Link>} rejects with what the driver says
 */
export async function connect({ url }) {
  const connection = await createConnection({
    uri: url.replace(/^\w+:/, 'mysql:'),
    connectTimeout: CONNECT_MS,
    enableKeepAlive: true,
    charset: 'utf8mb4_bin',
    maxPreparedStatements: 200,
  });
  const link = new Link({
    async run(sql, values) {
      const [found, fields] = await (values.length > 0
        ? connection.execute(sql, values.map(bound))
        : connection.query(sql));
      if (!Array.isArray(found)) return { rows: [], changes: found.affectedRows };
      return { rows: decoded(/** @type {Row[]} */ (found), fields), changes: 0 };
    },
    destroy: () => connection.destroy(),
    end: () => connection.end(),
  });
  connection.on('error', (error) => link.lose(error));
  streamOf(connection).on('close', () => link.lose(null));
  await link.query(SESSION);
  await link.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
  return link;
}

/** The statements after which a connection reads everything as it was at one moment. */
export const SNAPSHOT = [
  'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ',
  'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY',
];

/** @param {Link} link @returns {Promise<string | null>} the setting by which it does not wait for its disk; null: it does */
export async function carelessness(link) {
  const { rows } = await link.query('SELECT @@innodb_flush_log_at_trx_commit AS value');
  const value = Number(rows[0]?.value);
  return value === 1 ? null : `innodb_flush_log_at_trx_commit = ${value}`;
}

/** Closed by the server, it says so on its stream alone. @param {object} connection @returns {import('node:stream').Duplex} */
function streamOf(connection) {
  return /** @type {{ connection: { stream: import('node:stream').Duplex } }} */ (connection).connection
    .stream;
}

/** @param {unknown} value @returns {string | number | Buffer | null} */
function bound(value) {
  const plain = /** @type {Value} */ (value);
  return plain instanceof Uint8Array ? Buffer.from(plain.buffer, plain.byteOffset, plain.length) : plain;
}

/** Keys are bytes in the database, so that they are compared as such. @param {Row[]} rows @param {import('mysql2').FieldPacket[]} fields */
function decoded(rows, fields) {
  const keys = fields.filter(({ columnType }) => TEXT_TYPES.has(Number(columnType))).map(({ name }) => name);
  for (const row of rows)
    for (const key of keys) if (Buffer.isBuffer(row[key])) row[key] = row[key].toString();
  return rows;
}

/** @type {Record<string, Trouble>} */
const TROUBLE = {
  ER_ACCESS_DENIED_ERROR: 'login',
  ER_BAD_DB_ERROR: 'missing',
  ER_DBACCESS_DENIED_ERROR: 'rights',
  ER_TABLEACCESS_DENIED_ERROR: 'rights',
  ER_COLUMNACCESS_DENIED_ERROR: 'rights',
  ER_OPTION_PREVENTS_STATEMENT: 'rights',
  ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION: 'rights',
  ER_NO_SUCH_TABLE: 'no-table',
};

/** @param {unknown} error @returns {Trouble | null} null: any other */
export function troubleOf(error) {
  return TROUBLE[String(/** @type {NodeJS.ErrnoException | null} */ (error)?.code)] ?? null;
}
