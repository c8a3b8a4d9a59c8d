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
    ...{ metric, sign: /** @type {Sign} */ (sign), limit: Number(limit), kind: 'time', abort: true },
    words: `${metric} ${sign} ${limit} throughout`,
  };
}

/** @param {readonly Claim[]} claims */
export function createAbort(claims) {
  const bad = new Map(claims.map((claim) => [claim, 0]));
  return {
    /**
     * @param {Row} row
     * @returns {Claim | null} that has not held for three rows in a row; a field that a row lacks decides nothing
     */
    check(row) {
      for (const claim of claims) {
        const value = row[claim.metric];
        const { holds } = judgeClaim(claim, typeof value === 'number' ? { [claim.metric]: value } : {});
        if (holds === null) continue;
        const times = holds ? 0 : (bad.get(claim) ?? 0) + 1;
        bad.set(claim, times);
        if (times >= FOR_ROWS) return claim;
      }
      return null;
    },
  };
}
