/** Measures what others take of the cores that a run is measured on: neighbours, and the host of a virtual machine. */

import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { readTree } from './proc.js';

/** USER_HZ is 100 on every Linux that Node runs on. */
const TICKS_PER_S = 100;

/**
 * Measures, between one call and the next, the share of a core that was not taken by these processes and what they
 * started. Interrupts are left out, because they serve the packets of the run itself.
 * @param {number} core
 * @param {() => readonly number[]} pids
 * @returns {() => Promise<{ others: number, steal: number } | null>} 0 to 1 each; null: there is no /proc, or it is the
 *   first call
 */
export function createCoreMeter(core, pids) {
  /** @type {{ busyS: number, stealS: number, own: Map<number, number>, atMs: number } | null} */
  let last = null;
  return async () => {
    const [text, own] = await Promise.all([readFile('/proc/stat', 'utf8').catch(() => ''), readTree(pids())]);
    const fields = new RegExp(`^cpu${core} (.*)$`, 'm').exec(text)?.[1]?.split(' ').map(Number);
    if (!fields) return null;
    const [user = 0, nice = 0, system = 0, , , , , steal = 0] = fields;
    const now = {
      busyS: (user + nice + system) / TICKS_PER_S,
      stealS: steal / TICKS_PER_S,
      own: new Map(own.map(({ pid, cpuS }) => [pid, cpuS])),
      atMs: performance.now(),
    };
    const before = last;
    last = now;
    if (!before) return null;
    const seconds = (now.atMs - before.atMs) / 1000;
    // A process that has ended since takes its last second with it, which then counts as a neighbour's.
    const ownS = [...now.own].reduce((sum, [pid, cpuS]) => sum + cpuS - (before.own.get(pid) ?? 0), 0);
    const share = (/** @type {number} */ s) => Math.min(1, Math.max(0, s / seconds));
    return {
      others: share(now.busyS - before.busyS - ownS),
      steal: share(now.stealS - before.stealS),
    };
  };
}
