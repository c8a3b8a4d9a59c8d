/** A connection to PostgreSQL, by `pg`. */

/** @import { DatabaseAddress } from '../address.js' */
/** @import { Trouble } from './trouble.js' */

import pg from 'pg';
import { Link } from './link.js';

const CONNECT_MS = 2000;
const INT8 = 20;
/** A server may have been told to acknowledge before the disk has a commit, or to keep the locks of clients that are gone. */
const SESSION = `SET synchronous_commit = on; SET idle_in_transaction_session_timeout = 10000; SET lock_timeout = 10000;
  SET statement_timeout = 60000`;

/** Numbers of 64 bits come as texts unless they are asked for; ours are below 2 to the 53. @type {import('pg').CustomTypesConfig} */
const TYPES = {
  getTypeParser: (/** @type {number} */ id, /** @type {'text' | 'binary' | undefined} */ format) =>
    id === INT8 ? Number : pg.types.getTypeParser(id, format),
};

/**
 * @param {DatabaseAddress} address
 * @returns {Promise<Link>} rejects with what the driver says
 */
export async function connect({ url }) {
  const client = new pg.Client({
    connectionString: url.replace(/^\w+:/, 'postgres:'),
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: 'mass-mobile',
    types: TYPES,
  });
  const { connection } =
    /** @type {typeof client & { connection: { stream: import('node:stream').Duplex } }} */ (client);
  /** @type {Map<string, string>} names of prepared statements */
  const names = new Map();
  const link = new Link({
    async run(text, values) {
      if (values.length === 0) return answerOf(await client.query(text));
      let name = names.get(text);
      if (!name) names.set(text, (name = `s${names.size}`));
      return answerOf(await client.query({ name, text, values: [...values] }));
    },
    destroy: () => void connection.stream.destroy(),
    end: () => client.end(),
  });
  client.on('error', (error) => link.lose(error));
  client.on('end', () => link.lose(null));
  try {
    await client.connect();
  } catch (error) {
    link.lose(error);
    throw error;
  }
  await link.query(SESSION);
  return link;
}

/** The statements after which a connection reads everything as it was at one moment. */
export const SNAPSHOT = ['BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY'];

/** @param {Link} link @returns {Promise<string | null>} the setting by which it does not wait for its disk; null: it does */
export async function carelessness(link) {
  const { rows } = await link.query('SHOW fsync');
  return rows[0]?.fsync === 'off' ? 'fsync = off' : null;
}

/** @param {{ rows?: Record<string, unknown>[], rowCount?: number | null }} result one, or a list when several statements were sent */
function answerOf({ rows = [], rowCount = 0 }) {
  return { rows, changes: rowCount ?? 0 };
}

/** @type {Record<string, Trouble>} by SQLSTATE */
const TROUBLE = {
  '28P01': 'login',
  28000: 'login',
  '3D000': 'missing',
  42501: 'rights',
  25006: 'rights',
  '42P01': 'no-table',
};

/** @param {unknown} error @returns {Trouble | null} null: any other */
export function troubleOf(error) {
  return TROUBLE[String(/** @type {NodeJS.ErrnoException | null} */ (error)?.code)] ?? null;
}
