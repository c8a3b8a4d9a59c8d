/** Says one input of the benchmark's game in both forms that our server takes. */

import { TAG } from '../../public/shared/codec.js';

const N = 3;

/** A binary input is its tag, the low byte of the first epoch, and the value; other servers take any three bytes. */
export const INPUT = Object.freeze({ n: N, binary: { bytes: [TAG, 1, N] }, event: { payload: { n: N } } });
