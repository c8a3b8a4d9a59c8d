/** Watches claims over the rows of a run, and ends it when one has not held for a while. */

/** @import { Claim, Row, Sign } from '../types.js' */

import { judgeClaim } from '../verdict/judge.js';
import { LabError } from './errors.js';

const CLAIM = /^\s*(\w+)\s*(<=|>=|==|<|>)\s*(-?[\d.]+)\s*$/;
/** One bad second ends nothing. */
const FOR_ROWS = 3;

/** @param {string} text `p99Ms < 500` @returns {Claim} @throws {LabError} */
export function readClaim(text) {
  const [, metric = '', sign = '', limit = ''] = CLAIM.exec(text) ?? [];
  if (metric === '' || !Number.isFinite(Number(limit)))
    throw new LabError(
      `--abort "${text}" cannot be read. Write a field of the curves, a sign (< <= > >= ==) and a number: 'p99Ms < 500'.`,
    );
  return {
    ...{ metric, sign: /** @type {Sign} */ (sign), limit: Number(limit), kind: 'time' },
    words: `${metric} ${sign} ${limit} throughout`,
  };
}

/**
 * @param {readonly Claim[]} claims
 * @returns {(row: Row) => Claim | undefined} finds one that has not held for three rows in a row; a field that a row lacks
 *   decides nothing
 */
export function createAbort(claims) {
  const watched = claims.map((claim) => ({ claim, bad: 0 }));
  return (row) => {
    for (const one of watched) {
      const { metric } = one.claim;
      const { holds } = judgeClaim(one.claim, { [metric]: Number(row[metric] ?? NaN) });
      if (holds !== null) one.bad = holds ? 0 : one.bad + 1;
    }
    return watched.find(({ bad }) => bad >= FOR_ROWS)?.claim;
  };
}
