/** Legal messages for property tests: the same ones that bots draw where a game does not say how people play it. */

/** @import { Fields, Input } from '../../lib/contract/types.js' */

import fc from 'fast-check';
import { drawMessage } from '../../bots/draw.js';
import { createRandom } from '../../lib/stage/random.js';

/**
 * A failure is shown with its message, and becomes as short as its list of messages can be; a message itself does not
 * shrink.
 * @param {Fields} fields
 * @returns {fc.Arbitrary<Input>}
 */
export function arbitraryMessage(fields) {
  return fc.integer().map((seed) => drawMessage(fields, createRandom(seed).next));
}
