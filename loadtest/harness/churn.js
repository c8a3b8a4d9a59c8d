/** Lets phones come and go by chance, while the hall stays as full as it is. */

/** @import { Crowd, Lab } from '../types.js' */

import { accountOf } from './hall.js';

/** The shortest time between two looks at who is due. */
const TURN_MS = 250;

/**
 * Each moment is as likely as any other for somebody to come (Poisson), and for each that has come, one goes: the one
 * that came last, as far as the generator lets those go first. A hall that cannot keep up gets more at a time.
 * @param {Lab} lab
 * @param {Crowd} crowd
 * @param {{ perS: number, forMs: number }} options `perS` 0: nobody comes or goes
 * @returns {Promise<{ came: number, perS: number, failed: number, why: string, worstJoinMs: number }>} `perS`: came a second
 */
export async function churn(lab, crowd, { perS, forMs }) {
  const sum = { came: 0, failed: 0, why: '', worstJoinMs: 0 };
  const fromMs = performance.now();
  const untilMs = fromMs + forMs;
  let atMs = fromMs;
  for (let leftMs = forMs; leftMs > 0; leftMs = untilMs - performance.now()) {
    await lab.sleep(Math.min(TURN_MS, leftMs));
    const nowMs = performance.now();
    const come = poisson((perS * (nowMs - atMs)) / 1000, lab.random);
    atMs = nowMs;
    if (come === 0) continue;
    const { joined, failed, why, joinTimes } = await crowd.arrive({ count: come });
    await crowd.leave({ count: joined });
    sum.came += joined;
    sum.failed += Object.values(failed).reduce((all, some) => all + some, 0);
    sum.why ||= Object.values(why)[0] ?? '';
    sum.worstJoinMs = Math.max(sum.worstJoinMs, joinTimes.maxMs ?? 0);
  }
  return { ...sum, perS: sum.came / ((performance.now() - fromMs) / 1000) };
}

/**
 * Measures a window in which all phones send, while some come and as many go.
 * @param {Lab} lab
 * @param {Crowd} crowd
 * @param {{ hz: number, payload: Record<string, unknown>, perS: number, forMs: number }} options
 * @throws {import('./errors.js').LabError} if the server did not say what it had received
 */
export async function playAndChurn(lab, crowd, { hz, payload, perS, forMs }) {
  const window = await lab.window(async () => {
    await crowd.start({ kind: 'input', hz, payload });
    const moved = await churn(lab, crowd, { perS, forMs });
    const { input } = await crowd.stop({ kind: 'input', settleMs: 0 });
    await lab.counted();
    return { moved, input };
  });
  const { moved, input } = window.result;
  return { window, moved, ledger: accountOf(lab, window, input) };
}

/**
 * Draws how many come in a time in which so many come on average, by counting gaps (Knuth, The Art of Computer
 * Programming 2, 3.4.1 F); large means in parts, because e to their power is no number any more.
 * @param {number} mean 0 or more
 * @param {() => number} random 0 to 1
 * @returns {number}
 */
export function poisson(mean, random) {
  if (mean > 500) return poisson(500, random) + poisson(mean - 500, random);
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}
