/** Starts Node processes of the load lab, each held to a core of its own if the machine has two. */

import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** @type {boolean | undefined} */
let isPossible;

/** @returns {boolean} whether a process can be held to a core here (by `taskset`) and another core is left */
export function canPin() {
  isPossible ??=
    availableParallelism() >= 2 && spawnSync('taskset', ['-V'], { stdio: 'ignore' }).status === 0;
  return isPossible;
}

/**
 * Returns the words before a command that hold it to one core, so that server and generator do not compete.
 * @param {number} core
 * @returns {string[]} none if that is not possible
 */
export function pinnedTo(core) {
  return canPin() ? ['taskset', '-c', String(core)] : [];
}

/**
 * Starts a Node process with a channel for messages.
 * @param {readonly string[]} args of node
 * @param {object} [options]
 * @param {number | null} [options.core] hold it to this core; null, or where that is not possible: to none
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {'inherit' | 'pipe' | 'ignore'} [options.output]
 */
export function spawnNode(args, { core = null, env = process.env, output = 'inherit' } = {}) {
  const pinned = core !== null && canPin() ? core : null;
  const command = [process.execPath, ...args];
  const [program = '', ...rest] = pinned === null ? command : [...pinnedTo(pinned), ...command];
  const child = spawn(program, rest, {
    env,
    stdio: ['ignore', output, output, 'ipc'],
    serialization: 'advanced',
  });
  return { child, core: pinned };
}
