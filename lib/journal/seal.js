/**
 * The seal of the database: what shows that every row is there, and is as it was written.
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

import { createHash } from 'node:crypto';
import { SEALED } from './schema.js';

/** @typedef {string | number | null | Uint8Array} Value */

const MASK = Number.MAX_SAFE_INTEGER;
/** From this length on, in characters, the native hash is the faster one. */
const LONG = 2000;

/** The database is damaged; the message says what is wrong, as a part of a sentence. */
export class Damage extends Error {
  code = 'DAMAGED';
}

/** @param {string} value @returns {string} as SQLite gives it back: valid UTF-8 that does not end at a zero byte */
export function storable(value) {
  return /** @type {any} */ (value.includes('\0') ? value.replaceAll('\0', '') : value).toWellFormed();
}

/**
 * @param {string} table @param {readonly Value[]} values in the order of its columns, texts `storable`
 * @returns {number} 53 bits
 */
export function checksum(table, values) {
  let text = table;
  for (const value of values) {
    if (value === null) text += '\u0001n';
    else if (typeof value === 'string') text += `\u0001t${value.length > LONG ? digest(value) : value}`;
    else if (typeof value === 'number') text += `\u0001i${value}`;
    else text += `\u0001b${digest(value)}`;
  }
  return hash53(text);
}

/** Takes what a commit added into the sum, with the number of the commit. A number is bound as a float unless it is cast. */
export const SEAL_COMMIT = `UPDATE seal SET total = (total + CAST(? AS INTEGER)) & ${MASK}, commits = ?`;

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

/** Gives all rows of a file their checksums, once, when it is migrated. @param {Database.Database} db */
export function sealAll(db) {
  let total = 0;
  for (const table of SEALED) {
    const key = keyOf(db, table);
    const update = db.prepare(
      `UPDATE ${table} SET checksum = ? WHERE ${key.map((name) => `${name} = ?`).join(' AND ')}`,
    );
    const sums = [];
    for (const row of rowsOf(db, table)) {
      const sum = checksum(table, row.values);
      sums.push([sum, ...key.map((name) => row.values[row.columns.indexOf(name)])]);
      total = plus(total, sum);
    }
    for (const values of sums) update.run(values);
  }
  db.prepare('UPDATE seal SET total = ?, structure = ?').run([total, structureOf(db)]);
}

/**
 * Reads every row. Costs some 3 µs a row and 1 ms a megabyte of pictures, once at the start.
 * @param {Database.Database} db
 * @returns {{ commits: number, isOpen: boolean }} what the database says about itself
 * @throws {Damage}
 */
export function verify(db) {
  const [state, ...more] = /** @type {any[]} */ (db.prepare('SELECT * FROM seal').all());
  if (!state || more.length > 0 || state.structure !== structureOf(db))
    throw new Damage('its tables are not as they were made');
  let total = 0;
  for (const table of SEALED) {
    for (const { values, sum } of rowsOf(db, table)) {
      if (checksum(table, values) !== sum) throw new Damage(`a row in "${table}" is not as it was written`);
      total = plus(total, sum);
    }
  }
  if (total !== state.total) throw new Damage('rows are missing, or were brought back');
  return { commits: state.commits, isOpen: state.is_open === 1 };
}

/** @param {Database.Database} db @throws {Damage} pages do not fit each other */
export function verifyPages(db) {
  const [found] = /** @type {any[]} */ (db.pragma('integrity_check(1)'));
  if (found?.integrity_check !== 'ok')
    throw new Damage(`${String(found?.integrity_check).split('\n').at(-1)}`);
}

/** @param {Database.Database} db @param {string} table @returns {Generator<{ columns: string[], values: Value[], sum: number }>} */
function* rowsOf(db, table) {
  const select = db.prepare(`SELECT * FROM ${table}`).raw();
  const columns = select.columns().map(({ name }) => name);
  for (const row of /** @type {Iterable<any[]>} */ (select.iterate())) {
    const sum = row.pop();
    yield { columns, values: row, sum };
  }
}

/** @param {Database.Database} db @param {string} table @returns {string[]} the columns of its primary key */
function keyOf(db, table) {
  const columns = /** @type {any[]} */ (db.pragma(`table_info(${table})`));
  return columns.filter(({ pk }) => pk > 0).map(({ name }) => name);
}

/** @param {Database.Database} db @returns {number} the checksum of all tables and indexes as they were made */
function structureOf(db) {
  const parts = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name').raw().all();
  return checksum(
    'schema',
    /** @type {Value[][]} */ (parts).flatMap((part) => part),
  );
}

/** @param {string | Uint8Array} value */
function digest(value) {
  return createHash('sha1').update(value).digest('base64');
}

/** cyrb53 by bryc (public domain): two multiplicative hashes of 32 bits, mixed; some ns a character. @param {string} text */
function hash53(text) {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}
