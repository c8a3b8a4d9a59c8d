/** Writes a row of Markdown for each flood, as docs/performance.md has them. Pure. */

/** @import { Judged } from '../overload/judge.js' */
/** @import { Limit } from './limits.js' */
/** @import { Measured } from './play.js' */

import { NONE, tidy } from '../report/page/format.js';
import { OUTCOMES } from '../verdict/outcomes.js';
import { spreadOf } from '../verdict/spread.js';
import { during } from './limits.js';

/** The columns that are claims, by their metrics. */
const COLUMNS = Object.freeze({
  operatorP99Ms: 'operator p99, ms',
  pingP99Ms: 'honest ping p99, ms',
  honestLost: 'cut',
  rateShare: 'rate',
  framesPerS: 'frames/s',
  grownMb: 'memory, MB',
  logKb: 'log, KB',
  mutedS: 'muted, s',
  outS: 'out, s',
});

export const HEAD = Object.freeze([
  `| flood | ${Object.values(COLUMNS).join(' | ')} | loop p50 | outcome |`,
  `| --- |${' --- |'.repeat(Object.keys(COLUMNS).length + 2)}`,
]);

/**
 * Makes a row. A figure beyond its limit is bold; one that is not judged, because others disturbed the play, is in brackets.
 * @param {string} name @param {readonly Limit[]} limits @param {Judged & { measured: Measured }} played @returns {string}
 */
export function rowOf(name, limits, { claims, outcome, measured }) {
  const cells = Object.keys(COLUMNS).map((metric) => {
    const claim = claims.find((each) => each.metric === metric);
    if (!claim) return NONE;
    if (claim.value !== null) return claim.holds === false ? `**${tidy(claim.value)}**` : tidy(claim.value);
    const value = limits.find((each) => each.metric === metric)?.measure(measured, null) ?? null;
    return value === null ? NONE : `(${tidy(value)})`;
  });
  const { median } = spreadOf(during(measured, 'utilisation'));
  return `| \`${name}\` | ${cells.join(' | ')} | ${tidy(median)} | ${OUTCOMES[outcome].word} |`;
}
