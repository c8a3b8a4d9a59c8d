/** Fills a hall, and keeps the account of what its phones sent in a window: what every scenario with a crowd does. */

/** @import { Claim, Crowd, Lab, Ledger, Window } from '../types.js' */
/** @import { LoadReading } from '../swarm/readings.js' */

import { JAMMED_MS } from '../report/anchors.js';
import { faultsOf, ledgerOf } from '../verdict/ledger.js';
import { LabError } from './errors.js';

/** Claims of scenarios in which phones send. @satisfies {Record<string, Claim>} */
export const CLAIMS = Object.freeze(
  /** @type {const} */ ({
    nothingLost: { metric: 'messages.lost', sign: '==', limit: 0, words: 'nothing is lost', kind: 'count' },
    nothingTwice: {
      ...{ metric: 'messages.extra', sign: '==', limit: 0, kind: 'count' },
      words: 'nothing is counted twice',
    },
    somethingSent: {
      metric: 'messages.sent',
      sign: '>',
      limit: 0,
      words: 'something is sent',
      kind: 'count',
    },
    nobodyLost: { metric: 'connections.lost', sign: '==', limit: 0, words: 'nobody is lost', kind: 'count' },
    allGetIn: { metric: 'joins.failed', sign: '==', limit: 0, words: 'whoever comes gets in', kind: 'count' },
    noJam: {
      ...{ metric: 'probe.p99Ms', sign: '<', limit: JAMMED_MS, unit: 'ms', kind: 'time' },
      words: 'an answer takes no longer than a jam',
    },
  }),
);

/**
 * Lets more connections in, and goes on only with all of them.
 * @param {Crowd} crowd
 * @param {{ count: number, arrivalsPerS: number, what?: string }} options `what` they are: phones
 * @throws {LabError} saying how many could not join, and why
 */
export async function fill(crowd, { count, arrivalsPerS, what = 'phones' }) {
  const { joined, why } = await crowd.arrive({ count, arrivalsPerS });
  if (joined < count)
    throw new LabError(
      `Only ${joined} of ${count} ${what} could join: ${Object.values(why)[0] ?? 'no reason was given.'}`,
    );
}

/**
 * Draws up the account of a window from what both ends counted, and tells what is wrong with it.
 * @param {Pick<Lab, 'problem'>} lab
 * @param {Pick<Window, 'before' | 'after'>} window
 * @param {LoadReading | undefined} input the totals of the load
 * @returns {Ledger}
 * @throws {LabError} if the server did not answer
 */
export function accountOf(lab, { before, after }, input) {
  if (!before || !after || !input) throw new LabError('The server did not say what it had received.');
  const ledger = ledgerOf(input, {
    received: after.inputs - before.inputs,
    refused: after.dropped - before.dropped,
  });
  for (const fault of faultsOf(ledger)) lab.problem(fault);
  return ledger;
}
