/** Holds programs of Node to cores of their own if the machine has two, and starts those that only talk. */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { availableParallelism } from 'node:os';
import { finished } from 'node:stream/promises';

const KEPT_CHARACTERS = 20_000;

let isPossible = /** @type {boolean | undefined} */ (undefined);

/** @returns {boolean} whether a process can be held to a core here (by `taskset`) and another core is left */
export function canPin() {
  isPossible ??=
    availableParallelism() >= 2 && spawnSync('taskset', ['-V'], { stdio: 'ignore' }).status === 0;
  return isPossible;
}

/** @param {number | null} core null: any @returns {string[]} words before a command that hold it there; none if that is not possible */
export function pinnedTo(core) {
  return core !== null && canPin() ? ['taskset', '-c', String(core)] : [];
}

/**
 * Starts a program that only talks, and keeps what it says.
 * @param {readonly string[]} args of Node
 * @param {{ core: number | null, env: Record<string, string>, logFile: string, cwd?: string }} options `env`: besides ours
 */
export function startProgram(args, { core, env, logFile, cwd }) {
  const [program = '', ...rest] = [...pinnedTo(core), process.execPath, ...args];
  const child = spawn(program, rest, {
    cwd,
    // In a group of its own it ends with its threads, and does not get Ctrl-C before the lab does.
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(logFile, { flags: 'a' });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipe(log, { end: false });
    stream.on('data', (/** @type {Buffer} */ chunk) => (said = (said + chunk).slice(-KEPT_CHARACTERS)));
  }
  const ended = once(child, 'close').then(async ([code, signal]) => {
    log.end();
    await finished(log);
    return /** @type {{ code: number | null, signal: string | null }} */ ({ code, signal });
  });

  return {
    child,
    ended,
    /** @returns {string} the end of what it has said so far */
    said: () => said,
    /** @param {NodeJS.Signals} how @param {number} withinMs @returns {Promise<boolean>} false: it had to be killed */
    async end(how, withinMs) {
      let isInTime = true;
      signalGroup(child, how);
      const hurry = setTimeout(() => {
        isInTime = false;
        signalGroup(child, 'SIGKILL');
      }, withinMs);
      await ended;
      clearTimeout(hurry);
      return isInTime;
    },
  };
}

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} name */
function signalGroup({ pid, exitCode, signalCode }, name) {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, name);
}
