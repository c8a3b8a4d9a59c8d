/** Knows the fields of rows and points: how a column is headed, and how a value is read and written. */

/** @import { Cell, Row, Table } from '../types.js' */

import { short, tidy } from './page/format.js';

/** Other fields are headed by their own names: "handshakeP99Ms" is "Handshake p99, ms". */
const HEADS = new Map(
  Object.entries({
    concurrency: 'Clients',
    perS: 'Per second',
    sendHz: 'Sends each, /s',
    cpu: 'Server CPU',
    steal: 'Taken by the host',
    rssMb: 'Memory, MB',
    memoryKbPerConnection: 'Memory per connection, KB',
    validity: 'Worth',
    isSearch: 'Beyond the limit on purpose',
  }),
);
/** These are shares of a core, and are written in percent. */
const SHARE = /^(cpu|cpuArriving|cpuIdle|neighbours|steal)$|Cpu$/;
const MEASURED = /(Ms|PerS|Kb|Mb|KbPerConnection)$|^perS$/;
const UNITS = /** @type {Readonly<Record<string, string>>} */ ({ kb: 'KB', mb: 'MB', hz: 'Hz' });

/**
 * @param {readonly Row[]} points
 * @param {string[]} [fields] these only
 * @returns {Table} of the fields that a point has; the reason stands beside the worth
 */
export function tableOf(points, fields = [...new Set(points.flatMap((point) => Object.keys(point)))]) {
  const names = fields.filter(
    (name) => name !== 'because' && points.some((point) => point[name] != null && point[name] !== ''),
  );
  return {
    columns: names.map(headOf),
    rows: points.map((point) => names.map((name) => valueOf(point, name))),
  };
}

/** @param {Row} row @returns {boolean} false for a point whose figures say nothing about the server */
export function isValid({ validity }) {
  return validity === 'valid';
}

/** @param {Row | undefined} row @param {...string} names @returns {number | null} the first that was measured; null: none was */
export function num(row, ...names) {
  const value = names.map((name) => row?.[name]).find((one) => Number.isFinite(one));
  return typeof value === 'number' ? value : null;
}

/** @param {readonly Row[]} rows @param {...string} names @returns {number[]} what was measured of it */
export function numbers(rows, ...names) {
  return rows.map((row) => num(row, ...names)).filter((value) => value !== null);
}

/** @param {readonly Row[]} rows @param {...string} names @returns {number | null} null where no row has it */
export function most(rows, ...names) {
  const values = numbers(rows, ...names);
  return values.length > 0 ? values.reduce((high, value) => Math.max(high, value)) : null;
}

/** @param {readonly Row[]} rows @param {string} name @returns {Row | undefined} the first row with the most of it */
export function rowWithMost(rows, name) {
  const value = most(rows, name);
  return rows.find((row) => value !== null && num(row, name) === value);
}

/** @param {readonly Row[]} rows @param {string} name @returns {number | null} the sum, or null where no row has it */
export function total(rows, name) {
  const values = numbers(rows, name);
  return values.length > 0 ? values.reduce((sum, value) => sum + value) : null;
}

/** @param {number | null} share 0 to 1 of a core @returns {number | null} in percent */
export function toPercent(share) {
  return share === null ? null : share * 100;
}

/** @param {readonly Row[]} rows @param {string} name @returns {string[]} the words that stand in a field, each once */
export function wordsIn(rows, name) {
  return [...new Set(rows.map((row) => row[name]).filter((word) => typeof word === 'string'))];
}

/** @param {readonly Row[]} rows @param {string} name @returns {{ label: string, rows: Row[] }[]} by the words in a field, or all in one */
export function groupsOf(rows, name) {
  const words = wordsIn(rows, name);
  if (words.length === 0) return [{ label: 'This run', rows: [...rows] }];
  return words.map((label) => ({ label, rows: rows.filter((row) => row[name] === label) }));
}

/** @param {string} text */
export function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {string} name */
export function headOf(name) {
  const spaced = name
    .replace(/PerS$/, ', /s')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/ (ms|s|kb|mb|hz)$/, (_all, unit) => `, ${UNITS[unit] ?? unit}`)
    .replace('p999', 'p99.9')
    .replace('cpu', 'CPU');
  return (HEADS.get(name) ?? capitalised(spaced)) + (SHARE.test(name) ? ', % of a core' : '');
}

/** @param {Row} row @param {string} name @returns {Cell} */
function valueOf(row, name) {
  const value = row[name];
  if (name === 'validity') return [value, row['because']].filter(Boolean).join(': ');
  if (typeof value !== 'number') return value;
  if (SHARE.test(name)) return short(value * 100);
  return MEASURED.test(name) ? short(value) : tidy(value);
}
