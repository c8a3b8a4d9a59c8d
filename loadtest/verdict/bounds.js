/** Writes limits in a few words each, and says how their values follow from what was measured. Pure. */

/** @import { Claim, Sign } from '../types.js' */

/**
 * A claim that says how its value follows from what was measured, and from what was found before; null: it was not
 * measured.
 * @template M @template F
 * @typedef {Claim & { measure: (measured: M, found: F) => number | null }} Limit
 */

/**
 * It is judged if nobody disturbed the play.
 * @template M @template F
 * @param {string} bound metric, sign, limit, unit @param {string} words @param {Limit<M, F>['measure']} measure
 * @returns {Limit<M, F>}
 */
export function time(bound, words, measure) {
  const [metric, sign, limit, unit = ''] = /** @type {[string, Sign, string, string?]} */ (bound.split(' '));
  return { kind: 'time', metric, sign, limit: Number(limit), unit, words, measure };
}

/** It holds or not, no matter who had the core. @type {typeof time} */
export function count(bound, words, measure) {
  return { ...time(bound, words, measure), kind: 'count' };
}

/** @template {{ atS: number }} L @param {readonly L[]} looks @param {number} fromS
 * @param {number} toS @returns {L[]} */
export function between(looks, fromS, toS) {
  return looks.filter(({ atS }) => atS >= fromS && atS < toS);
}

/** @param {readonly number[]} values */
export function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
