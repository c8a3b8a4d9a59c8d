/** Reads the tables of a worm's results, of which its other files are made. */

/** @import { Table } from 'mass-mobile' */

import { GAP_S } from '../rules/record.js';
import { ALL, TABLES } from '../rules/results.js';

/** @typedef {Table['rows'][number]} Cells */

/** @param {readonly Table[]} tables @param {keyof typeof TABLES} which @returns {readonly Cells[]} none where there is no such table */
export function rowsIn(tables, which) {
  return tables.find(({ name }) => name === TABLES[which])?.rows ?? [];
}

/** @param {readonly Table[]} tables @param {string} term @returns {string} '' where it is not known */
export function termOf(tables, term) {
  const row = rowsIn(tables, 'terms').find(([name]) => name === term);
  return row?.[1] === null || row?.[1] === undefined ? '' : String(row[1]);
}

/** The segments in the order of the first row that has them. @param {readonly Table[]} tables @returns {string[]} everybody first */
export function segmentsIn(tables) {
  const names = new Set([ALL]);
  for (const row of rowsIn(tables, 'line')) names.add(String(row[3]));
  return [...names];
}

/**
 * The line as columns: the seconds that have a row, and for each segment its means. Between rows that are a gap apart stands a
 * second of null, so that the line breaks there, and nowhere else: a second that a late tick left out is no gap. `gaps` has the
 * seconds of the rows on both sides of each.
 * @param {readonly Table[]} tables @param {readonly string[]} segments @param {{ least: number }} options least: n of a line
 */
export function columnsOf(tables, segments, { least }) {
  /** @type {Map<number, Map<string, Cells>>} */
  const bySecond = new Map();
  for (const row of rowsIn(tables, 'line')) {
    const atS = Number(row[0]);
    bySecond.set(atS, (bySecond.get(atS) ?? new Map()).set(String(row[3]), row));
  }
  /** @type {[fromS: number, toS: number][]} */
  const gaps = [];
  const seconds = [...bySecond.keys()].flatMap((atS, at, all) => {
    const before = at === 0 ? atS : Number(all[at - 1]);
    if (atS - before <= GAP_S) return [atS];
    gaps.push([before, atS]);
    return [before + 1, atS];
  });
  /** @param {string} segment @param {number} column @param {number} from n from which it is shown */
  const cellsOf = (segment, column, from) =>
    seconds.map((atS) => {
      const row = bySecond.get(atS)?.get(segment);
      return row && Number(row[4]) >= from ? (row[column] ?? null) : null;
    });
  return {
    seconds,
    gaps,
    means: segments.map((name) => cellsOf(name, 5, least)),
    errors: cellsOf(ALL, 9, least),
    counts: cellsOf(ALL, 4, 0),
  };
}
