/** Writes results as text for a terminal and for docs/performance.md. */

/** @import { Summary } from './stats.js' */

/** @param {number} value */
export function number(value) {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toPrecision(3);
}

/** @param {Summary} summary @returns {string} median (lower to upper quartile) */
export function spread({ median, lower, upper }) {
  return `${number(median)} (${number(lower)} to ${number(upper)})`;
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
