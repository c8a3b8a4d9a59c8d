/** A Redis of a test's own: on a free port, with a temporary folder, to be killed, stopped and started again. */

/** @import { TestContext } from 'node:test' */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { end, freePort } from './process.js';

/**
 * @param {TestContext} t
 * @param {{ password?: string }} [options]
 * @throws {Error} `redis-server` is not installed: scripts/setup.sh does it
 */
export async function startRedis(t, { password = '' } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'mass-mobile-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  let child = await launch(folder, port, password);
  t.after(() => void child.kill('SIGKILL'));

  return {
    url: `redis://${password ? `:${password}@` : ''}127.0.0.1:${port}`,
    port,
    get pid() {
      return /** @type {number} */ (child.pid);
    },
    /** Ends it as a power cut would: nothing is stored. */
    kill: () => end(child, 'SIGKILL'),
    /** Starts it again, empty, at the same address. */
    async start() {
      child = await launch(folder, port, password);
    },
    /** Lets it hang: connections stay open, and nothing is answered. */
    hang: () => child.kill('SIGSTOP'),
    goOn: () => child.kill('SIGCONT'),
  };
}

/** @typedef {Awaited<ReturnType<typeof startRedis>>} TestRedis */

/** Starts one that nobody ends: whoever calls it kills the child and removes the folder. */
export async function launchRedis() {
  const folder = await mkdtemp(join(tmpdir(), 'mass-mobile-'));
  const port = await freePort();
  return { child: await launch(folder, port, ''), folder, url: `redis://127.0.0.1:${port}` };
}

/** @param {string} folder @param {number} port @param {string} password */
async function launch(folder, port, password) {
  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
  ];
  const child = spawn('redis-server', [...args, ...(password ? ['--requirepass', password] : [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const ready = new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new Error(`redis-server cannot be started (${error.message}): run scripts/setup.sh.`)),
    );
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}: ${text}`)));
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('Ready to accept connections')) resolve(undefined);
    });
  });
  ready.catch(() => {});
  await Promise.race([ready, once(child, 'error').then(() => ready)]);
  return child;
}
