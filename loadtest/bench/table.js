/** Writes figures of bursts as tables, for a terminal and for docs/performance.md, with what the bursts are worth. */

/** @import { Spread } from '../types.js' */
/** @import { Row } from './lab.js' */

import { WORST_FIRST } from '../verdict/outcomes.js';
import { spreadOf } from '../verdict/spread.js';

/**
 * @typedef {string | ((row: Row) => number)} Figure its name, or how it follows from a burst
 * @typedef {(rows: readonly Row[], all: Record<string, readonly Row[]>) => string} Column writes the cell of a shape
 */

/** @param {number} value */
export function number(value) {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toPrecision(3);
}

/** @param {Spread} spread @returns {string} median (lower to upper quartile) */
export function written({ median, lower, upper }) {
  return Number.isFinite(median)
    ? `${number(median)} (${number(lower)} to ${number(upper)})`
    : number(median);
}

/** @param {readonly Row[]} rows @param {Figure} figure @returns {number[]} */
export function valuesOf(rows, figure) {
  return rows.map((row) => (typeof figure === 'string' ? Number(row[figure]) : figure(row)));
}

/**
 * Compares A with B round by round, because a noisy neighbour takes from both alike.
 * @param {readonly number[]} a @param {readonly number[]} b of the same rounds
 */
export function ratios(a, b) {
  return spreadOf(a.map((value, round) => value / (b[round] ?? NaN)).filter(Number.isFinite));
}

/** @param {readonly Row[]} rows @param {Figure} figure */
export function medianOf(rows, figure) {
  return spreadOf(valuesOf(rows, figure)).median;
}

/** @param {Figure} figure @returns {Column} its median with the quartiles */
export function spread(figure) {
  return (rows) => written(spreadOf(valuesOf(rows, figure)));
}

/** @param {Figure} figure @returns {Column} */
export function median(figure) {
  return (rows) => number(medianOf(rows, figure));
}

/** @param {Figure} figure @param {string} name of another shape @returns {Column} how many times as much as that */
export function over(figure, name) {
  return (rows, all) => written(ratios(valuesOf(rows, figure), valuesOf(all[name] ?? [], figure)));
}

/** @param {readonly Row[]} rows @returns {string} "valid", or how many are not */
export function worthOf(rows) {
  const bad = WORST_FIRST.filter((validity) => validity !== 'valid').flatMap((validity) => {
    const count = rows.filter((row) => row.validity === validity).length;
    return count > 0 ? [`${count} of ${rows.length} ${validity}`] : [];
  });
  return bad.join(', ') || 'valid';
}

/** @param {number} share 0 to 1 */
export function percent(share) {
  return Number.isFinite(share) ? `${Math.round(share * 100)} %` : '–';
}

/** These columns end each table, so that no figure stands without what it is worth. @type {Record<string, Column>} */
const WORTH = {
  'CPU server': (rows) => percent(medianOf(rows, 'server')),
  generator: (rows) => percent(medianOf(rows, 'generator')),
  'others at most': (rows) => percent(Math.max(...valuesOf(rows, 'neighbours'))),
  'host at most': (rows) => percent(Math.max(...valuesOf(rows, 'steal'))),
  bursts: worthOf,
};

/**
 * @param {string} title
 * @param {Record<string, Column>} columns by their heads
 * @param {Record<string, readonly Row[]>} results by shape
 */
export function printResults(title, columns, results) {
  const all = Object.entries({ ...columns, ...WORTH });
  printTable(
    title,
    ['server', ...all.map(([head]) => head)],
    Object.entries(results).map(([name, rows]) => [name, ...all.map(([, cell]) => cell(rows, results))]),
  );
}

/**
 * @param {string} title
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
export function printTable(title, head, rows) {
  const widths = head.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  process.stdout.write(
    `\n${title}\n\n${[line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')}\n`,
  );
}
