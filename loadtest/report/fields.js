/** Knows the fields of rows and points: how a column is headed, and how a value is read. */

/** @import { Cell, Row, Table } from './types.js' */

import { tidy } from './page/format.js';

/** @type {Record<string, { head: string, write?: (value: Cell) => Cell }>} */
const FIELDS = {
  concurrency: { head: 'Clients' },
  connections: { head: 'Connections' },
  phones: { head: 'Phones' },
  sendHz: { head: 'Sends each, /s' },
  offeredPerS: { head: 'Offered, messages/s' },
  receivedPerS: { head: 'Received, messages/s' },
  sentPerS: { head: 'Sent, messages/s' },
  perS: { head: 'Requests/s' },
  meanMs: { head: 'Mean, ms' },
  p50Ms: { head: 'p50, ms' },
  p95Ms: { head: 'p95, ms' },
  p99Ms: { head: 'p99, ms' },
  maxMs: { head: 'Max, ms' },
  loopP50Ms: { head: 'Loop p50, ms' },
  loopP95Ms: { head: 'Loop p95, ms' },
  loopP99Ms: { head: 'Loop p99, ms' },
  pongDelayP99Ms: { head: 'Pong delay p99, ms' },
  cpu: { head: 'Server CPU, % of a core', write: percent },
  cpuArriving: { head: 'CPU arriving, % of a core', write: percent },
  cpuIdle: { head: 'CPU idle, % of a core', write: percent },
  generatorCpu: { head: 'Generator CPU, % of a core', write: percent },
  rssMb: { head: 'Memory, MB' },
  heapMb: { head: 'Heap, MB' },
  memoryKbPerConnection: { head: 'Memory per connection, KB' },
  jammed: { head: 'Jammed', write: yesNo },
  valid: { head: 'Valid', write: (value) => (value === false ? 'no: generator' : 'yes') },
  atS: { head: 'At, s' },
};

/**
 * Makes a table of all fields of the points, in the order of the points.
 * @param {string} title
 * @param {Row[]} points
 * @returns {Table}
 */
export function tableOf(title, points) {
  const names = [...new Set(points.flatMap((point) => Object.keys(point)))];
  return {
    title,
    columns: names.map(headOf),
    rows: points.map((point) => names.map((name) => valueOf(name, point[name]))),
  };
}

/**
 * @param {Row | undefined} row
 * @param {string} name
 * @returns {number | null} null where it was not measured
 */
export function num(row, name) {
  const value = row?.[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/**
 * @param {Row[]} rows
 * @param {string} name
 * @returns {number | null} null where no row has it
 */
export function most(rows, name) {
  const values = rows.map((row) => num(row, name)).filter((value) => value !== null);
  return values.length > 0 ? values.reduce((high, value) => Math.max(high, value)) : null;
}

/**
 * @param {Row[]} rows
 * @param {string} name
 * @returns {number | null} the sum, or null where no row has it
 */
export function total(rows, name) {
  const values = rows.map((row) => num(row, name)).filter((value) => value !== null);
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) : null;
}

/**
 * @param {number | null} share 0 to 1 of a core
 * @returns {number | null} in percent
 */
export function toPercent(share) {
  return share === null ? null : share * 100;
}

/** @param {string} name "handshakeP99Ms" → "handshake p99, ms" for a field that is not listed */
function headOf(name) {
  const known = FIELDS[name]?.head;
  if (known) return known;
  const spaced = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/ (ms|s|kb|mb|hz)$/, (_all, unit) => `, ${UNITS[unit] ?? unit}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** @type {Record<string, string>} */
const UNITS = { ms: 'ms', s: 's', kb: 'KB', mb: 'MB', hz: 'Hz' };

/** @param {string} name @param {Cell} value */
function valueOf(name, value) {
  const write = FIELDS[name]?.write;
  if (write) return write(value);
  return typeof value === 'boolean' ? yesNo(value) : value;
}

/** @param {Cell} value */
function percent(value) {
  return typeof value === 'number' ? tidy(value * 100) : value;
}

/** @param {Cell} value */
function yesNo(value) {
  return value == null ? value : value ? 'yes' : 'no';
}
