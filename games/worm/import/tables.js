/** Reads the tables of a worm's results, of which its other files are made. */

/** @import { Table } from 'mass-mobile' */

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
 * The line as columns: seconds, and for each segment its means; a second without a row is null, so that a gap shows.
 * @param {readonly Table[]} tables @param {readonly string[]} segments @param {{ least: number }} options least: n of a line
 */
export function columnsOf(tables, segments, { least }) {
  const rows = rowsIn(tables, 'line');
  const last = rows.reduce((most, [atS]) => Math.max(most, Number(atS)), -1);
  const empty = () => new Array(last + 1).fill(null);
  const means = new Map(segments.map((name) => [name, empty()]));
  const [errors, counts] = [empty(), empty()];
  for (const [atS, , , segment, n, mean, , , , error] of rows) {
    const column = means.get(String(segment));
    if (column && Number(n) >= least) column[Number(atS)] = mean ?? null;
    if (segment !== ALL) continue;
    counts[Number(atS)] = n ?? null;
    if (Number(n) >= least) errors[Number(atS)] = error ?? null;
  }
  return {
    seconds: Array.from(counts, (_, at) => at),
    means: segments.map((name) => means.get(name)),
    errors,
    counts,
  };
}
