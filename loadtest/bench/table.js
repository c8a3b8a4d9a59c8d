/** Writes figures of bursts as tables, for a terminal and for docs/performance.md, with what the bursts are worth. */

/** @import { Spread } from '../types.js' */
/** @import { Row } from './lab.js' */

import { WORST_FIRST } from '../verdict/outcomes.js';
import { spreadOf } from '../verdict/spread.js';

/**
 * @typedef {string | ((row: Row) => number)} Figure its name, or how it follows from a burst
 * @typedef {(rows: readonly Row[], all: Record<string, readonly Row[]>, name: string) => string} Column the cell of a shape
 */

/** @param {number} value */
export function number(value) {
  if (!Number.isFinite(value)) return '–';
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}

/** @param {number} share 0 to 1 */
function percent(share) {
  return Number.isFinite(share) ? `${Math.round(share * 100)} %` : '–';
}

/** @param {Spread} spread @returns {string} median (lower to upper quartile) */
export function written({ median: middle, lower, upper }) {
  return Number.isFinite(middle) ? `${number(middle)} (${number(lower)} to ${number(upper)})` : '–';
}

/** @param {readonly Row[]} rows @param {Figure} figure @returns {number[]} */
export function valuesOf(rows, figure) {
  return rows.map((row) => (typeof figure === 'string' ? Number(row[figure] ?? NaN) : figure(row)));
}

/** @param {readonly Row[]} rows @param {Figure} figure */
function medianOf(rows, figure) {
  return spreadOf(valuesOf(rows, figure)).median;
}

/**
 * Compares A with B round by round, because a noisy neighbour takes from both alike.
 * @param {readonly Row[]} a @param {readonly Row[]} b of the same rounds @param {Figure} figure
 */
export function ratios(a, b, figure) {
  const others = valuesOf(b, figure);
  return written(spreadOf(valuesOf(a, figure).map((value, round) => value / (others[round] ?? NaN))));
}

/** @param {Figure} figure @returns {Column} its median with the quartiles */
export function spread(figure) {
  return (rows) => written(spreadOf(valuesOf(rows, figure)));
}

/** @param {Figure} figure @returns {Column} */
export function median(figure) {
  return (rows) => number(medianOf(rows, figure));
}

/** @param {Figure} figure @returns {Column} of all bursts together */
export function total(figure) {
  return (rows) =>
    valuesOf(rows, figure)
      .reduce((sum, value) => sum + value, 0)
      .toLocaleString('en');
}

/** @param {Figure} figure @param {string} name of another shape @returns {Column} how many times as much as that */
export function over(figure, name) {
  return (rows, all) => ratios(rows, all[name] ?? [], figure);
}

/** @param {Figure} figure @returns {Column} the largest of all bursts */
export function worst(figure) {
  return (rows) => number(Math.max(...valuesOf(rows, figure)));
}

/** @type {Column} "valid", or how many are not */
export function worthOf(rows) {
  const bad = WORST_FIRST.filter((validity) => validity !== 'valid').flatMap((validity) => {
    const count = rows.filter((row) => row.validity === validity).length;
    return count > 0 ? [`${count} of ${rows.length} ${validity}`] : [];
  });
  return bad.join(', ') || 'valid';
}

/** @param {'neighbours' | 'steal'} figure @returns {Column} */
function most(figure) {
  return (rows) => percent(Math.max(...valuesOf(rows, figure)));
}

/** These columns end each table, so that no figure stands without what it is worth. @type {Record<string, Column>} */
const WORTH = {
  'CPU server': (rows) => percent(medianOf(rows, 'server')),
  generator: (rows) => percent(medianOf(rows, 'generator')),
  'others at most': most('neighbours'),
  'host at most': most('steal'),
  bursts: worthOf,
};

/**
 * @param {string} title
 * @param {Record<string, Column>} columns by their heads
 * @param {Record<string, readonly Row[]>} results by shape
 */
export function printResults(title, columns, results) {
  const all = { ...columns, ...WORTH };
  const lines = [];
  for (const [name, rows] of Object.entries(results))
    lines.push([name, ...Object.values(all).map((cell) => cell(rows, results, name))]);
  printTable(title, ['server', ...Object.keys(all)], lines);
}

/** @param {string} title @param {string[]} head @param {string[][]} rows */
export function printTable(title, head, rows) {
  const widths = head.map((cell, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const rule = widths.map((width) => '-'.repeat(width));
  const lines = [head, rule, ...rows].map(
    (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  process.stdout.write(`\n${title}\n\n${lines.join('\n')}\n`);
}
