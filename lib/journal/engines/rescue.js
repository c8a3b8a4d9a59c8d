/**
 * Copies every row whose checksum matches from a damaged SQLite file into a new one. `putRescued` puts that in its
 * place when no thread has the old one open any more: SQLite removes the log by its name when it closes a file.
 */

/** @import Database from 'libsql' */
/** @import { Put } from '../rows.js' */
/** @import { Table } from '../schema.js' */
/** @typedef {Pick<import('./engine.js').Engine, 'commit'>} Target */

import { headOf } from '../folder.js';
import { readHead } from '../head.js';
import { shapeOf } from '../schema.js';
import { Damage, checksum, plus, rowsOf, sealOf } from '../seal.js';

/** A game's state needs every row of these tables. */
const OF_GAMES = new Set(['scenes', 'snapshots', 'transcripts']);
const ROWS_AT_ONCE = 500;

/**
 * @param {{ db: Database.Database, file: string }} damaged @param {readonly Table[]} tables that it should have
 * @param {() => Promise<Target>} openTarget an empty database, called when there is something for it
 * @returns {Promise<string | null>} sentences about what was lost; null: nothing can be recovered
 */
export async function rescue({ db, file }, tables, openTarget) {
  const found = new Map(tables.map((table) => [table, count(db, table)]));
  // Without its key and secret it would be a new show, which nobody asked for.
  if (!found.get('meta')?.good) return null;
  const seal = readSeal(db);
  const noted = readHead(headOf(file));
  const newest = seal && typeof noted === 'object' ? Math.max(0, noted.commits - Number(seal['commits'])) : 0;
  const lost = [...found].filter(([, { bad, isCut }]) => bad > 0 || isCut);
  // If the total matches, no row is missing or stale, even where a row's own checksum is wrong.
  const sum = [...found.values()].reduce((total, each) => plus(total, each.sum), 0);
  const isComplete = sum === seal?.['total'] && !lost.some(([, { isCut }]) => isCut);
  const hasGames = isComplete && !lost.some(([table]) => OF_GAMES.has(table));
  const target = await openTarget();
  for (const table of tables)
    // To replay an incomplete transcript would give a state that never existed; every snapshot is a state that did.
    if (hasGames || table !== 'transcripts') await move(db, table, target);
  const rows = lost.map(([table, { bad, isCut }]) => `${table} (${isCut ? 'some' : bad})`).join(', ');
  const sentences = [
    rows && `Rows are gone: ${rows}.`,
    newest > 0 && `The newest commits are gone: ${newest}.`,
    !isComplete && 'Other rows may be missing or out of date.',
    !hasGames && 'Games go on from their last snapshot, a second earlier, or start over.',
  ];
  return sentences.filter(Boolean).join(' ');
}

/** @typedef {{ good: number, bad: number, isCut: boolean, sum: number }} Found isCut: not all rows can be reached; sum: of the checksums */

/** @param {Database.Database} db @param {Table} table @returns {Found} */
function count(db, table) {
  const found = { good: 0, bad: 0, isCut: false, sum: 0 };
  try {
    for (const { sum, isProven } of provenOf(db, table)) {
      found.sum = plus(found.sum, sum);
      found[isProven ? 'good' : 'bad'] += 1;
    }
    return found;
  } catch {
    return { ...found, isCut: true };
  }
}

/** @param {Database.Database} db @returns {ReturnType<typeof sealOf>} also null when it cannot be read */
function readSeal(db) {
  try {
    return sealOf(db);
  } catch {
    return null;
  }
}

/** @param {Database.Database} db @param {Table} table @param {Target} target */
async function move(db, table, target) {
  /** @type {Put[]} */
  let batch = [];
  const flush = async () => {
    const rows = batch;
    batch = [];
    await target.commit(rows);
  };
  // Rows beyond an unreadable page can still be reached from the other end.
  for (const isBackwards of [false, true]) {
    try {
      for (const { values, isProven } of provenOf(db, table, isBackwards)) {
        if (isProven) batch.push({ put: table, values });
        if (batch.length >= (table === 'assets' ? 1 : ROWS_AT_ONCE)) await flush();
      }
      return await flush();
    } catch (error) {
      if (!isDamage(error)) throw error;
      await flush();
    }
  }
}

/** @param {Database.Database} db @param {Table} table @param {boolean} [isBackwards] */
function* provenOf(db, table, isBackwards = false) {
  const keys = shapeOf(table).key.map((column) => `${column} DESC`);
  for (const { values, sum } of rowsOf(db, table, isBackwards ? `ORDER BY ${keys.join(', ')}` : ''))
    yield { values, sum, isProven: checksum(table, values) === sum };
}

/** @param {unknown} error @returns {boolean} the file is not as it was written */
export function isDamage(error) {
  const { code } = /** @type {{ code?: unknown }} */ (error);
  return error instanceof Damage || /^SQLITE_CORRUPT/.test(String(code));
}
