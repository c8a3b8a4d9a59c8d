/**
 * Real database servers for tests: PostgreSQL and MariaDB, each with a folder, a port and a process of its own, gone after
 * the test file. `npm run setup` installs them.
 */

import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after as afterTests } from 'node:test';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { createChild, folderFor, own, run, serve, untilReady } from './database-process.js';
import { freePort } from './process.js';

const USER = 'stage';
const PASSWORD = 'sesame-hunter2';

/**
 * @typedef {object} Server
 * @property {'postgres' | 'mysql'} kind
 * @property {string} name of the product
 * @property {string} address host and port
 * @property {() => Promise<string>} newDatabase the URL of an empty one
 * @property {(url: string, sql: string) => Promise<any[]>} query as its administrator, in the database of this URL
 * @property {(url: string) => Promise<void>} cut ends all connections to the database of this URL
 * @property {() => Promise<void>} start again, at the same port with the same data
 * @property {(how?: 'orderly' | 'at-once') => Promise<void>} stop at once: as if the power had gone
 * @property {number | undefined} pid
 */

/**
 * @typedef {{ isDurable?: boolean, scope?: import('./scope.js').Scope }} ServerOptions durable: the disk is waited for, as in
 *   a show; otherwise faster; `scope`: ends it; by default the test file does
 */
const OF_FILE = { after: (/** @type {() => unknown} */ run) => afterTests(async () => void (await run())) };

/** @param {ServerOptions} [options] @returns {Promise<Server>} */
export async function startPostgres({ scope = OF_FILE, ...options } = {}) {
  const { end, ...server } = await launchPostgres(options);
  scope.after(end);
  return server;
}

/**
 * Starts one that nobody ends.
 * @param {ServerOptions & { host?: string, within?: readonly string[] }} [options] host: another address than this machine's
 *   own; `within`: the command that runs it
 * @returns {Promise<Server & { end: () => Promise<void> }>}
 */
export async function launchPostgres({ isDurable = false, host = '127.0.0.1', within = [] } = {}) {
  const folder = folderFor('postgres');
  const port = await freePort();
  const data = join(folder, 'data');
  const secret = join(folder, 'password');
  writeFileSync(secret, PASSWORD, { mode: 0o644 });
  own(folder, 'postgres');
  const bin = postgresBin();
  run('postgres', `${bin}/initdb`, [
    ...['-D', data, '-U', USER, '-E', 'UTF8', '--locale=C', '--no-sync', '--auth=scram-sha-256'],
    `--pwfile=${secret}`,
  ]);
  if (host !== '127.0.0.1') appendFileSync(join(data, 'pg_hba.conf'), 'host all all samenet scram-sha-256\n');
  const fast = isDurable ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off'];
  const args = [
    '-D',
    data,
    '-h',
    host,
    '-p',
    String(port),
    '-k',
    folder,
    '-c',
    'max_connections=40',
    ...fast,
  ];
  const child = createChild(() => serve('postgres', `${bin}/postgres`, args, within));
  const urlOf = (/** @type {string} */ database) =>
    `postgres://${USER}:${PASSWORD}@${host}:${port}/${database}`;

  /** @param {string} url @param {string} sql */
  async function query(url, sql) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  const start = async () => {
    await child.start();
    await untilReady(() => query(urlOf('postgres'), 'SELECT 1'));
  };
  await start();
  return {
    ...{ kind: 'postgres', name: 'PostgreSQL', address: `${host}:${port}`, query, start },
    end: () => child.end('SIGQUIT').then(() => rmSync(folder, { recursive: true, force: true })),
    get pid() {
      return child.pid;
    },
    async newDatabase() {
      const name = `test_${randomBytes(6).toString('hex')}`;
      await query(urlOf('postgres'), `CREATE DATABASE ${name}`);
      return urlOf(name);
    },
    async cut(url) {
      const others = `FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
      await query(url, `SELECT pg_terminate_backend(pid) ${others}`);
    },
    async stop(how = 'orderly') {
      const mode = how === 'orderly' ? 'fast' : 'immediate';
      run('postgres', `${bin}/pg_ctl`, ['stop', '-w', '-m', mode, '-D', data]);
      await child.ended();
    },
  };
}

/** @param {ServerOptions} [options] @returns {Promise<Server>} */
export async function startMariaDb({ isDurable = false, scope = OF_FILE } = {}) {
  const folder = folderFor('mariadb');
  const port = await freePort();
  const data = join(folder, 'data');
  const socket = join(folder, 's.sock');
  own(folder, 'mysql');
  run('mysql', 'mariadb-install-db', [
    ...['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
    ...['--skip-name-resolve', '--innodb-log-file-size=16M', `--tmpdir=${folder}`],
  ]);
  const fast = isDurable ? [] : ['--innodb-flush-log-at-trx-commit=2'];
  const args = [
    ...[
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${socket}`,
      `--tmpdir=${folder}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
    ],
    ...['--skip-name-resolve', '--innodb-log-file-size=16M', '--innodb-buffer-pool-size=64M', ...fast],
  ];
  const child = createChild(() => serve('mysql', mariadbd(), args));
  const urlOf = (/** @type {string} */ database) =>
    `mysql://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`;

  /** @param {string} url @param {string} sql */
  async function query(url, sql) {
    const database = new URL(url).pathname.slice(1) || undefined;
    const connection = await createConnection({ user: 'root', socketPath: socket, database });
    connection.on('error', () => {});
    try {
      const [rows] = await connection.query(sql);
      return /** @type {any[]} */ (rows);
    } finally {
      await connection.end();
    }
  }

  scope.after(() => child.end('SIGKILL').then(() => rmSync(folder, { recursive: true, force: true })));
  const start = async () => {
    await child.start();
    await untilReady(() => query(urlOf(''), 'SELECT 1'));
  };
  await start();
  await query(urlOf(''), `CREATE USER ${USER}@'127.0.0.1' IDENTIFIED BY '${PASSWORD}'`);
  await query(urlOf(''), `GRANT ALL ON *.* TO ${USER}@'127.0.0.1'`);
  return {
    ...{ kind: 'mysql', name: 'MariaDB', address: `127.0.0.1:${port}`, query, start },
    get pid() {
      return child.pid;
    },
    async newDatabase() {
      const name = `test_${randomBytes(6).toString('hex')}`;
      await query(urlOf(''), `CREATE DATABASE ${name}`);
      return urlOf(name);
    },
    async cut(url) {
      const others = 'WHERE db = database() AND id <> connection_id()';
      const rows = await query(url, `SELECT id FROM information_schema.processlist ${others}`);
      // One that has gone in the meantime needs no end.
      for (const { id } of rows) await query(url, `KILL ${id}`).catch(() => {});
    },
    stop: (how = 'orderly') => child.end(how === 'orderly' ? 'SIGTERM' : 'SIGKILL'),
  };
}

/** @returns {string} */
function postgresBin() {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions
    .map((version) => `${home}/${version}/bin`)
    .find((bin) => existsSync(`${bin}/postgres`));
  if (!found) throw new Error('PostgreSQL is not installed: run "npm run setup".');
  return found;
}

/** @returns {string} */
function mariadbd() {
  const found = ['/usr/sbin/mariadbd', '/usr/bin/mariadbd'].find((path) => existsSync(path));
  if (!found) throw new Error('MariaDB is not installed: run "npm run setup".');
  return found;
}
