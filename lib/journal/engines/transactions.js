/** The statements of a transaction on a server: rows of the same table go together, for each way there and back costs time. */

/** @import { Values, Write } from '../rows.js' */
/** @import { Db, Table } from '../schema.js' */

import { makeStorable } from '../seal.js';
import { putOf, runsOf } from '../statements.js';

/** A statement is prepared once for each count of rows, so there are only powers of two of them. */
const MOST_ROWS = 128;
/** The same of characters and bytes: a server refuses statements above some megabytes. */
const MOST_SIZE = 500_000;

/** @typedef {{ sql: string, values: Values }} Statement */

/**
 * @param {Db} db @param {'postgres' | 'mysql'} kind
 * @returns {(writes: readonly Write[]) => Generator<Statement>} in the order of the writes
 */
export function createTransactions(db, kind) {
  const runs = runsOf(db);
  /** @type {Map<string, string>} */
  const puts = new Map();

  /** @param {Table} table @param {number} count */
  function put(table, count) {
    const name = `${table} ${count}`;
    let found = puts.get(name);
    if (!found) puts.set(name, (found = putOf(db, kind, table, count)));
    return found;
  }

  /** @param {Table} table @param {Values[]} rows @returns {Generator<Statement>} */
  function* putsOf(table, rows) {
    for (let at = 0; at < rows.length;) {
      const count = countOf(rows, at);
      yield { sql: put(table, count), values: rows.slice(at, at + count).flat() };
      at += count;
    }
  }

  return function* statementsOf(writes) {
    for (let at = 0; at < writes.length;) {
      const write = /** @type {Write} */ (writes[at]);
      makeStorable(write.values);
      if ('run' in write) {
        for (const sql of runs[write.run]) yield { sql, values: write.values };
        at += 1;
        continue;
      }
      const rows = [];
      for (; at < writes.length; at++) {
        const next = /** @type {Write} */ (writes[at]);
        if (!('put' in next) || next.put !== write.put) break;
        makeStorable(next.values);
        rows.push(next.values);
      }
      yield* putsOf(write.put, rows);
    }
  };
}

/** @param {Values[]} rows @param {number} from @returns {number} a power of two: how many of them go into one statement */
function countOf(rows, from) {
  let size = 0;
  let fit = 0;
  for (let at = from; at < rows.length && fit < MOST_ROWS; at++) {
    size += sizeOf(/** @type {Values} */ (rows[at]));
    if (size > MOST_SIZE && fit > 0) break;
    fit += 1;
  }
  return 2 ** Math.floor(Math.log2(fit));
}

/** @param {Values} values @returns {number} about, in bytes */
function sizeOf(values) {
  return values.reduce((/** @type {number} */ sum, value) => {
    return sum + (typeof value === 'string' || value instanceof Uint8Array ? value.length : 8);
  }, 0);
}
