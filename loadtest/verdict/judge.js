/** Decides what a run is worth: nothing passes without the valid figures that its claims need. Pure. */

/** @import { Claim, JudgedClaim, Outcome, Point, Sign } from '../types.js' */

import { WORST_FIRST } from './outcomes.js';
import { decimal } from './headline.js';

/** @type {Record<Sign, { holds: (value: number, limit: number) => boolean, words: string }>} */
export const SIGNS = {
  '<': { holds: (value, limit) => value < limit, words: 'below' },
  '<=': { holds: (value, limit) => value <= limit, words: 'at most' },
  '>': { holds: (value, limit) => value > limit, words: 'above' },
  '>=': { holds: (value, limit) => value >= limit, words: 'at least' },
  '==': { holds: (value, limit) => value === limit, words: 'exactly' },
};

/** @param {Claim} claim @returns {string} "at most 200 ms" */
export function limitOf({ sign, limit, unit = '' }) {
  return `${SIGNS[sign].words} ${Number.isFinite(limit) ? limit.toLocaleString('en-US') : 'no number'} ${unit}`.trim();
}

/**
 * @param {Claim} claim @param {Record<string, number>} metrics times among them come from valid windows only
 * @returns {JudgedClaim} `holds` null: it was not measured
 */
export function judgeClaim(claim, metrics) {
  const value = metrics[claim.metric];
  if (value === undefined || !Number.isFinite(value))
    return { ...claim, value: null, holds: null, because: `${claim.metric} was not measured.` };
  if (!Number.isFinite(claim.limit))
    return { ...claim, value, holds: null, because: `The limit of ${claim.metric} is no number.` };
  return { ...claim, value, holds: SIGNS[claim.sign].holds(value, claim.limit), because: null };
}

/**
 * @param {{ claims: readonly Claim[], metrics: Record<string, number>, points: readonly Point[], mostDisturbed?: number,
 *   problems?: readonly string[], notFound?: readonly string[] }} run `mostDisturbed`: the share of the points that may be
 *   disturbed, and are left out then; `problems`: what cut it short, in sentences; `notFound`: what was looked for in vain
 * @returns {{ outcome: Outcome, sentence: string, claims: JudgedClaim[] }}
 */
export function decide({ claims, metrics, points, mostDisturbed = 0, problems = [], notFound = [] }) {
  const judged = claims.map((claim) => judgeClaim(claim, metrics));
  /** @param {Outcome} outcome @param {string} sentence */
  const is = (outcome, sentence) => ({ outcome, sentence, claims: judged });

  const [problem] = problems;
  if (problem !== undefined) return is('incomplete', problem);
  const broken = judged.filter(({ holds }) => holds === false);
  const first = broken.find(({ kind }) => kind === 'count') ?? broken[0];
  if (first) return is('failed', brokenSentence(first));
  const counting = points.filter(({ isSearch }) => isSearch !== true);
  const calm = counting.filter(({ validity }) => validity !== 'disturbed');
  const disturbed = counting.length - calm.length;
  const worst = worstOf(disturbed <= mostDisturbed * counting.length ? calm : counting);
  if (worst && worst.validity !== 'valid') return is(worst.validity, worst.because);
  const [sought] = notFound;
  if (sought !== undefined) return is('not-found', sought);
  const missing = judged.find(({ holds }) => holds === null);
  if (missing) return is('incomplete', `"${missing.words}" cannot be judged: ${missing.because}`);
  if (judged.length === 0) return is('incomplete', 'The scenario claims nothing, so that nothing can hold.');
  const valid = points.filter(({ validity }) => validity === 'valid').length;
  if (valid === 0) return is('incomplete', 'Not one valid point was measured.');
  const leftOut = disturbed === 0 ? '' : `; ${counted(disturbed, 'disturbed one')} left out`;
  const by = `${counted(valid, 'valid point')}${leftOut}`;
  return is('passed', `${counted(judged.length, 'claim')} held, by ${by}.`);
}

/** @param {number} count @param {string} noun */
function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** @param {JudgedClaim} claim */
function brokenSentence(claim) {
  const { words, value, unit = '' } = claim;
  return `"${words}" is broken: ${`${decimal(value, 4)} ${unit}`.trim()}, and the limit is ${limitOf(claim)}.`;
}

/** @param {readonly Point[]} points */
function worstOf(points) {
  const rank = (/** @type {Point} */ { validity }) => WORST_FIRST.indexOf(validity);
  return points.toSorted((a, b) => rank(a) - rank(b))[0];
}
