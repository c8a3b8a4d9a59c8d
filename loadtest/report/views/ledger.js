/** Writes the account of messages: what became of every send that was due, point by point. */

/** @import { Cell, Ledger, Point, Table } from '../../types.js' */

import { ENTRIES, faultsOf, sumOf } from '../../verdict/ledger.js';
import { num, tableOf } from '../fields.js';

/** @param {readonly Point[]} points @param {string[]} pointBy the fields that tell one from another @returns {Table} */
export function ledgerTable(points, pointBy) {
  const kept = points.filter((point) => num(point, 'due') !== null && num(point, 'sent') !== null);
  const fields = pointBy.filter((name) => kept.some((point) => point[name] != null));
  const { columns, rows } = tableOf(kept, fields);
  const ledgers = kept.map(ledgerIn);
  const whole = ledgers.every((ledger) => ledger !== null);
  const lines = kept.map((point, index) => [
    ...(rows[index] ?? []),
    ...entries(point),
    verdictOn(ledgers[index] ?? null),
  ]);
  if (whole && lines.length > 1) {
    const sum = sumOf(ledgers);
    lines.push([
      ...columns.map((_name, index) => (index === 0 ? 'All' : '')),
      ...entries(sum),
      verdictOn(sum),
    ]);
  }
  return {
    title: 'What became of every message that was due',
    note:
      'Due = sent + throttled + held back + gone + unsent. Sent = received + refused + lost − extra. Those that came after ' +
      'more than 5 s are late, and counted as received too.',
    columns: [...columns, ...ENTRIES.map(wordsOf), 'It adds up'],
    rows: lines,
  };
}

/** @param {Point} point @returns {Ledger | null} null where an entry was not measured */
function ledgerIn(point) {
  if (ENTRIES.some((entry) => num(point, entry) === null)) return null;
  return /** @type {any} */ (Object.fromEntries(ENTRIES.map((entry) => [entry, num(point, entry)])));
}

/** @param {Point | Ledger} row @returns {Cell[]} */
function entries(row) {
  return ENTRIES.map((entry) => num(/** @type {Point} */ (row), entry));
}

/** @param {Ledger | null} ledger */
function verdictOn(ledger) {
  if (!ledger) return 'not known: not all of it was counted';
  return faultsOf(ledger).join(' ') || 'yes';
}

/** @param {string} entry */
function wordsOf(entry) {
  return entry === 'heldBack' ? 'Held back' : entry.charAt(0).toUpperCase() + entry.slice(1);
}
