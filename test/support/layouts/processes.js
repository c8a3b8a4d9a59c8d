/** Processes of a show: servers that a test may kill and start again, and that end with the test. */

/** @import { Scope } from '../scope.js' */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until } from '../until.js';

export const KEY = 'test-operator-key';
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const POLL_MS = 20;
/** Several servers start at once, and another one may have to give up its lease. */
const READY_MS = 180_000;
/** The last net of server.js writes these words: something got through every guard. */
const UNCAUGHT = /^(?:uncaught|unhandled): .*/m;

/** The layouts' own variables are not for the servers. @param {Record<string, string>} env */
export function serverEnv(env) {
  const { LAYOUT: _layout, LAYOUT_PARTS: _parts, NODE_TEST_CONTEXT: _context, ...shell } = process.env;
  return { ...shell, OPERATOR_KEY: KEY, LOG_LEVEL: 'warn', ...env };
}

/**
 * Gives what the shows of this layout share, as run.js has started it.
 * @returns {import('./run.js').Parts}
 * @throws {Error} it was not run by run.js
 */
export function sharedParts() {
  const text = process.env['LAYOUT_PARTS'];
  if (!text)
    throw new Error(
      `LAYOUT=${process.env['LAYOUT']} needs a Redis and more: run "node test/support/layouts/run.js ${process.env['LAYOUT']} <command>".`,
    );
  return JSON.parse(text);
}

/**
 * @param {Scope} t
 * @param {{ url: string, env: Record<string, string>, within?: readonly string[] }} options url: where it answers itself;
 *   `within`: the command that runs it
 */
export async function startProcess(t, { url, env, within = [] }) {
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null;
  let said = '';

  async function start() {
    const [program = '', ...args] = ['setpriv', '--pdeathsig=KILL', ...within, process.execPath, 'server.js'];
    const begun = spawn(program, args, {
      cwd: ROOT,
      env: serverEnv(env),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = begun;
    begun.stderr.on('data', (chunk) => (said += chunk));
    await ready(url, () => {
      if (begun.exitCode !== null) throw new Error(`the server ended with ${begun.exitCode}: ${said}`);
    });
  }

  async function kill() {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  t.after(async () => {
    await kill();
    assertCaught(said);
  });
  await start();
  return { start, kill };
}

/** @param {string} said by a server on its console */
export function assertCaught(said) {
  assert.equal(UNCAUGHT.exec(said)?.[0], undefined);
}

/** Waits until a server lets players in. @param {string} url @param {() => void} [check] throws when there is no use in waiting */
export async function ready(url, check = () => {}) {
  const admits = async () => {
    check();
    return (await fetch(`${url}/readyz`).catch(() => null))?.ok;
  };
  await until(admits, Boolean, { withinMs: READY_MS, everyMs: POLL_MS });
}
