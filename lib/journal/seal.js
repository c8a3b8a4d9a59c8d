/**
 * The seal of the database shows that every row is there and is as it was written.
 *
 * SQLite notices that a page does not fit its neighbours, but neither a changed letter in a row nor the loss of
 * the newest commits: of a damaged write-ahead log it silently uses the part before the damage. So each row
 * carries a checksum of its values, and the table `seal` holds the sum of all checksums and the number of commits,
 * both written in the same transaction. A sum shows a changed, a lost and an old row alike, and unlike a
 * chain it lets rows be replaced and deleted. How many commits there must be, head.js notes outside the database.
 *
 * The checksums have 53 bits, which is what a JavaScript number holds exactly. They detect damage, not an
 * attacker, who could compute them too.
 */

/** @import Database from 'libsql' */
/** @import { Table, Value } from './schema.js' */

import { createHash } from 'node:crypto';
import { SEALED, shapeOf } from './schema.js';

const MASK = Number.MAX_SAFE_INTEGER;
/** From this length on, in characters, the native hash is the faster one. */
const LONG = 2000;

/** The database is damaged; the message says what is wrong, as a part of a sentence. */
export class Damage extends Error {
  code = 'DAMAGED';
}

/** @param {string} value @returns {string} as SQLite gives it back: valid UTF-8 without zero bytes, which would end it */
function storable(value) {
  const text = value.includes('\0') ? value.replaceAll('\0', '') : value;
  return /** @type {string & { toWellFormed: () => string }} */ (text).toWellFormed();
}

/**
 * cyrb53 by bryc (public domain), over the values with their types: two multiplicative hashes of 32 bits, mixed.
 * Costs some ns a character, and each answer of the crowd passes it: nothing is joined or copied.
 * @param {string} table
 * @param {Value[]} values in the order of its columns; texts that SQLite would change are made `storable` in place
 * @returns {number} 53 bits
 */
export function checksum(table, values) {
  let a = 0xdeadbeef ^ table.length;
  let b = 0x41c6ce57;
  let isOdd = false;
  for (let n = -1; n < values.length; n++) {
    const value = n < 0 ? table : /** @type {Value} */ (values[n]);
    let text;
    let type = 1;
    if (typeof value === 'string') {
      text = value;
      if (value.length > LONG) text = digest((values[n] = storable(value)));
    } else if (value === null) {
      text = '';
      type = 2;
    } else if (typeof value === 'number') {
      text = String(value);
      type = 3;
    } else {
      text = digest(value);
      type = 4;
    }
    // A type has no place in a text, so that no text looks like a border between two values.
    a = Math.imul(a ^ (0x10000 + type), 2654435761);
    b = Math.imul(b ^ (0x10000 + type), 1597334677);
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      isOdd ||= unit === 0 || (unit & 0xf800) === 0xd800;
      a = Math.imul(a ^ unit, 2654435761);
      b = Math.imul(b ^ unit, 1597334677);
    }
  }
  if (isOdd && makeStorable(values)) return checksum(table, values);
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}

/** @param {Value[]} values changed in place @returns {boolean} whether any was changed */
export function makeStorable(values) {
  let isChanged = false;
  for (let n = 0; n < values.length; n++) {
    const value = values[n];
    if (typeof value !== 'string') continue;
    const text = storable(value);
    if (text !== value) isChanged = true;
    values[n] = text;
  }
  return isChanged;
}

/** Takes what a commit added into the sum, with the number of the commit and the time. A number is bound as a float unless it is cast. */
export const SEAL_COMMIT = `UPDATE seal SET total = (total + CAST(? AS INTEGER)) & ${MASK}, commits = ?, at_ms = CAST(? AS INTEGER)`;

/** @param {number} a @param {number} b 53 bits each @returns {number} their sum, without its carry */
export function plus(a, b) {
  return a > MASK - b ? a - (MASK - b) - 1 : a + b;
}

/**
 * Lets each deleted row leave the sum, whatever deletes it. The triggers are made at each start and are not in
 * the file, so that damage cannot change them.
 * @param {Database.Database} db
 */
export function subtractGone(db) {
  // Without it a row that is replaced would not count as deleted.
  db.pragma('recursive_triggers = ON');
  for (const table of SEALED)
    db.exec(`CREATE TEMP TRIGGER ${table}_gone AFTER DELETE ON main.${table}
      BEGIN UPDATE seal SET total = (total - OLD.checksum) & ${MASK}; END;`);
}

/** Gives all rows of an older file their checksums, once, when it is migrated. @param {Database.Database} db */
export function sealAll(db) {
  let total = 0;
  for (const table of SEALED) {
    const rows = table === 'assets' ? sealPictures(db) : rewrite(db, table);
    for (const { sum } of rows) total = plus(total, sum);
  }
  db.prepare('UPDATE seal SET total = CAST(? AS INTEGER), structure = ?').run([total, structureOf(db)]);
}

