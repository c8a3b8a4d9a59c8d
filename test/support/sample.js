/** A check looks at a few of many cases. `npm run test:long` looks at all: it runs the files again that import this. */

export const isWhole = process.env['WHOLE'] === '1';

/** @template T @param {T} few fixed, so that two checks of one state say the same @param {T} all @returns {T} */
export const sample = (few, all) => (isWhole ? all : few);

/**
 * Lists the seeds of a test that draws what it does: one in a check, five in the whole. `SEEDS=7,8,9` names others.
 * @returns {number[]}
 */
export function seeds() {
  const named = process.env['SEEDS'];
  return named ? named.split(',').map(Number) : sample([1], [1, 2, 3, 4, 5]);
}
