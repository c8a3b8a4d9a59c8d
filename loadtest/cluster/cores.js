/** Holds processes that run already, and all their threads, to whole cores. */

/** @import { Kind } from './cluster.js' */

import { spawnSync } from 'node:child_process';
import { LabError } from '../harness/errors.js';
import { canPin } from '../harness/pin.js';

/** @param {number} pid @param {string} list of cores, as taskset reads it */
export function hold(pid, list) {
  if (!canPin())
    throw new LabError(
      'Processes cannot be held to cores here: it takes two cores, and taskset (util-linux).',
    );
  spawnSync('taskset', ['-a', '-cp', list, String(pid)], { stdio: 'ignore' });
}

/** Puts all servers on the first core and all generators on the second. @param {Kind} kind @param {number} _index @param {number} pid */
export function apart(kind, _index, pid) {
  hold(pid, kind === 'generator' ? '1' : '0');
}
