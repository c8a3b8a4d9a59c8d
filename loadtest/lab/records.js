/** Reads the records of the lab's database service from SQLite in memory, or from MySQL or MariaDB by DATABASE_URL. */

import Database from 'libsql';

export const RECORDS = 1000;
/** More requests than this wait for a connection: on one machine that is quicker than more threads of the database. */
const CONNECTIONS = 20;
const CONNECT_MS = 5000;

/**
 * @typedef {{ id: number, name: string, score: number }} LabRecord
 * @typedef {object} Records
 * @property {string} database `SQLite in memory`, `MariaDB 10.11 at 127.0.0.1:3306`
 * @property {(id: number) => LabRecord | null | Promise<LabRecord | null>} find by its number; null: there is none
 * @property {() => Promise<void>} close
 */

/**
 * @param {string | null} databaseUrl `mysql://user:password@host:port/database`; its table `loadtest_records` is
 *   made anew
 * @returns {Promise<Records>}
 * @throws {Error} with a sentence that names the server, never the password
 */
export async function openRecords(databaseUrl) {
  return databaseUrl ? openMySql(databaseUrl) : openSqlite();
}

/** @param {number} id @returns {LabRecord} */
function recordOf(id) {
  return { id, name: `Player ${id}`, score: (id * 7919) % 1000 };
}

/** @returns {LabRecord[]} */
function allRecords() {
  return Array.from({ length: RECORDS }, (_none, index) => recordOf(index + 1));
}

/** @returns {Records} */
function openSqlite() {
  const db = new Database(':memory:');
  db.exec('CREATE TABLE records (id INTEGER PRIMARY KEY, name TEXT NOT NULL, score INTEGER NOT NULL)');
  const insert = db.prepare('INSERT INTO records VALUES (?, ?, ?)');
  db.exec('BEGIN');
  for (const { id, name, score } of allRecords()) insert.run(id, name, score);
  db.exec('COMMIT');
  const select = db.prepare('SELECT id, name, score FROM records WHERE id = ?');
  return {
    database: 'SQLite in memory',
    find(id) {
      const row = /** @type {any} */ (select.get(id));
      // The driver adds a field of its own to each row.
      return row ? { id: row.id, name: row.name, score: row.score } : null;
    },
    close: async () => void db.close(),
  };
}

/** @param {string} url @returns {Promise<Records>} */
async function openMySql(url) {
  // The driver is imported here, so that only a lab with a database of its own loads it.
  const { createPool } = await import('mysql2/promise');
  const { hostname, port, pathname, username, password } = new URL(url);
  const pool = createPool({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 3306),
    database: decodeURIComponent(pathname.slice(1)),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    connectionLimit: CONNECTIONS,
    connectTimeout: CONNECT_MS,
  });
  const address = `${hostname}:${port || 3306}`;
  let database;
  try {
    const [[row]] = /** @type {any} */ (await pool.query('SELECT VERSION() AS version'));
    database = `${productOf(String(row.version))} at ${address}`;
    await pool.query('DROP TABLE IF EXISTS loadtest_records');
    await pool.query(
      'CREATE TABLE loadtest_records (id INT PRIMARY KEY, name VARCHAR(60) NOT NULL, score INT NOT NULL)',
    );
    const rows = allRecords().map(({ id, name, score }) => [id, name, score]);
    await pool.query('INSERT INTO loadtest_records VALUES ?', [rows]);
  } catch (error) {
    await pool.end().catch(() => {});
    const { message, code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new Error(
      `DATABASE_URL: the database at ${address} cannot be used (${message || code}). ` +
        'Start it, or correct the address, or leave DATABASE_URL unset.',
      { cause: error },
    );
  }
  return {
    database,
    async find(id) {
      const [rows] = await pool.execute('SELECT id, name, score FROM loadtest_records WHERE id = ?', [id]);
      return /** @type {LabRecord[]} */ (rows)[0] ?? null;
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
