/**
 * The lease: one row that says whose the database is. An owner renews it every second, and it is free five seconds after
 * the last time. Only the clock of the database counts. Its number, the epoch, grows with each owner, and each commit of an
 * owner checks it under lock: one that has lost the lease writes nothing more, whatever it believes.
 */

/** @import { Db, Value } from '../schema.js' */
/** @import { Kysely } from 'kysely' */
/** @import { Link } from './link.js' */

import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from '#kysely';
import { isGone, placeOfThisMachine } from '../../this-machine.js';
import { VERSION } from '../schema.js';
import { Newer, Taken } from './trouble.js';

export const RENEW_MS = 1000;
const FREE_AFTER_MS = 5000;
/** A restart may overlap with the server it replaces for this long before the database counts as taken. */
const OVERLAP_MS = 1500;
const LOOK_MS = 100;
/** So often the lease is made before the fault counts; a home that makes it at the same moment is done by then. */
const MOST_TRIES = 5;

/** Ms since 1970 when the statement gets the row, not when its transaction began. @type {Record<'postgres' | 'mysql', ReturnType<typeof sql>>} */
const NOW = {
  postgres: sql`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
  mysql: sql`cast(unix_timestamp(sysdate(6)) * 1000 as signed)`,
};

/**
 * @typedef {{ epoch: number, owner: string, host: string, place: string, pid: number, since_ms: number, renewed_ms: number,
 *   commits: number, schema_version: number, now_ms: number }} Row
 */

/**
 * @param {object} options
 * @param {Db} options.db only compiles here: all statements of one transaction must go over one connection
 * @param {'postgres' | 'mysql'} options.kind
 * @param {string} options.ownerId
 * @param {(error: unknown) => boolean} options.isNoTable
 */
// eslint-disable-next-line max-lines-per-function -- the statements of one lease
export function createLease({ db, kind, ownerId, isNoTable }) {
  const now = NOW[kind];
  const place = placeOfThisMachine();
  let epoch = -1;

  const run = (/** @type {Link} */ link, /** @type {import('kysely').Compilable} */ query) => {
    const { sql: text, parameters } = query.compile();
    return link.query(text, parameters);
  };
  const update = (/** @type {Record<string, unknown>} */ values) =>
    db.updateTable('lease').set(/** @type {Record<string, Value>} */ (values)).where('id', '=', 1);

  /** @param {Link} link @param {{ isLocked?: boolean }} [options] locked: waits for a transaction that is under way */
  async function read(link, { isLocked = false } = {}) {
    const query = db.selectFrom('lease').selectAll().select(now.as('now_ms'));
    const { rows } = await run(link, isLocked ? query.forUpdate() : query);
    return /** @type {Row} */ (rows[0]);
  }

  /** @param {Link} link @returns {Promise<Row>} */
  async function readOrMake(link) {
    for (let tries = 1; ; tries++) {
      try {
        const row = await read(link);
        if (row) return row;
      } catch (error) {
        if (!isNoTable(error)) throw error;
      }
      try {
        await make(link);
      } catch (error) {
        // Another home may be making it at this moment: first the table, then its row.
        if (tries === MOST_TRIES) throw error;
        await delay(LOOK_MS);
      }
    }
  }

  /** @param {Link} link */
  async function make(link) {
    let table = db.schema
      .createTable('lease')
      .ifNotExists()
      .addColumn('id', 'integer', (made) => made.primaryKey());
    for (const name of ['owner', 'host', 'place'])
      table = table.addColumn(name, 'varchar(255)', (made) => made.notNull());
    for (const name of ['epoch', 'pid', 'since_ms', 'renewed_ms', 'commits', 'schema_version'])
      table = table.addColumn(name, 'bigint', (made) => made.notNull());
    await run(link, table);
    const empty = { owner: '', host: '', place: '', epoch: 0, pid: 0, since_ms: 0, renewed_ms: 0 };
    await run(link, db.insertInto('lease').values({ id: 1, ...empty, commits: 0, schema_version: 0 }));
  }

  /** @param {Row} row @returns {boolean} its owner has released it, is this one, or will not renew it any more */
  function isFree(row) {
    if (row.owner === '' || row.owner === ownerId) return true;
    const isHere = place !== '' && row.place === place;
    return row.now_ms - row.renewed_ms >= FREE_AFTER_MS || (isHere && isGone(row.pid));
  }

  /** @param {Link} link @param {Row} seen @returns {Promise<boolean>} false: somebody was quicker */
  async function take(link, seen) {
    const about = { owner: ownerId, host: hostname().slice(0, 255), place, pid: process.pid };
    const query = update({ ...about, epoch: seen.epoch + 1, since_ms: now, renewed_ms: now });
    const { changes } = await run(
      link,
      query.where('epoch', '=', seen.epoch).where('renewed_ms', '=', seen.renewed_ms),
    );
    if (changes === 1) epoch = seen.epoch + 1;
    return changes === 1;
  }

  return {
    get epoch() {
      return epoch;
    },
    read,
    /**
     * Waits until the lease is free: up to five seconds for an owner who was killed.
     * @param {Link} link
     * @returns {Promise<Row>} as it was before
     * @throws {Taken | Newer} its owner lives; a later program wrote the database
     */
    async claim(link) {
      const first = await readOrMake(link);
      for (let row = first; ; row = await read(link)) {
        if (row.schema_version > VERSION) throw new Newer(String(row.schema_version));
        if (isFree(row)) {
          if (await take(link, row)) return row;
          continue;
        }
        const isAlive = row.renewed_ms !== first.renewed_ms;
        if (isAlive && row.now_ms - first.now_ms >= OVERLAP_MS) throw new Taken(row);
        await delay(LOOK_MS);
      }
    },
    /**
     * Renews the lease, and locks it until the end of a transaction.
     * @param {Link} link @param {number} [commits] the number of the commit that this belongs to
     * @returns {Promise<boolean>} false: it is somebody else's
     */
    async renew(link, commits) {
      const values = { renewed_ms: now, ...(commits !== undefined && { commits }) };
      const { changes } = await run(link, update(values).where('epoch', '=', epoch));
      return changes === 1;
    },
    /** Notes in a transaction which schema the database has now. @param {Link} link @param {number} version */
    async noteVersion(link, version) {
      await run(link, update({ schema_version: version }).where('epoch', '=', epoch));
    },
    /** @param {Link} link */
    async release(link) {
      await run(link, update({ owner: '', renewed_ms: 0 }).where('epoch', '=', epoch));
    },
  };
}
