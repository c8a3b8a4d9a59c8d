/** Fills a hall, and keeps the account of what its phones sent in a window. */

/** @import { Crowd, Lab, Window } from '../types.js' */
/** @import { LoadReading } from '../swarm/readings.js' */

import { faultsOf, ledgerOf } from '../verdict/ledger.js';
import { LabError } from './errors.js';

/**
 * @param {Crowd} crowd @param {{ to: number, arrivalsPerS: number, what?: string }} options `what` they are: phones
 * @throws {LabError} saying how many could not join, and why
 */
export async function fill(crowd, { to, arrivalsPerS, what = 'phones' }) {
  const more = to - crowd.joined;
  if (more < 0) await crowd.leave({ count: -more });
  if (more <= 0) return;
  const { joined, why } = await crowd.arrive({ count: more, arrivalsPerS });
  if (joined < more)
    throw new LabError(
      `Only ${joined} of ${more} ${what} could join: ${Object.values(why)[0] ?? 'no reason was given.'}`,
    );
}

/**
 * Draws up the account of a window from what both ends counted, and tells what is wrong with it.
 * @param {Pick<Lab, 'problem'>} lab @param {Pick<Window, 'before' | 'after'>} window
 * @param {LoadReading | undefined} input the totals of the load @throws {LabError} if the server did not answer
 */
export function accountOf(lab, { before, after }, input) {
  if (!before || !after || !input) throw new LabError('The server did not say what it had received.');
  const [received, refused] = [after.inputs - before.inputs, after.dropped - before.dropped];
  const ledger = ledgerOf(input, { received, refused });
  for (const fault of faultsOf(ledger)) lab.problem(fault);
  return ledger;
}
