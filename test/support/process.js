/** The server as users run it: a process of its own, which a test may kill. */

/** @import { TestContext } from 'node:test' */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KEY = 'test-operator-key';

/**
 * @param {TestContext} t
 * @param {Record<string, string>} env `DATA_DIR` at least; `PORT` to come back at the same address
 * @param {string} [cwd] the folder of its server.js
 */
export async function spawnServer(t, env, cwd = ROOT) {
  const child = spawn(process.execPath, ['server.js'], {
    cwd,
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', OPERATOR_KEY: KEY, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
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
  return { url: `http://127.0.0.1:${port}`, port, operatorKey: KEY, child, output };
}

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal */
export async function end(child, signal) {
  const ended = once(child, 'exit');
  child.kill(signal);
  const [code] = await ended;
  return /** @type {number | null} */ (code);
}

/** @returns {Promise<number>} a port that was free a moment ago */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}
