/** Reads the records of the lab's database service from SQLite in memory, or from MySQL or MariaDB by LOADTEST_DATABASE_URL. */

import Database from 'libsql';

export const RECORDS = 1000;
/** More requests than this wait for a connection: on one machine that is quicker than more threads of the database. */
const CONNECTIONS = 20;
const CONNECT_MS = 5000;

/** @returns {[id: number, name: string, score: number][]} */
function allRecords() {
  return Array.from({ length: RECORDS }, (_none, index) => {
    const id = index + 1;
    return [id, `Player ${id}`, (id * 7919) % 1000];
  });
}

/**
 * @param {string | null} databaseUrl `mysql://user:password@host:port/database`; its `loadtest_records` is made anew
 * @throws {Error} with a sentence that names the server, never the password
 */
export async function openRecords(databaseUrl) {
  return databaseUrl ? openMySql(databaseUrl) : openSqlite();
}

/** @typedef {Awaited<ReturnType<typeof openRecords>>} Records */

function openSqlite() {
  const db = new Database(':memory:');
  db.exec('CREATE TABLE records (id INTEGER PRIMARY KEY, name TEXT NOT NULL, score INTEGER NOT NULL)');
  const insert = db.prepare('INSERT INTO records VALUES (?, ?, ?)');
  db.exec('BEGIN');
  for (const record of allRecords()) insert.run(...record);
  db.exec('COMMIT');
  const select = db.prepare('SELECT id, name, score FROM records WHERE id = ?');
  return {
    /** In words: `MariaDB 10.11 at 127.0.0.1:3306`. */
    database: 'SQLite in memory',
    /** @param {number} number of the record */
    async find(number) {
      const row = /** @type {any} */ (select.get(number));
      // The driver adds a field of its own to each row.
      return row ? { id: row.id, name: row.name, score: row.score } : null;
    },
    close: async () => void db.close(),
  };
}

/** @param {string} url */
async function openMySql(url) {
  // The driver is imported here, so that only a lab with a database of its own loads it.
  const { createPool } = await import('mysql2/promise');
  const { hostname, port } = new URL(url);
  const pool = createPool({ uri: url, connectionLimit: CONNECTIONS, connectTimeout: CONNECT_MS });
  const address = `${hostname}:${port || 3306}`;
  let database;
  try {
    const [[row]] = /** @type {any} */ (await pool.query('SELECT VERSION() AS version'));
    database = `${productOf(String(row.version))} at ${address}`;
    await pool.query('DROP TABLE IF EXISTS loadtest_records');
    await pool.query(
      'CREATE TABLE loadtest_records (id INT PRIMARY KEY, name VARCHAR(60) NOT NULL, score INT NOT NULL)',
    );
    await pool.query('INSERT INTO loadtest_records VALUES ?', [allRecords()]);
  } catch (error) {
    await pool.end().catch(() => {});
    const { message, code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new Error(
      `LOADTEST_DATABASE_URL: the database at ${address} cannot be used (${message || code}). ` +
        'Start it, or correct the address, or leave LOADTEST_DATABASE_URL unset.',
      { cause: error },
    );
  }
  return {
    database,
    /** @param {number} number */
    async find(number) {
      const rows = await pool.execute('SELECT id, name, score FROM loadtest_records WHERE id = ?', [number]);
      return /** @type {any} */ (rows)[0][0] ?? null;
    },
    close: () => pool.end(),
  };
}

/** @param {string} version as the server says it: `10.11.6-MariaDB-0+deb12u1`, `8.0.36` @returns {string} `MariaDB 10.11` */
export function productOf(version) {
  const name = /mariadb/i.test(version) ? 'MariaDB' : 'MySQL';
  // Some versions of MariaDB say 5.5.5 first, for old replicas.
  const number = /^(?:5\.5\.5-)?(\d+\.\d+)/.exec(version)?.[1];
  return number ? `${name} ${number}` : name;
}