/** Writes all rows again, as they are read. @param {Database.Database} db @param {Table} table */
function rewrite(db, table) {
  const rows = [...rowsOf(db, table)];
  const [{ values: { length } } = { values: [] }] = rows;
  db.exec(`DELETE FROM ${table}`);
  const insert =
    rows.length > 0 && db.prepare(`INSERT OR REPLACE INTO ${table} VALUES (${'?, '.repeat(length)}?)`);
  for (const { values } of rows) if (insert) insert.run([...values, checksum(table, values)]);
  return rowsOf(db, table);
}

/** Never has more than one picture in memory. @param {Database.Database} db */
function* sealPictures(db) {
  const update = db.prepare('UPDATE assets SET checksum = ? WHERE hash = ?');
  const all = /** @type {{ hash: string }[]} */ (db.prepare('SELECT hash FROM assets').all());
  for (const { hash } of all) {
    const row = /** @type {Value[]} */ (db.prepare('SELECT * FROM assets WHERE hash = ?').raw().get([hash]));
    const sum = checksum('assets', row.slice(0, -1));
    update.run([sum, hash]);
    yield { sum };
  }
}

/**
 * Reads every row. Costs some 12 µs a row, most of it for texts, and 1 ms a megabyte of pictures, once at the start.
 * @param {Database.Database} db
 * @param {readonly Table[]} tables those that a file of its version has sealed
 * @returns {{ commits: number, atMs: number, isOpen: boolean }} what the database says about itself; atMs: of the last commit; 0:
 *   not known
 * @throws {Damage}
 */
export function verify(db, tables) {
  const state = sealOf(db);
  if (!state || state['structure'] !== structureOf(db))
    throw new Damage('its tables are not as they were made');
  let total = 0;
  for (const table of tables) {
    for (const { values, sum } of rowsOf(db, table)) {
      if (checksum(table, values) !== sum) throw new Damage(`a row in "${table}" is not as it was written`);
      total = plus(total, sum);
    }
  }
  if (total !== state['total']) throw new Damage('rows are missing, or were brought back');
  const { commits = 0, at_ms: atMs = 0, is_open: isOpen } = state;
  return { commits, atMs, isOpen: isOpen === 1 };
}

/** @param {Database.Database} db @throws {Damage} pages do not fit each other */
export function verifyPages(db) {
  const [found] = /** @type {{ integrity_check: string }[]} */ (db.pragma('integrity_check(1)'));
  if (found?.integrity_check !== 'ok')
    throw new Damage(`${String(found?.integrity_check).split('\n').at(-1)}`);
}

/**
 * Reads a table of a file that may be damaged. libsql ends the whole process on a text that is not UTF-8, so texts are read as
 * bytes, and nothing as what its row says that it is.
 * @param {Database.Database} db @param {Table} table @param {string} [order] an ORDER BY
 * @returns {Generator<{ values: Value[], sum: number }>} sum: its checksum as it was stored
 */
export function* rowsOf(db, table, order = '') {
  const { columns, types } = shapeOf(table);
  const casts = columns.map((column, n) => `CAST(${column} AS ${types[n] === 'whole' ? 'INTEGER' : 'BLOB'})`);
  const sql = `SELECT ${casts.join(', ')}, CAST(checksum AS INTEGER) FROM ${table} ${order}`;
  for (const row of /** @type {Iterable<Value[]>} */ (db.prepare(sql).raw().iterate())) {
    const sum = Number(row.pop());
    for (let n = 0; n < row.length; n++) if (types[n] !== 'bytes') row[n] = textOf(row[n]);
    yield { values: row, sum };
  }
}

/** @param {Database.Database} db @returns {Record<string, number> | null} the seal; null: it is not as it was made */
export function sealOf(db) {
  const columns = /** @type {{ name: string }[]} */ (db.pragma('table_info(seal)')).map(({ name }) => name);
  const casts = columns.map((name) => `CAST(${name} AS INTEGER) AS ${name}`).join(', ');
  const [seal, ...more] = /** @type {Record<string, number>[]} */ (
    db.prepare(`SELECT ${casts} FROM seal`).all()
  );
  return more.length === 0 ? (seal ?? null) : null;
}

/** @param {Database.Database} db @returns {number} the checksum of all tables and indexes as they were made */
function structureOf(db) {
  const columns = ['type', 'name', 'tbl_name', 'sql'].map((name) => `CAST(${name} AS BLOB)`).join(', ');
  const parts = db.prepare(`SELECT ${columns} FROM sqlite_schema ORDER BY name`).raw().all();
  return checksum(
    'schema',
    /** @type {unknown[][]} */ (parts).flatMap((part) => part.map(textOf)),
  );
}

/** @param {unknown} value @returns {Value} a text that was read as bytes; any other as it is */
function textOf(value) {
  const found = /** @type {Value} */ (value);
  return found !== null && typeof found === 'object' ? Buffer.from(found).toString() : found;
}

/** @param {string | Uint8Array} value */
function digest(value) {
  return createHash('sha1').update(value).digest('base64');
}
