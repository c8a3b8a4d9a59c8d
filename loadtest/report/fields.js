/** Knows the fields of rows and points: how a column is headed, and how a value is read and written. */

/** @import { Cell, Row, Table } from '../types.js' */

import { short, tidy } from './page/format.js';

/** Other fields are headed by their own names: "handshakeP99Ms" is "Handshake p99, ms". */
const HEADS = /** @type {Readonly<Record<string, string>>} */ ({
  concurrency: 'Clients',
  perS: 'Per second',
  sendHz: 'Sends each, /s',
  atS: 'At, s',
  cpu: 'Server CPU, % of a core',
  cpuArriving: 'CPU arriving, % of a core',
  cpuIdle: 'CPU idle, % of a core',
  generatorCpu: 'Generator CPU, % of a core',
  neighbours: 'Neighbours, % of a core',
  steal: 'Taken by the host, % of a core',
  rssMb: 'Memory, MB',
  memoryKbPerConnection: 'Memory per connection, KB',
  validity: 'Worth',
  isSearch: 'Beyond the limit on purpose',
});
const SHARE = /^(cpu|cpuArriving|cpuIdle|neighbours|steal)$|Cpu$|Share$/;
const MEASURED = /(Ms|PerS|Kb|Mb|KbPerConnection)$|^perS$/;
/** The reason stands beside the worth. */
const HIDDEN = new Set(['because']);
const UNITS = /** @type {Readonly<Record<string, string>>} */ ({ kb: 'KB', mb: 'MB', hz: 'Hz' });

/**
 * Makes a table of all fields of the points, in the order of the points.
 * @param {readonly Row[]} points
 * @param {string[]} [fields] these only
 * @returns {Table}
 */
export function tableOf(points, fields) {
  const names = (fields ?? [...new Set(points.flatMap((point) => Object.keys(point)))]).filter(
    (name) => !HIDDEN.has(name) && points.some((point) => point[name] != null && point[name] !== ''),
  );
  return {
    columns: names.map(headOf),
    rows: points.map((point) => names.map((name) => valueOf(point, name))),
  };
}

/** @param {Row} row @returns {boolean} false for a point whose figures say nothing about the server */
export function isValid({ validity }) {
  return validity === undefined || validity === 'valid';
}

/** @param {Row} row @returns {string} "valid", "invalid: the generator used 97 % of its core" */
export function worthOf({ validity, because }) {
  const reason = because ? `: ${lowerFirst(String(because)).replace(/\.$/, '')}` : '';
  return validity === 'valid' ? 'valid' : `${validity ?? 'not known'}${reason}`;
}

/**
 * @param {Row | undefined} row
 * @param {...string} names the first that was measured
 * @returns {number | null} null where none was
 */
export function num(row, ...names) {
  for (const name of names) {
    const value = row?.[name];
    if (typeof value === 'number' && Number.isFinite(value)) return value;
  }
  return null;
}

/** @param {readonly Row[]} rows @param {...string} names @returns {number[]} what was measured of it */
export function numbers(rows, ...names) {
  return rows.map((row) => num(row, ...names)).filter((value) => value !== null);
}

/** @param {readonly Row[]} rows @param {...string} names @returns {number | null} null where no row has it */
export function most(rows, ...names) {
  return numbers(rows, ...names).reduce(
    (/** @type {number | null} */ high, value) => (high === null || value > high ? value : high),
    null,
  );
}

/** @param {readonly Row[]} rows @param {string} name @returns {Row | undefined} the row with the most of it */
export function rowWithMost(rows, name) {
  const value = most(rows, name);
  return value === null ? undefined : rows.find((row) => num(row, name) === value);
}

/** @param {readonly Row[]} rows @param {string} name @returns {number | null} the sum, or null where no row has it */
export function total(rows, name) {
  const values = numbers(rows, name);
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) : null;
}

/** @param {number | null} share 0 to 1 of a core @returns {number | null} in percent */
export function toPercent(share) {
  return share === null ? null : share * 100;
}

/** @param {string} name */
function headOf(name) {
  const known = Object.hasOwn(HEADS, name) ? HEADS[name] : undefined;
  if (known !== undefined) return known;
  const spaced = name
    .replace(/PerS$/, ', /s')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/ (ms|s|kb|mb|hz)$/, (_all, unit) => `, ${UNITS[unit] ?? unit}`)
    .replace('p999', 'p99.9');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** @param {Row} row @param {string} name @returns {Cell} */
function valueOf(row, name) {
  const value = row[name];
  if (name === 'validity') return worthOf(row);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'number') return value;
  if (SHARE.test(name)) return short(value * 100);
  return MEASURED.test(name) ? short(value) : tidy(value);
}

/** @param {string} text a name in capitals stays as it is */
function lowerFirst(text) {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
