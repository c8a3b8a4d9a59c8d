/** Puts the windows of several edges together. Pure. */

/** @import { Fold } from '../contract/types.js' */
/** @import { Gathered, Rows } from '../contract/rows.js' */

import { isOwn } from '../contract/make-fold.js';

/**
 * @param {Fold | null} fold @param {readonly { sum: unknown, rows?: Rows }[]} windows of one game
 * @returns {unknown} as `HomeEnd.collect`
 */
export function gather(fold, windows) {
  if (!fold) return null;
  const sums = windows.filter(({ sum, rows }) => !rows && sum !== null).map(({ sum }) => sum);
  if (isOwn(fold)) return { sums, rows: windows.flatMap(({ rows = [] }) => rows) };
  return sums.length === 0 ? fold.empty() : sums.reduce((all, sum) => fold.merge(all, sum));
}

/**
 * @param {Fold | null} fold @param {unknown} here @param {unknown} there what two buses have gathered
 * @returns {unknown} both
 */
export function gatherBoth(fold, here, there) {
  if (!fold) return null;
  if (!isOwn(fold)) return fold.merge(here, there);
  const both = /** @type {Gathered[]} */ ([here, there]);
  return { sums: both.flatMap(({ sums }) => sums), rows: both.flatMap(({ rows }) => rows) };
}
