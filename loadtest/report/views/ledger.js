/** Writes the account of messages: what became of every send that was due, point by point. */

/** @import { Ledger, Point, Row, Table } from '../../types.js' */

import { ENTRIES, faultsOf, sumOf } from '../../verdict/ledger.js';
import { headOf, num, tableOf } from '../fields.js';

/** The fields that tell one point from another, in one scenario or another. */
const POINT_BY = ['mode', 'series', 'phase', 'atS', 'concurrency', 'connections', 'phones', 'sendHz'];

/** @param {readonly Point[]} points @returns {Table} */
export function ledgerTable(points) {
  const kept = points.filter((point) => num(point, 'due') !== null && num(point, 'sent') !== null);
  const { columns, rows } = tableOf(kept, POINT_BY);
  const lines = kept.map((point, index) => [...(rows[index] ?? []), ...account(point)]);
  const whole = kept.filter(isWhole);
  if (whole.length === kept.length && kept.length > 1)
    lines.push([...columns.map((_name, index) => (index === 0 ? 'All' : '')), ...account(sumOf(whole))]);
  return {
    title: 'What became of every message that was due',
    note:
      'Due = sent + throttled + held back + gone + unsent. Sent = received + refused + lost − extra. Those that came after ' +
      'more than 5 s are late, and counted as received too.',
    columns: [...columns, ...ENTRIES.map(headOf), 'It adds up'],
    rows: lines,
  };
}

/** @param {Point | Ledger} row its entries, and whether they add up */
function account(row) {
  const cells = ENTRIES.map((entry) => num(/** @type {Row} */ (row), entry));
  if (!isWhole(row)) return [...cells, 'not known: not all of it was counted'];
  return [...cells, faultsOf(row).join(' ') || 'yes'];
}

/** @param {Point | Ledger} row @returns {row is Ledger & Point} whether every entry was measured */
function isWhole(row) {
  return ENTRIES.every((entry) => num(/** @type {Row} */ (row), entry) !== null);
}
