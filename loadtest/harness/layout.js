/** Says which process of a run has which core, so that server and generator do not compete. */

import { availableParallelism } from 'node:os';
import { spawnSync } from 'node:child_process';
import { canPin } from './pin.js';

/** The server's own core. */
export const SERVER_CORE = 0;

/**
 * @param {number} generators processes of the generator, which take turns where there are more than cores
 * @param {number} [cores] of this machine
 * @returns {{ server: number, generators: number[], probe: number }} the probe has a core of its own from the third on
 */
export function layoutOf(generators, cores = availableParallelism()) {
  const probe = Math.max(1, cores - 1);
  const free = Math.max(1, cores - 2);
  const own = Array.from({ length: generators }, (_none, index) => 1 + (index % free));
  return { server: SERVER_CORE, generators: own, probe };
}

/** Moves this process, which does little, away from the server's core. @param {number} core */
export function moveTo(core) {
  if (canPin()) spawnSync('taskset', ['-a', '-cp', String(core), String(process.pid)], { stdio: 'ignore' });
}
