/** Draws the cases that a law is held against: by a seed, the small ones first, so that the first that breaks it is short. */

/** @import { Fields } from '../lib/contract/types.js' */

import { drawMessage, pick } from '../bots/draw.js';
import { createRandom } from '../lib/stage/random.js';
import { withoutOutside } from './outside.js';

const RUNS = 60;

/** @typedef {ReturnType<typeof createDraw>} Draw */

/** @param {number} seed @param {number} size 0 to 1: how long lists are */
function createDraw(seed, size) {
  const { next } = createRandom(seed);
  /** @param {number} least @param {number} most @returns {number} an integer, both ends included */
  const int = (least, most) => least + Math.floor(next() * (most - least + 1));
  return {
    int,
    /** @param {Fields} fields @returns {import('../lib/contract/types.js').Input} a legal message */
    message: (fields) => drawMessage(fields, next),
    /** @template T @param {readonly T[]} items @returns {T} */
    pick: (items) => pick(items, next),
    /** @template T @param {number} most @param {() => T} make @param {number} [least] @returns {T[]} */
    list: (most, make, least = 0) =>
      Array.from({ length: int(least, Math.max(least, Math.ceil(most * size))) }, make),
  };
}

/**
 * @param {(draw: Draw) => unknown} law throws where it does not hold; whatever runs before its first `await` has neither clock nor chance
 * @param {number} [runs]
 */
export async function forAll(law, runs = RUNS) {
  for (let run = 1; run <= runs; run++) {
    await withoutOutside(() => law(createDraw(run, run / runs)));
  }
}
