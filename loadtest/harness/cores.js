/** Measures what others take of the cores that a run is measured on: neighbours, and the host of a virtual machine. */

import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { TICKS_PER_S, readTree } from './proc.js';

/**
 * Measures, between one call and the next, the share of a core that was not taken by this process and what it started.
 * Interrupts are left out, because they serve the packets of the run itself.
 * @param {number} core
 * @returns {() => Promise<{ others: number, steal: number, idle: number } | null>} 0 to 1 each; null: there is no /proc, or
 *   it is the first call
 */
function createCoreMeter(core) {
  /** @type {{ busyS: number, stealS: number, idleS: number, own: Map<number, number>, atMs: number } | null} */
  let last = null;
  return async () => {
    const stat = readFile('/proc/stat', 'utf8').catch(() => '');
    const [text, own] = await Promise.all([stat, readTree(process.pid)]);
    const fields = new RegExp(`^cpu${core} (.*)$`, 'm').exec(text)?.[1]?.split(' ').map(Number);
    if (!fields) return null;
    const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, , , steal = 0] = fields;
    const before = last;
    const now = (last = {
      busyS: (user + nice + system) / TICKS_PER_S,
      stealS: steal / TICKS_PER_S,
      idleS: (idle + waiting) / TICKS_PER_S,
      own: new Map(own.map(({ pid, cpuS }) => [pid, cpuS])),
      atMs: performance.now(),
    });
    if (!before) return null;
    // A process that has ended since takes its last second with it, which then counts as a neighbour's.
    const ownS = own.reduce((sum, { pid, cpuS }) => sum + cpuS - (before.own.get(pid) ?? 0), 0);
    const overS = (now.atMs - before.atMs) / 1000;
    const share = (/** @type {number} */ s) => Math.min(1, Math.max(0, s / overS));
    return {
      others: share(now.busyS - before.busyS - ownS),
      steal: share(now.stealS - before.stealS),
      idle: share(now.idleS - before.idleS),
    };
  };
}

/**
 * Measures the core of several of which others, or the host, took most.
 * @param {readonly number[]} cores none: no process is held to a core
 * @returns {() => Promise<{ neighbours: number | null, steal: number | null, idle: number | null }>} null: not measured;
 *   `idle`: the share of the time in which the busiest of them had nothing to do
 */
export function createCoresMeter(cores) {
  const meters = cores.map(createCoreMeter);
  return async () => {
    const taken = (await Promise.all(meters.map((read) => read()))).filter((one) => one !== null);
    if (taken.length === 0) return { neighbours: null, steal: null, idle: null };
    return {
      neighbours: Math.max(...taken.map(({ others }) => others)),
      steal: Math.max(...taken.map(({ steal }) => steal)),
      idle: Math.min(...taken.map(({ idle }) => idle)),
    };
  };
}
