/** Processes of database servers: begun as their own users, and ended by their ids. */

/** @import { ChildProcess } from 'node:child_process' */

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './until.js';

const READY_WITHIN_MS = 60_000;

/** A process that is started and ended by its own id. @param {() => ChildProcess} begin */
export function createChild(begin) {
  /** @type {ChildProcess | null} */
  let child = null;
  /** @type {Promise<unknown>} */
  let exit = Promise.resolve();

  return {
    get pid() {
      return child?.pid;
    },
    async start() {
      child = begin();
      exit = once(child, 'exit');
      await once(child, 'spawn');
    },
    ended: async () => void (await exit),
    /** @param {NodeJS.Signals} signal */
    async end(signal) {
      if (child?.exitCode === null && child.signalCode === null) child.kill(signal);
      await exit;
    },
  };
}

/** Waits until it does not throw. @param {() => Promise<unknown>} probe */
export async function untilReady(probe) {
  const problem = () => probe().then(() => '', String);
  await until(problem, (text) => text === '', { withinMs: READY_WITHIN_MS, everyMs: 50 });
}

function isRoot() {
  return process.getuid?.() === 0;
}

/** @param {string} name */
export function folderFor(name) {
  return mkdtempSync(join(tmpdir(), `mass-mobile-${name}-`));
}

/** @param {string} folder @param {string} user */
export function own(folder, user) {
  if (isRoot()) execFileSync('chown', ['-R', `${user}:`, folder]);
}

/**
 * Neither server runs as root. One that outlives the tests, because they were killed, ends by itself.
 * @param {'postgres' | 'mysql'} user @param {string} command @param {string[]} args
 * @param {readonly string[]} [within] the command that runs it
 */
export function serve(user, command, args, within = []) {
  const owner = isRoot() ? [`--reuid=${user}`, `--regid=${user}`, '--init-groups'] : [];
  const [program = '', ...rest] = [...within, 'setpriv', ...owner, '--pdeathsig=KILL', command, ...args];
  return spawn(program, rest, { stdio: 'ignore', cwd: '/' });
}

/** @param {'postgres' | 'mysql'} user @param {string} command @param {string[]} args */
export function run(user, command, args) {
  const owner = isRoot() ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups'] : [];
  const [program = command, ...all] = [...owner, command, ...args];
  const { status, stderr } = spawnSync(program, all, { cwd: '/', encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`);
}
