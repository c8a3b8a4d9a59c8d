/** Judges what a window of measuring is worth, by what everything beside the server did meanwhile. Pure. */

/** @import { Validity } from '../types.js' */

import { percent } from './headline.js';

/** Beyond these shares of a core, taken on average by others or by the host, times say little about the server. */
export const MOST_NEIGHBOURS = 0.3;
export const MOST_STEAL = 0.1;
/** Two clocks of one machine differ by some millionths; a hundredth is a fault. */
export const MOST_DRIFT = 0.01;
/** With a larger share of the sends throttled, it is another load than the one that was asked for. */
export const MOST_THROTTLED = 0.01;

/**
 * @param {object} seen
 * @param {number} seen.probes round trips of the probe, with those that timed out
 * @param {number} seen.clockDrift of the probe's clock against the lab's, as a share
 * @param {number} seen.neighbours share of the cores of server or generator that others took
 * @param {number} seen.steal share that the host took
 * @param {string | null} [seen.generatorLimit] why the generator was the limit, in a sentence
 * @param {number} [seen.throttledShare] of the sends that were due
 * @returns {{ validity: Validity, because: string }} the worst thing first
 */
export function validityOf({
  probes,
  clockDrift,
  neighbours,
  steal,
  generatorLimit = null,
  throttledShare = 0,
}) {
  if (!(probes > 0)) return { validity: 'incomplete', because: 'The probe measured nothing.' };
  if (![clockDrift, neighbours, steal].every(Number.isFinite))
    return {
      validity: 'incomplete',
      because: 'What else took the core, or the pace of the clock, was not measured.',
    };
  if (Math.abs(clockDrift) > MOST_DRIFT)
    return {
      validity: 'invalid',
      because: `The clock of the probe differs from the lab's by ${percent(Math.abs(clockDrift))}: no time can be believed.`,
    };
  if (steal > MOST_STEAL)
    return {
      validity: 'disturbed',
      because: `The host of this virtual machine took ${percent(steal)} of a core.`,
    };
  if (neighbours > MOST_NEIGHBOURS)
    return {
      validity: 'disturbed',
      because: `Other processes took ${percent(neighbours)} of a core that is measured.`,
    };
  if (generatorLimit !== null) return { validity: 'invalid', because: generatorLimit };
  if (throttledShare > MOST_THROTTLED)
    return {
      validity: 'throttled',
      because: `The server told its clients to leave ${percent(throttledShare)} of their sends away.`,
    };
  return { validity: 'valid', because: '' };
}
