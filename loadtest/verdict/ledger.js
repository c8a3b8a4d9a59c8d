/** Keeps the account of what became of every send that was due, and checks that it adds up. Pure. */

/** @import { Ledger } from '../types.js' */

/** @type {readonly (keyof Ledger)[]} */
export const ENTRIES = Object.freeze(
  /** @type {const} */ ([
    ...['due', 'sent', 'throttled', 'heldBack', 'gone', 'unsent'],
    ...['received', 'refused', 'lost', 'extra', 'late'],
  ]),
);

/**
 * Draws up the account from what both ends counted.
 * @param {{ due: number, sent: number, throttled?: number, heldBack?: number, gone?: number }} sender
 * @param {{ received: number, refused?: number, late?: number }} receiver
 * @returns {Ledger}
 */
export function ledgerOf(
  { due, sent, throttled = 0, heldBack = 0, gone = 0 },
  { received, refused = 0, late = 0 },
) {
  const missing = sent - received - refused;
  return {
    ...{ due, sent, throttled, heldBack, gone, unsent: due - sent - throttled - heldBack - gone },
    ...{ received, refused, lost: Math.max(0, missing), extra: Math.max(0, -missing), late },
  };
}

/** @param {readonly Ledger[]} ledgers @returns {Ledger} the sum, entry by entry */
export function sumOf(ledgers) {
  const sum = ledgerOf({ due: 0, sent: 0 }, { received: 0 });
  for (const ledger of ledgers) for (const entry of ENTRIES) sum[entry] += ledger[entry];
  return sum;
}

/** @param {Ledger} ledger @returns {string[]} a sentence for each thing that is wrong with it; none if it adds up */
export function faultsOf(ledger) {
  const { due, sent, throttled, heldBack, gone, unsent, received, refused, lost, extra, late } = ledger;
  const odd = ENTRIES.filter((entry) => !(Number.isInteger(ledger[entry]) && ledger[entry] >= 0));
  const faults = odd.map((entry) => `"${entry}" is ${ledger[entry]}, not a whole number of messages.`);
  if (due !== sent + throttled + heldBack + gone + unsent)
    faults.push(`${due} were due, but what became of them does not add up to that.`);
  if (sent !== received + refused + lost - extra)
    faults.push(`${sent} were sent, but what became of them does not add up to that.`);
  if (late > received) faults.push(`${late} are said to be late, of ${received} that came.`);
  return faults;
}
