/** The server as users run it: a process of its own, which a test may kill; and ports that are free. */

/** @import { Scope } from './scope.js' */

import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KEY = 'test-operator-key';
/** Linux gives connections those from 32768 on (net.ipv4.ip_local_port_range). */
const [LEAST_PORT, MOST_PORT] = [20_000, 32_000];
const PORT_TRIES = 20;

/**
 * @param {Scope} t
 * @param {Record<string, string>} env `DATA_DIR` at least; `PORT` to come back at the same address
 * @param {string} [cwd] the folder of its server.js
 * @param {readonly string[]} [within] words before the command, as `ip netns exec <name>`
 */
export async function spawnServer(t, env, cwd = ROOT, within = []) {
  const [program = '', ...args] = [...within, process.execPath, 'server.js'];
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', OPERATOR_KEY: KEY, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => (child.exitCode ?? child.signalCode) === null && end(child, 'SIGKILL'));
  const output = { text: '' };
  const started = new Promise((resolve, reject) => {
    const read = (/** @type {Buffer} */ chunk) => {
      output.text += chunk;
      const found = /http:\/\/[\w.]+:(\d+)\/control/.exec(output.text);
      if (found) resolve(Number(found[1]));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output.text}`)));
  });
  const port = /** @type {number} */ (await started);
  const host = env['HOST'] ?? '127.0.0.1';
  return { url: `http://${host}:${port}`, port, operatorKey: KEY, child, output };
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal */
export async function end(child, signal) {
  const ended = once(child, 'exit');
  child.kill(signal);
  const [code] = await ended;
  return /** @type {number | null} */ (code);
}

/**
 * @param {number} [wanted] any below those that the kernel gives to connections, which would take it away before it is listened at
 * @returns {Promise<number>} a port that was free a moment ago; rejects if the one that is wanted is not
 */
export async function freePort(wanted) {
  for (let tries = 1; ; tries++) {
    const port = wanted ?? randomInt(LEAST_PORT, MOST_PORT);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      if (wanted !== undefined || tries === PORT_TRIES) throw error;
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}

/**
 * Listens at a free port of this machine until the test is over.
 * @param {Scope} t
 * @param {import('node:net').Server} server
 * @param {() => unknown} [close]
 * @returns {Promise<{ port: number, url: string }>}
 */
export async function listen(t, server, close = () => void server.close()) {
  server.listen(0, '127.0.0.1');
  t.after(close);
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { port, url: `http://127.0.0.1:${port}` };
}

/** Finds ports that follow each other and are free. @param {number} count @returns {Promise<number>} the first */
export async function freePorts(count) {
  for (;;) {
    const first = await freePort();
    const others = Array.from({ length: count - 1 }, (_none, n) => freePort(first + n + 1).catch(() => 0));
    if ((await Promise.all(others)).every((port) => port > 0)) return first;
  }
}
