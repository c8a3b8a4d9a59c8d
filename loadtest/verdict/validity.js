/** Judges what a window of measuring is worth, by what everything beside the server did meanwhile. Pure. */

/** @import { Validity } from '../types.js' */

import { percent } from './headline.js';

/** Beyond these shares of a core, taken on average by others or by the host, times say little about the server. */
const MOST_NEIGHBOURS = 0.3;
const MOST_STEAL = 0.1;
/** Two clocks of one machine differ by some millionths; a hundredth is a fault. */
export const MOST_DRIFT = 0.01;
/** With a larger share of the sends throttled, it is another load than the one that was asked for. */
const MOST_THROTTLED = 0.01;

/**
 * @param {{ probes: number, clockDrift: number, neighbours: number | null, steal: number | null,
 *   generatorLimit?: string | null, throttledShare?: number }} seen `probes`: round trips, with those that timed out;
 *   `clockDrift`: of the probe's clock against the lab's, as a share; `neighbours`, `steal`: shares of the cores of server or
 *   generator that others and the host took, null where that cannot be measured, and is not judged; `generatorLimit`: why
 *   it was the limit, in a sentence; `throttledShare`: of the sends that were due
 * @returns {{ validity: Validity, because: string }} the worst thing first
 */
export function validityOf({ probes, clockDrift, generatorLimit = null, throttledShare = 0, ...taken }) {
  /** @param {Validity} validity @param {string} because */
  const is = (validity, because) => ({ validity, because });
  const [neighbours, steal] = [taken.neighbours ?? 0, taken.steal ?? 0];
  if (!(probes > 0)) return is('incomplete', 'The probe measured nothing.');
  if (![clockDrift, neighbours, steal].every(Number.isFinite))
    return is('incomplete', 'What else took the core, or the pace of the clock, was not measured.');
  const drift = Math.abs(clockDrift);
  if (drift > MOST_DRIFT)
    return is(
      'invalid',
      `The clock of the probe differs from the lab's by ${percent(drift)}: no time can be believed.`,
    );
  if (steal > MOST_STEAL)
    return is('disturbed', `The host of this virtual machine took ${percent(steal)} of a core.`);
  if (neighbours > MOST_NEIGHBOURS)
    return is('disturbed', `Other processes took ${percent(neighbours)} of a core that is measured.`);
  if (generatorLimit !== null) return is('invalid', generatorLimit);
  if (throttledShare > MOST_THROTTLED)
    return is(
      'throttled',
      `The server told its clients to leave ${percent(throttledShare)} of their sends away.`,
    );
  return is('valid', '');
}
