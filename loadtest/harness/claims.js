/** Writes the claims of scenarios, in the few forms that there are. */

/** @import { Claim } from '../types.js' */

import { JAMMED_MS } from '../report/anchors.js';

/** @param {string} metric @param {string} words @returns {Claim} that there is none of it */
export function none(metric, words) {
  return { metric, sign: '==', limit: 0, words, kind: 'count' };
}

/** @param {string} metric @param {string} words @returns {Claim} that there is some of it */
export function some(metric, words) {
  return { metric, sign: '>', limit: 0, words, kind: 'count' };
}

/** @param {string} metric a time @param {string} words @param {number} [limit] ms; by default it would pass for a jam @returns {Claim} */
export function quick(metric, words, limit = JAMMED_MS) {
  return { metric, sign: '<', limit, unit: 'ms', words, kind: 'time' };
}

/** @param {string} metric @param {string} words @param {Pick<Claim, 'limit' | 'unit'> & Partial<Claim>} most @returns {Claim} */
export function atMost(metric, words, most) {
  return { metric, sign: '<=', words, kind: 'count', ...most };
}

/** Claims of several scenarios. @satisfies {Record<string, Claim>} */
export const CLAIMS = Object.freeze({
  nothingLost: none('messages.lost', 'nothing is lost'),
  nothingTwice: none('messages.extra', 'nothing is counted twice'),
  somethingSent: some('messages.sent', 'something is sent'),
  nobodyLost: none('connections.lost', 'nobody is lost'),
  allGetIn: none('joins.failed', 'all who come get in'),
  noFaults: none('phones.faults', 'no game fails on a phone'),
  noJam: quick('probe.p99Ms', 'an answer takes no longer than a jam'),
});
