/**
 * A database server as the journal: one connection, which is opened again when it breaks, one owner, and one transaction a
 * commit. A commit of which nobody knows whether it arrived is looked up by its number before anybody gets an answer.
 */

/** @import { Engine, EngineOptions, OnLost } from './engine.js' */
/** @import { Link } from './link.js' */
/** @import { Write } from '../rows.js' */
/** @import { Table } from '../schema.js' */

import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseAddress } from '../address.js';
import { JournalError } from '../folder.js';
import { VERSION, migrate, sealedTables } from '../schema.js';
import { kyselyOver } from './kysely.js';
import { RENEW_MS, createLease } from './database-lease.js';
import { createLine } from './line.js';
import { createTransactions } from './transactions.js';
import { Newer, Taken, carelessSentence, lostSentence, problemOf, serverError } from './trouble.js';

/** A commit in doubt holds all others up for this long, until the database is back. */
const DOUBT_MS = 3000;
const RETRY_MS = 100;

/**
 * @param {Pick<EngineOptions, 'ownerId'> & { databaseUrl: string }} options @param {OnLost} onLost
 * @returns {Promise<Engine>}
 * @throws {import('../folder.js').JournalError}
 */
export async function openServer({ databaseUrl, ownerId }, onLost) {
  const address = new DatabaseAddress(databaseUrl);
  const { kind } = address;
  const { connect, troubleOf, carelessness } = await driverOf(kind);
  const line = createLine(() => connect(address));
  const db = kyselyOver(kind, (sql, values) => line.turn((link) => link.query(sql, values)));
  const lease = createLease({ db, kind, ownerId, isNoTable: (error) => troubleOf(error) === 'no-table' });
  const openingError = (/** @type {unknown} */ error) => serverError(error, address, troubleOf);
  try {
    const { commits, schema_version: version } = await line.turn(lease.claim);
    await line.turn((link) => bringUpToDate(link, { kind, lease, version }));
    const engine = createEngine({ address, db, line, lease, commits, onLost });
    const setting = await line.turn(carelessness);
    return { ...engine, openingError, remark: setting && carelessSentence(address, setting) };
  } catch (error) {
    await line.close();
    throw openingError(error);
  }
}

/**
 * Opens a database as it is at this moment, to read: the holder of the lease goes on with it.
 * @param {string} databaseUrl
 * @returns {Promise<{ db: Engine['db'], tables: readonly Table[], close: () => Promise<void> }>} tables: those that it has
 * @throws {import('../folder.js').JournalError}
 */
export async function openSnapshot(databaseUrl) {
  const address = new DatabaseAddress(databaseUrl);
  const { kind } = address;
  const { connect, troubleOf, SNAPSHOT } = await driverOf(kind);
  /** @type {Link | undefined} */
  let link;
  try {
    const opened = (link = await connect(address));
    for (const sql of SNAPSHOT) await opened.query(sql);
    const { rows } = await opened.query('SELECT schema_version FROM lease');
    const version = Number(rows[0]?.schema_version);
    if (version > VERSION) throw new Newer(String(version));
    const db = kyselyOver(kind, (sql, values) => opened.query(sql, values));
    return { db, tables: sealedTables(version), close: () => opened.end() };
  } catch (error) {
    await link?.end();
    if (troubleOf(error) === 'no-table')
      throw new JournalError('backup-failed', `The ${address} holds nothing, as no server has used it.`);
    throw serverError(error, address, troubleOf);
  }
}

/** Only the driver that is used is loaded. @param {'postgres' | 'mysql'} kind */
function driverOf(kind) {
  return kind === 'postgres' ? import('./postgres.js') : import('./mysql.js');
}

/**
 * @param {Link} link
 * @param {{ kind: 'postgres' | 'mysql', lease: ReturnType<typeof createLease>, version: number }} options
 */
async function bringUpToDate(link, { kind, lease, version }) {
  const db = kyselyOver(kind, (sql, values) => link.query(sql, values));
  // The server has checksums of its own, and transactions (docs/decisions/0026).
  await migrate({ db, kind, isSealed: false }, version, async (run, reached) => {
    await link.query('BEGIN');
    await run();
    await lease.noteVersion(link, reached);
    await link.query('COMMIT');
  });
}

/**
 * @param {object} options
 * @param {DatabaseAddress} options.address @param {Engine['db']} options.db
 * @param {ReturnType<typeof createLine>} options.line @param {ReturnType<typeof createLease>} options.lease
 * @param {number} options.commits the number of the last commit of anybody
 * @param {OnLost} options.onLost
 * @returns {Omit<Engine, 'openingError' | 'remark'>}
 */
function createEngine({ address, db, line, lease, commits, onLost }) {
  const statementsOf = createTransactions(db, address.kind);
  let isLost = false;
  let isRefusing = false;
  const timer = setInterval(renew, RENEW_MS);

  function renew() {
    // A commit renews it as well.
    if (line.isBusy || isLost) return;
    line
      .turn(async (link) => void ((await lease.renew(link)) || (await lose(link))))
      // The next second tries it again.
      .catch(() => {});
  }

  /** @param {Link} link @returns {Promise<Error>} */
  async function lose(link) {
    const { message } = new Taken(await lease.read(link));
    if (!isLost) onLost(lostSentence(address, message));
    isLost = true;
    return new Error(`another home has taken the database over: ${message}`);
  }

  /** @param {Link} link @param {readonly Write[]} writes @param {number} number of this commit */
  async function transact(link, writes, number) {
    let isCommitting = false;
    try {
      await link.query(isRefusing ? 'START TRANSACTION READ ONLY' : 'BEGIN');
      if (!(await lease.renew(link, number))) throw await lose(link);
      for (const { sql, values } of statementsOf(writes)) await link.query(sql, values);
      isCommitting = true;
      await link.query('COMMIT');
    } catch (error) {
      if (!isCommitting) await link.query('ROLLBACK').catch((problem) => link.lose(problem));
      else if (await hasArrived(link, number)) return;
      throw error;
    }
  }

  /**
   * Asks over a new connection. The old one may still be about to commit, so the row is read under lock: it is free when
   * that transaction has ended, one way or the other.
   * @param {Link} link @param {number} number
   * @returns {Promise<boolean>} false as well when the database does not come back in time
   */
  async function hasArrived(link, number) {
    link.lose(null);
    const untilMs = performance.now() + DOUBT_MS;
    while (performance.now() < untilMs) {
      try {
        const fresh = await line.open();
        const row = await lease.read(fresh, { isLocked: true });
        return row.epoch === lease.epoch && row.commits === number;
      } catch {
        await delay(RETRY_MS);
      }
    }
    return false;
  }

  return {
    db,
    begin() {},
    async commit(writes) {
      if (isLost) throw new Error('another home has taken the database over');
      const number = ++commits;
      await line.turn((link) => transact(link, writes, number));
    },
    // Dead rows and logs are its own; docs/privacy.md says how long they live.
    wipe() {},
    problemOf: (error) => `the database: ${problemOf(error, address)}`,
    refuse: (isOn) => void (isRefusing = isOn),
    async close() {
      clearInterval(timer);
      await line.turn((link) => lease.release(link)).catch(() => {});
      await line.close();
    },
  };
}
